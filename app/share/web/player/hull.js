// A − B where the reader has put the bodies: the convex hull of the differences of their vertices, for drawing.
//
// The recorded A − B is made in the same way, in Python; what the engine answers does not depend on either.

import { along, cross, difference, dot } from "./vectors.js";

/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {{corners: [number, number, number], normal: Vec3, offset: number}} HullFace  with the numbers of its points */
/** @typedef {{positions: Float32Array, edges: Float32Array}} HullSurface  nine numbers a triangle, six an edge */

const MOST_DIFFERENCES = 3000; // above, only the furthest in some directions are taken: the shapes are smooth
const SAMPLED_WAYS = 600;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const FLATNESS = 1e-9; // of the size: points this close to a face are on it
// Cosines between the normals of faces that look like one: of all differences, and of sampled ones.
const COPLANAR = 1 - 1e-7;
const SMOOTH = Math.cos(0.35);

/**
 * The surface of A − B; null if it is flat.
 * @param {Vec3[]} a  vertices of A, turned as A is
 * @param {Vec3[]} b  those of B
 * @returns {HullSurface | null}
 */
export function differenceSurface(a, b) {
  const areAll = a.length * b.length <= MOST_DIFFERENCES;
  const points = areAll ? a.flatMap((p) => b.map((q) => difference(p, q))) : furthestDifferences(a, b);
  const faces = hullFaces(points);
  return faces && { positions: positionsOf(faces, points), edges: creasesOf(faces, points, areAll ? COPLANAR : SMOOTH) };
}

/** @param {Vec3[]} a @param {Vec3[]} b @returns {Vec3[]} */
function furthestDifferences(a, b) {
  return Array.from({ length: SAMPLED_WAYS }, (_, i) => {
    const height = 1 - (2 * i + 1) / SAMPLED_WAYS;
    const across = Math.sqrt(1 - height * height);
    const way = [across * Math.cos(i * GOLDEN_ANGLE), height, across * Math.sin(i * GOLDEN_ANGLE)];
    return difference(furthestAlong(a, way), furthestAlong(b, way.map((part) => -part)));
  });
}

/** @param {Vec3[]} points @param {ArrayLike<number>} way @returns {Vec3} */
function furthestAlong(points, way) {
  let [best, most] = [points[0], -Infinity];
  for (const point of points) {
    const height = dot(point, way);
    if (height > most) [best, most] = [point, height];
  }
  return best;
}

/**
 * The faces of the convex hull, counter-clockwise seen from outside; null if the points lie in a plane.
 * @param {Vec3[]} points
 * @returns {HullFace[] | null}
 */
export function hullFaces(points) {
  const first = firstFaces(points);
  if (!first) return null;
  let { faces } = first;
  points.forEach((point, number) => {
    const seen = faces.filter((face) => dot(face.normal, point) - face.offset > first.margin);
    if (seen.length === 0) return;
    const sides = new Set(seen.flatMap(({ corners: [i, j, k] }) => [`${i} ${j}`, `${j} ${k}`, `${k} ${i}`]));
    const hidden = new Set(seen);
    faces = faces.filter((face) => !hidden.has(face));
    for (const side of sides) {
      const [i, j] = side.split(" ").map(Number);
      if (!sides.has(`${j} ${i}`)) faces.push(faceThrough(points, i, j, number));
    }
  });
  return faces;
}

/** A tetrahedron to begin with, and how far a point must be from a face to be outside. @param {Vec3[]} points */
function firstFaces(points) {
  const distances = (/** @type {(point: Vec3) => number} */ of) => points.reduce(
    ([at, most], point, i) => (of(point) > most ? [i, of(point)] : [at, most]), [0, -Infinity]);
  const a = 0;
  const [b, size] = distances((p) => Math.hypot(...difference(p, points[a])));
  if (size === 0) return null;
  const way = difference(points[b], points[a]);
  const [c, wide] = distances((p) => Math.hypot(...cross(difference(p, points[a]), way)));
  if (wide <= FLATNESS * size * size) return null;
  const normal = cross(way, difference(points[c], points[a]));
  const [d, deep] = distances((p) => Math.abs(dot(normal, difference(p, points[a]))));
  const margin = FLATNESS * size;
  if (deep <= margin * Math.hypot(...normal)) return null;
  const [p, q] = dot(normal, difference(points[d], points[a])) < 0 ? [b, c] : [c, b];
  const faces = [[a, p, q], [a, d, p], [p, d, q], [q, d, a]].map(([i, j, k]) => faceThrough(points, i, j, k));
  return { faces, margin };
}

/** @param {Vec3[]} points @param {number} i @param {number} j @param {number} k @returns {HullFace} */
function faceThrough(points, i, j, k) {
  const area = cross(difference(points[j], points[i]), difference(points[k], points[i]));
  const normal = along([0, 0, 0], area, 1 / (Math.hypot(...area) || 1));
  return { corners: [i, j, k], normal, offset: dot(normal, points[i]) };
}

/** @param {HullFace[]} faces @param {Vec3[]} points */
function positionsOf(faces, points) {
  return Float32Array.from(faces.flatMap(({ corners }) => corners.flatMap((i) => points[i])));
}

/** The edges between faces that do not look like one. @param {HullFace[]} faces @param {Vec3[]} points @param {number} flat */
function creasesOf(faces, points, flat) {
  /** @type {Map<string, HullFace>} */
  const open = new Map();
  /** @type {number[]} */
  const ends = [];
  for (const face of faces) {
    const [i, j, k] = face.corners;
    for (const [from, to] of [[i, j], [j, k], [k, i]]) {
      const other = open.get(`${to} ${from}`);
      if (!other) open.set(`${from} ${to}`, face);
      else if (dot(other.normal, face.normal) < flat) ends.push(...points[from], ...points[to]);
    }
  }
  return Float32Array.from(ends);
}
