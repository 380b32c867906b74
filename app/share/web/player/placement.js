// Where labels go: beside their points, inside the view, and without overlaps;
// app/view/panels/toolkit/labels.py in JavaScript, and tests compare the two.

/**
 * A rectangle in pixels, y down.
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {[number, number]} Pair
 */

/**
 * A label to place.
 * @typedef {Object} Wish
 * @property {Pair} anchor  pixels
 * @property {Pair} size
 * @property {number} priority
 * @property {Pair} toward  a unit vector in pixels, or zeros for no preference
 * @property {Pair | null} kept  upper left corner of its previous place, relative to the anchor
 */

const POINT_ROOM = 7; // half side of the square around an anchor that labels avoid; pixels at 100 %
// Directions from the anchor, best first, as multiples of the label's width and height.
const DIRECTIONS = [[1, -1], [1, 1], [-1, -1], [-1, 1], [0, -1], [0, 1], [1, 0], [-1, 0]];
const DISTANCES = [9, 22, 40, 62, 90, 130]; // pixels at 100 %
const NEAREST = 0.6; // vertical distance as a fraction of the horizontal one
const WRONG_WAY = 60; // cost of the wrong direction, in square pixels of overlap
const FAR_OFF = 4; // cost per pixel of distance from the anchor
const COVERING = 40; // what covering another label costs more than covering anything else
const HIDDEN_PART = 0.1; // largest fraction of a label that another may cover
const FAR_AWAY = DISTANCES[2]; // a label farther away than this moves closer once it can

/** The total area of a box's intersections with others. @param {Box} box @param {Box[]} others */
export function overlap(box, others) {
  let area = 0;
  for (const other of others) {
    const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    if (width > 0 && height > 0) area += width * height;
  }
  return area;
}

/** @param {Box} box @param {number} x @param {number} y @returns {Box} */
export function shifted(box, x, y) {
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}

/** A box around a point. @param {Pair} point @param {number} room half its side @returns {Box} */
export function boxAround([x, y], room) {
  return { left: x - room, top: y - room, right: x + room, bottom: y + room };
}

/** Places labels greedily in order of priority; a box or null for each, in the given order.
 *
 * A box lies inside `bounds` if it fits at all.  It avoids `taken`, other labels and all anchors; if no place is free,
 * it takes the one with the least overlap.  A label keeps its previous place if that is free, even if a better one
 * exists.  A label that would cover another one is left out (null).
 * @param {Wish[]} wishes @param {Box} bounds @param {Box[]} taken @param {number} scale of the marks */
export function placeLabels(wishes, bounds, taken, scale) {
  const occupied = [...taken, ...wishes.map(({ anchor }) => boxAround(anchor, POINT_ROOM * scale))];
  const labels = /** @type {Box[]} */ ([]);
  const places = /** @type {(Box | null)[]} */ (wishes.map(() => null));
  for (const i of wishes.map((_, number) => number).sort((i, j) => wishes[j].priority - wishes[i].priority)) {
    const all = [...occupied, ...labels];
    const box = keptPlace(wishes[i], bounds, all, scale) ?? bestPlace(wishes[i], bounds, all, labels, scale);
    if (hides(box, labels)) continue;
    places[i] = box;
    labels.push(box);
  }
  return places;
}

/** The previous place if it is free (except for the label's own anchor), close enough and in the right direction.
 * @param {Wish} wish @param {Box} bounds @param {Box[]} occupied @param {number} scale @returns {Box | null} */
function keptPlace({ anchor, size, toward, kept }, bounds, occupied, scale) {
  if (!kept) return null;
  const [left, top] = kept, [width, height] = size;
  const relative = { left, top, right: left + width, bottom: top + height };
  if (gapOf(relative, size) > FAR_AWAY * scale) return null;
  if (toward[0] * (left + width / 2) + toward[1] * (top + height / 2) < 0) return null;
  const box = shifted(relative, ...anchor);
  const isFree = overlap(box, occupied) <= overlap(box, [boxAround(anchor, POINT_ROOM * scale)]);
  return isFree && isInside(box, bounds) ? box : null;
}

