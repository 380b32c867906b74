// Clips a box by half-spaces, so that an unbounded region can be drawn: `app/view/drawing/cut.py` in JavaScript.

import { along, cross, difference, dot, isZero, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {[Vec3, Vec3, Vec3]} Axes
 * @typedef {{point: Vec3, normal: Vec3}} RegionPlane  all x with normal · (x − point) ≤ 0
 * @typedef {{loop: number[], isEnd: boolean}} Face  a face of the clipped box, counter-clockwise seen from outside
 * @typedef {{corners: Vec3[], isEnd: boolean}} Facet  the same with its corners; an end is part of a face of the box
 */

const ON_PLANE = 1e-9; // relative to the size of the box: a corner this close to a plane counts as on it
const BOX_FACES = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]; // bit k of a corner: axis k

/** @type {Axes} */
const IDENTITY_AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The part of a box that lies behind all planes. @param {Vec3} center @param {Axes} axes @param {Vec3} reach  half sides @param {RegionPlane[]} planes @returns {Facet[]} */
export function cutOut(center, axes, reach, planes) {
  const corners = Array.from({ length: 8 }, (_, i) =>
    axes.reduce((corner, axis, k) => along(corner, axis, (i >> k) & 1 ? reach[k] : -reach[k]), center));
  const margin = ON_PLANE * Math.max(...reach);
  /** @type {Face[]} */
  const box = BOX_FACES.map((loop) => ({ loop, isEnd: true }));
  const faces = planes.reduce((left, plane) => clippedBy(corners, left, plane, margin), box);
  return faces.map(({ loop, isEnd }) => ({ corners: loop.map((i) => corners[i]), isEnd }));
}

/** The corners of a rectangle, in order. @param {Vec3} middle @param {Vec3} u @param {Vec3} v @param {number} reach  half a side @returns {Vec3[]} */
export function square(middle, u, v, reach) {
  return [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([s, t]) => along(along(middle, u, s * reach), v, t * reach));
}

/** @param {Vec3[]} points @returns {Vec3} */
export function meanPoint(points) {
  const mean = (/** @type {number} */ k) => points.reduce((total, point) => total + point[k], 0) / points.length;
  return [mean(0), mean(1), mean(2)];
}

/** Coplanar points sorted by angle about their mean. @param {Vec3[]} points @param {Vec3} normal @returns {Vec3[]} */
export function sortedAround(points, normal) {
  const middle = meanPoint(points);
  const [, u, v] = frame(normal);
  const angle = (/** @type {Vec3} */ point) => Math.atan2(dot(difference(point, middle), v), dot(difference(point, middle), u));
  return [...points].sort((p, q) => angle(p) - angle(q));
}

/** A right-handed frame whose first vector is along the axis; the identity if that is zero. @param {Vec3} axis @returns {Axes} */
export function frame(axis) {
  if (isZero(axis)) return IDENTITY_AXES;
  const first = unit(axis);
  const least = IDENTITY_AXES.reduce((best, other) => (Math.abs(dot(other, first)) < Math.abs(dot(best, first)) ? other : best));
  const second = unit(cross(first, least));
  return [first, second, cross(first, second)];
}

/** Clips the faces by one more plane, and appends the new corners. @param {Vec3[]} corners @param {Face[]} faces @param {RegionPlane} plane @param {number} margin @returns {Face[]} */
function clippedBy(corners, faces, plane, margin) {
  const heights = new Map(faces.flatMap(({ loop }) => loop).map((i) => {
    const height = dot(plane.normal, difference(corners[i], plane.point));
    return [i, Math.abs(height) <= margin ? 0 : height];
  }));
  const heightOf = (/** @type {number} */ i) => /** @type {number} */ (heights.get(i));
  if (Math.max(0, ...heights.values()) <= 0) return faces;
  /** @type {Map<string, number>} */
  const cuts = new Map(); // new corners, by the edges on which they are
  /** @type {Map<number, number>} */
  const following = new Map(); // corner → next corner around the cut
  const cut = (/** @type {number} */ p, /** @type {number} */ q) => {
    const key = p < q ? `${p} ${q}` : `${q} ${p}`;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    cuts.set(key, corners.length);
    heights.set(corners.length, 0);
    corners.push(along(corners[p], difference(corners[q], corners[p]), heightOf(p) / (heightOf(p) - heightOf(q))));
    return corners.length - 1;
  };
  /** @type {Face[]} */
  const kept = [];
  for (const { loop, isEnd } of faces) {
    if (loop.every((i) => heightOf(i) >= 0)) continue;
    const left = loop.every((i) => heightOf(i) <= 0) ? loop : loop.flatMap((p, i) => {
      const q = loop[(i + 1) % loop.length];
      return [...(heightOf(p) <= 0 ? [p] : []), ...(heightOf(p) * heightOf(q) < 0 ? [cut(p, q)] : [])];
    });
    kept.push({ loop: left, isEnd });
    left.forEach((p, i) => {
      const q = left[(i + 1) % left.length];
      if (heightOf(p) === 0 && heightOf(q) === 0) following.set(q, p);
    });
  }
  const lid = roundOf(following);
  return lid.length > 2 ? [...kept, { loop: lid, isEnd: false }] : kept;
}

/** The closed loop that the edges of a cut form; empty if they form none. @param {Map<number, number>} following @returns {number[]} */
function roundOf(following) {
  const loop = [];
  let corner = following.keys().next().value;
  while (corner !== undefined && following.has(corner) && loop.length <= following.size) {
    loop.push(corner);
    corner = following.get(corner);
    if (corner === loop[0]) return loop;
  }
  return [];
}
