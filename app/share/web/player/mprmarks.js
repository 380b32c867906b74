// Marks of a step of MPR in both views: `app/view/drawing/marks/mpr.py` in JavaScript, of steps that are drawn as a whole.

import { meanPoint } from "./cut.js";
import { RING, ZERO_VECTOR } from "./marks.js";
import { beliefsOf } from "./mprbeliefs.js";
import { drawDirection, drawDropped, drawNew, drawRefused, drawSimplex, drawSupportPlane, drawSupports, isSameVertex, meanOfVertices } from "./simplexmarks.js";
import { along, cross, difference, dot, isZero, norm, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./simplexmarks.js").MarkedVertex} MarkedVertex
 */

const EXIT_SIZE = 13; // pixels, of the ring where the ray leaves A − B
const LEAST_RAY = 0.25; // fraction of the view's radius beyond the origin
const BELIEF = 0.16; // the same, of an arrow
const PARALLEL = 1e-12; // cosine: a ray this close to a face's plane never meets it

/** The support points. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawMprInWorld(marks, sight, radius) {
  const step = sight.steps[sight.number];
  if (sight.visible.supports) drawSupports(marks, step.support, step.direction, sight, radius);
}

/** The portal with new and dropped vertices, the direction, the ray, and the planes that were tested. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawMprInDifference(marks, sight, radius) {
  const step = sight.steps[sight.number];
  if (sight.visible.beliefs) for (const belief of beliefsOf(step, sight.words)) drawBelief(marks, belief, sight, radius);
  drawSupportPlane(marks, step.support, step.direction, sight, radius);
  drawRay(marks, step, radius);
  if (sight.visible.difference && sight.surface) drawExit(marks, step, sight.surface);
  drawPortal(marks, step, sight);
  drawDirection(marks, step.before.length > 0 ? meanOfVertices(step.before) : step.interior.point, step.direction, radius);
}

/** @param {Marks} marks @param {any} step @param {number} radius */
function drawRay(marks, { interior: { point }, ray }, radius) {
  const end = along(ZERO_VECTOR, ray, Math.max(radius - norm(point), LEAST_RAY * radius));
  marks.line(point, end, "text", 1.8, 6);
  marks.point(point, "text", 10);
  marks.label("v0", point, "text", 7, end);
}

/** A ring where the ray leaves A − B. @param {Marks} marks @param {any} step @param {{positions: Float32Array, shift: Vec3}} surface */
function drawExit(marks, { ray }, surface) {
  const end = endOfChord(surface, ray);
  if (end !== null) marks.point(along(ZERO_VECTOR, ray, end), "text", EXIT_SIZE, RING);
}

/** How far the line through the origin along a unit vector stays within a convex surface; null if it misses it. @param {{positions: Float32Array, shift: Vec3}} surface @param {Vec3} way */
function endOfChord({ positions, shift }, way) {
  let [first, last] = [-Infinity, Infinity];
  for (let i = 0; i < positions.length; i += 9) {
    const [p, q, r] = [0, 3, 6].map((k) => positions.subarray(i + k, i + k + 3));
    const normal = unit(cross(difference(q, p), difference(r, p)));
    const [slope, room] = [dot(normal, way), dot(normal, p) + dot(normal, shift)];
    if (slope > PARALLEL) last = Math.min(last, room / slope);
    else if (slope < -PARALLEL) first = Math.max(first, room / slope);
  }
  return first <= last ? last : null;
}

/** The portal with the new vertex, and what is dropped of it. @param {Marks} marks @param {any} step @param {Sight} sight */
function drawPortal(marks, { before, portal, support, interior }, { words }) {
  const dropped = before.filter((/** @type {MarkedVertex} */ vertex) => !has(portal, vertex));
  drawDropped(marks, dropped, before);
  drawSimplex(marks, portal);
  if (has(portal, support)) drawNew(marks, support);
  else if (!isSameVertex(support, interior)) drawRefused(marks, support, words.mpr.refused);
}

/** The normal of a tested plane, and the side on which it places the origin. @param {Marks} marks @param {import("./mprbeliefs.js").Belief} belief @param {Sight} sight @param {number} radius */
function drawBelief(marks, { corners, normal, isInside, truth, isWrong }, { words: { mpr, truths } }, radius) {
  const role = isWrong ? "wrong" : "text";
  if (isWrong) {
    marks.polygon(corners, [role, 0.45]);
    marks.path(corners, role, 2.5, { dash: 7, closed: true });
  }
  const middle = meanPoint(corners);
  const way = unit(normal);
  const tip = along(middle, way, BELIEF * radius);
  if (!isZero(way)) marks.arrow(middle, tip, role, 2);
  const right = isInside ? mpr.believedInside : mpr.believedOutside;
  const wrong = (isInside ? mpr.wronglyInside : mpr.wronglyOutside).replace("{truth}", truths[truth]);
  marks.label(isWrong ? wrong : right, tip, role, isWrong ? 7 : 3, middle);
}

/** @param {MarkedVertex[]} vertices @param {MarkedVertex} vertex */
function has(vertices, vertex) {
  return vertices.some((other) => isSameVertex(other, vertex));
}