/** @param {Box} box @param {Box} bounds */
function isInside(box, { left, top, right, bottom }) {
  return box.left >= left && box.top >= top && box.right <= right && box.bottom <= bottom;
}

/** Whether the box covers too much of another label, or is covered too much. @param {Box} box @param {Box[]} labels */
function hides(box, labels) {
  return labels.some((label) => overlap(box, [label]) > HIDDEN_PART * Math.min(areaOf(box), areaOf(label)));
}

/** @param {Box} box */
function areaOf(box) {
  return (box.right - box.left) * (box.bottom - box.top);
}

/** The candidate with the lowest cost. @param {Wish} wish @param {Box} bounds @param {Box[]} occupied
 * @param {Box[]} labels those of the occupied places that other labels take @param {number} scale @returns {Box} */
function bestPlace(wish, bounds, occupied, labels, scale) {
  let best = /** @type {Box | null} */ (null), least = Infinity;
  const atLeast = WRONG_WAY * (1 - Math.hypot(...wish.toward)); // lower bound of the direction's cost
  for (const distance of DISTANCES) {
    if (FAR_OFF * NEAREST * distance * scale + atLeast >= least) break; // the distance alone costs more
    const [near, nearLabels] = [occupied, labels].map((boxes) => boxesNear(wish, distance * scale, boxes));
    for (const { box: place, cost } of candidates(wish, distance * scale)) {
      if (cost >= least) break;
      const box = shiftedInto(place, bounds);
      const whole = cost + overlap(box, near) + COVERING * overlap(box, nearLabels);
      if (whole < least) [best, least] = [box, whole];
    }
  }
  return /** @type {Box} */ (best);
}

/** The boxes that a label at that distance could cover.
 * @param {Wish} wish @param {number} distance @param {Box[]} boxes */
function boxesNear({ anchor, size }, distance, boxes) {
  const [x, y] = anchor, across = distance + size[0], down = distance + size[1];
  return boxes.filter((box) => box.left < x + across && box.right > x - across && box.top < y + down && box.bottom > y - down);
}

/** The places at that distance with their costs without overlaps, cheapest first.
 * @param {Wish} wish @param {number} distance */
function candidates({ anchor, size, toward }, distance) {
  const found = DIRECTIONS.map((direction) => {
    const box = beside(size, direction, distance);
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2, away = Math.max(Math.hypot(x, y), 1);
    const wrong = 1 - toward[0] * (x / away) - toward[1] * (y / away);
    return { box: shifted(box, ...anchor), cost: FAR_OFF * gapOf(box, size) + WRONG_WAY * wrong };
  });
  return found.sort((one, other) => one.cost - other.cost);
}

/** The box of a label in that direction from its anchor. @param {Pair} size @param {number[]} direction
 * @param {number} distance @returns {Box} */
function beside([width, height], [across, down], distance) {
  const left = across * distance - ((1 - across) / 2) * width;
  const top = down * distance * NEAREST - ((1 - down) / 2) * height;
  return { left, top, right: left + width, bottom: top + height };
}

/** The distance from the anchor to a box relative to it. @param {Box} box @param {Pair} size */
function gapOf({ left, top }, [width, height]) {
  return Math.hypot(Math.max(left, 0, -left - width), Math.max(top, 0, -top - height));
}

/** The box, shifted into `bounds`; if it is too large, its left and top edges stay visible.
 * @param {Box} box @param {Box} bounds */
function shiftedInto(box, bounds) {
  const x = Math.max(Math.min(0, bounds.right - box.right), bounds.left - box.left);
  const y = Math.max(Math.min(0, bounds.bottom - box.bottom), bounds.top - box.top);
  return shifted(box, x, y);
}
