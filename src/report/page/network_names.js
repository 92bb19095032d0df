// Which names have room: the most important nodes' first, none above another.
"use strict";

const MOST_NAMES = 400;
const CELL = 48;  // pixels; boxes are looked for in the cells they touch

class TakenRoom {
  constructor() {
    this.boxes = new Map();
  }

  cellsOf(box) {
    const keys = [];
    for (let x = Math.floor(box.left / CELL); x <= Math.floor(box.right / CELL); ++x) {
      for (let y = Math.floor(box.top / CELL); y <= Math.floor(box.bottom / CELL); ++y) {
        keys.push(x + ":" + y);
      }
    }
    return keys;
  }

  isFree(box) {
    return this.cellsOf(box).every((key) => (this.boxes.get(key) || []).every(
      (other) => box.right < other.left || other.right < box.left || box.bottom < other.top ||
                 other.bottom < box.top));
  }

  take(box) {
    for (const key of this.cellsOf(box)) {
      this.boxes.set(key, [...(this.boxes.get(key) || []), box]);
    }
  }
}

// Below a disc, in the middle of an area, or above it where it is too narrow.
function boxOfName(node, transform) {
  const [x, y] = transform.apply([node.x, node.y]);
  const room = node.room * transform.k;
  let baseline = y + node.radius * transform.k + NAME_SIZE;
  if (node.rings) baseline = room < node.width ? y - room / 2 - 4 : y + 4;
  return {x, baseline, left: x - node.width / 2 - 2, right: x + node.width / 2 + 2,
          top: baseline - NAME_SIZE + 1, bottom: baseline + 3};
}

// `nodes` by importance; those that `mustHaveName` get it though their area may be narrow. Short names
// alone would tell nothing: an area has to have room for the usual name, too.
function placeNames(nodes, {width, height}, transform, mustHaveName) {
  const taken = new TakenRoom();
  const placed = [];
  const usual = d3.median(nodes, (node) => node.width) || 0;
  for (const node of nodes) {
    if (placed.length >= MOST_NAMES) break;
    if (node.rings && !mustHaveName(node) && node.room * transform.k < Math.max(node.width, usual)) {
      continue;
    }
    const box = boxOfName(node, transform);
    if (box.x < -50 || box.x > width + 50 || box.baseline < 0 || box.baseline > height + 20) continue;
    if (!taken.isFree(box)) continue;
    taken.take(box);
    placed.push({node, x: box.x, y: box.baseline});
  }
  return placed;
}
