// Marks of the 2D algorithms: arrows that stay in the view, circles and areas.
//
// `app/view/drawing/planar/strokes.py` and `outline.py` in JavaScript.  Points have a third coordinate, which is 0, as all
// else about a simplex is drawn as in 3D.

import { along, difference, dot, sum, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./marks.js").Ink} Ink
 * @typedef {[Vec3, Vec3]} HalfPlane  a point of a line and the outward unit normal: all x with normal · (x − point) ≤ 0
 */

const ARROW_LENGTH = 0.35; // fraction of the view's radius: the arrow of a search direction in A − B
const SEEN = 0.95; // fraction of the view's radius, from its centre, that is surely in the view
const NEAR_ORIGIN = [0.7, 1.5]; // lengths of an arrow's tail from the origin at which the arrow ends beside it
const SHORT_OF = 0.6;
const SHORTEST = 0.3;
const CIRCLE_LINES = 128;

/** The value with all its points of the plane in space. @param {any} value  a step, or a part of it @returns {any} */
export function inSpace(value) {
  if (Array.isArray(value)) return value.length === 2 && typeof value[0] === "number" ? [...value, 0] : value.map(inSpace);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inSpace(part)]));
}

/**
 * Where the arrow of a search direction starts, and the fraction of its usual length that it has: it stays in the view,
 * and its head away from the origin, where there would be no room for its name.
 * @param {Vec3} center  of the view
 * @param {Vec3} tail
 * @param {Vec3} direction
 * @param {number} radius
 * @returns {[Vec3, number]}
 */
export function arrowRoom(center, tail, direction, radius) {
  const [way, length] = [unit(direction), ARROW_LENGTH * radius];
  if (length === 0) return [tail, 1]; // of two points that coincide
  const ahead = -dot(way, tail);
  const isNear = NEAR_ORIGIN[0] * length < ahead && ahead < NEAR_ORIGIN[1] * length;
  const room = Math.min(reachInView(center, tail, way, radius), isNear ? SHORT_OF * ahead : Infinity);
  const share = Math.min(Math.max(room / length, SHORTEST), 1);
  return [along(tail, way, Math.min(room - share * length, 0)), share];
}

/** A distance from `start` along a unit vector that is certainly in the view; negative if it starts outside. @param {Vec3} center @param {Vec3} start @param {Vec3} way @param {number} radius */
function reachInView(center, start, way, radius) {
  const offset = difference(start, center);
  const sides = [0, 1].filter((axis) => way[axis] !== 0).map((axis) => (SEEN * radius - offset[axis] * Math.sign(way[axis])) / Math.abs(way[axis]));
  return Math.min(...sides);
}

/** The nearest point that is certainly in the view, for a label. @param {Vec3} center @param {Vec3} point @param {number} radius @returns {Vec3} */
export function intoView(center, point, radius) {
  const kept = (/** @type {number} */ axis) => Math.min(Math.max(point[axis], center[axis] - SEEN * radius), center[axis] + SEEN * radius);
  return [kept(0), kept(1), 0];
}

/** A circle; nothing if its radius is not positive. @param {Marks} marks @param {Vec3} center @param {number} radius @param {Ink} ink @param {number} width @param {number} dash */
export function drawCircle(marks, center, radius, ink, width, dash) {
  if (!(radius > 0)) return;
  const places = Array.from({ length: CIRCLE_LINES }, (_, i) => {
    const angle = (2 * Math.PI * i) / CIRCLE_LINES;
    return sum(center, [radius * Math.cos(angle), radius * Math.sin(angle), 0]);
  });
  marks.path(places, ink, width, { dash, closed: true });
}

/** The square with half sides `reach`, anticlockwise. @param {Vec3} center @param {number} reach @returns {Vec3[]} */
export function squareAround(center, reach) {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => sum(center, [x * reach, y * reach, 0]));
}

/** The part of a convex polygon behind all lines; empty if there is none. @param {Vec3[]} loop @param {HalfPlane[]} planes @returns {Vec3[]} */
export function clippedArea(loop, planes) {
  let left = loop;
  for (const [through, normal] of planes) {
    const heights = left.map((corner) => dot(normal, difference(corner, through)));
    left = left.flatMap((p, i) => {
      const [q, before, after] = [left[(i + 1) % left.length], heights[i], heights[(i + 1) % left.length]];
      const kept = before <= 0 ? [p] : [];
      return before * after < 0 ? [...kept, along(p, difference(q, p), before / (before - after))] : kept;
    });
  }
  return left.length > 2 ? left : [];
}
