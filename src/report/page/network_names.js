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

// Below a disc, in the middle of an area.
function boxOfName(node, transform) {
  const [x, y] = transform.apply([node.x, node.y]);
  const baseline = node.rings ? y + 4 : y + node.radius * transform.k + NAME_SIZE;
  return {x, baseline, left: x - node.width / 2 - 2, right: x + node.width / 2 + 2,
          top: baseline - NAME_SIZE + 1, bottom: baseline + 3};
}

// `nodes` by importance; those that `mustHaveName` get it though their area may be narrow.
function placeNames(nodes, {width, height}, transform, mustHaveName) {
  const taken = new TakenRoom();
  const placed = [];
  for (const node of nodes) {
    if (placed.length >= MOST_NAMES) break;
    if (node.rings && !mustHaveName(node) && node.room * transform.k < node.width) continue;
    const box = boxOfName(node, transform);
    if (box.x < -50 || box.x > width + 50 || box.baseline < 0 || box.baseline > height + 20) continue;
    if (!taken.isFree(box)) continue;
    taken.take(box);
    placed.push({node, x: box.x, y: box.baseline});
  }
  return placed;
}
