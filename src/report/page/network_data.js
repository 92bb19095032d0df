// The nodes of a network as they are drawn: discs, the cells of a grid or the regions of a map, and
// the measures that colour them.
"use strict";

const SMALLEST_RADIUS = 5;
const LARGEST_RADIUS = 13;
const EQUAL_RADIUS = 7;
const NAME_SIZE = 11;

const pencil = element("canvas").getContext("2d");

function nameWidth(name) {
  pencil.font = NAME_SIZE + "px " + FONT;
  return pencil.measureText(name).width;
}

function shortName(name) {
  const letters = Array.from(name);
  return letters.length <= 18 ? name : letters.slice(0, 17).join("") + "…";
}

// A colour of the printed scale, turned light side down on a dark ground.
function onGround(colour, theme) {
  if (!theme.isDark) return colour;
  const lab = d3.lab(colour);
  lab.l = 112 - lab.l;
  return lab.formatHex ? lab.formatHex() : d3.rgb(lab).hex();
}

function measureOf(network, index) {
  const values = network.nodes.map((node) => node.values[index]);
  const finite = values.filter((value) => value !== null && Number.isFinite(value));
  const isDiverging = finite.some((value) => value < 0);
  const limit = d3.max(finite, Math.abs) || 1;
  const colours = d3.piecewise(d3.interpolateRgb,
                               isDiverging ? report.colours.diverging : report.colours.sequential);
  function colour(value, theme) {
    if (value === null || !Number.isFinite(value)) return onGround("#bdbdbd", theme);
    return onGround(colours(isDiverging ? (value / limit + 1) / 2 : value / limit), theme);
  }
  return {name: network.measures[index], values, limit, isDiverging, colour};
}

function radiusOf(node, size) {
  if (!size) return EQUAL_RADIUS;
  const value = size.values[node.index];
  const share = value === null ? 0 : Math.min(1, Math.abs(value) / size.limit);
  return SMALLEST_RADIUS + (LARGEST_RADIUS - SMALLEST_RADIUS) * Math.sqrt(share);
}

// ---- areas --------------------------------------------------------------------------------------

function pointsOfRing(numbers) {
  const points = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  return points;
}

// The rings of a node's area: given, as on a map, or the cell of a grid; null for discs.
function ringsOf(network, node) {
  if (node.rings) return node.rings.map(pointsOfRing);
  if (!network.cell) return null;
  const {x, y} = node;
  const half = network.cell / 2;
  return [[[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]];
}

function outlineOf(rings) {
  return rings.map((ring) => "M" + ring.map((point) => point.join(" ")).join("L") + "Z").join("");
}

// Of all that is drawn: left, top, right, bottom.
function boundsOf(network, nodes) {
  if (network.frame) return network.frame;
  const points = nodes.flatMap((node) => (node.rings ? node.rings.flat() : [[node.x, node.y]]));
  return [d3.min(points, (p) => p[0]), d3.min(points, (p) => p[1]),
          d3.max(points, (p) => p[0]), d3.max(points, (p) => p[1])];
}

// ---- nodes and edges ----------------------------------------------------------------------------

function nodeOf(network, node, index) {
  const label = shortName(node.name);
  const rings = ringsOf(network, node);
  // How wide the widest part of the area is: that much room has its name.
  const room = rings
    ? d3.max(rings, (ring) => d3.max(ring, (p) => p[0]) - d3.min(ring, (p) => p[0])) || 0 : 0;
  return {...node, index, label, width: nameWidth(label), neighbours: [], radius: SMALLEST_RADIUS,
          isMarked: node.marked === true, isShown: true, isFound: false, rings,
          outline: rings ? outlineOf(rings) : null, room};
}

function edgesOf(network, nodes) {
  const edges = network.edges.map(([u, v, cost]) => ({source: nodes[u], target: nodes[v], cost}));
  for (const {source, target, cost} of edges) {
    source.neighbours.push({node: target, cost});
    target.neighbours.push({node: source, cost});
  }
  return edges;
}
