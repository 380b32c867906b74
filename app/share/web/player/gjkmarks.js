// Marks of a step of GJK in both views: `app/view/drawing/marks/gjk.py` in JavaScript.

import { drawRegion } from "./regions.js";
import { ORIGIN_ENCLOSED, RUNNING } from "./sight.js";
import {
  drawClosest, drawDirection, drawDropped, drawNew, drawNextDirection, drawPath, drawRefused, drawSimplex, drawSupportPlane, drawSupports, isSameVertex,
} from "./simplexmarks.js";
import { digits } from "./text.js";
import { along, norm, sum } from "./vectors.js";
import { ZERO_VECTOR } from "./marks.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./simplexmarks.js").MarkedVertex} MarkedVertex
 */

export const ROUNDINGS = 64; // as in `engine/gjk/steps.py`

/** The support points and, while the search runs, the closest points found so far. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawGjkInWorld(marks, sight, radius) {
  const step = sight.steps[sight.number];
  if (sight.visible.supports) drawSupports(marks, step.support, step.direction, sight, radius);
  if (!sight.visible.witnesses || step.exit !== RUNNING) return;
  const [onA, onB] = witnessesOf(step).map((point) => sum(point, sight.origin));
  drawBetween(marks, onA, onB);
  marks.label(`${digits(norm(step.closest))} m so far`, onB, "text", 1, onA);
}

/** The simplex with new, dropped and refused vertices, the direction, the region and the closest point. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawGjkInDifference(marks, sight, radius) {
  const { steps, number, visible } = sight;
  const step = steps[number];
  if (visible.regions) drawRegion(marks, step, radius);
  drawSupportPlane(marks, step.support, step.direction, sight, radius);
  if (visible.path) drawPath(marks, steps.slice(0, number + 1).map(({ closest }) => closest), radius);
  drawGjkVertices(marks, step);
  drawDirection(marks, number === 0 ? step.support.point : step.closest_before, step.direction, radius);
  if (step.exit !== ORIGIN_ENCLOSED) drawClosest(marks, step.closest, ROUNDINGS * step.roundoff * step.reach);
  const next = steps[number + 1];
  if (next) drawNextDirection(marks, step.closest, next.direction, radius);
}

/** The simplex with the new vertex, and what is dropped of it. @param {Marks} marks @param {any} step */
export function drawGjkVertices(marks, step) {
  const [before, candidate, simplex] = [step.before, step.candidate, step.simplex].map(verticesOfSimplex);
  if (!candidate.some((vertex) => isSameVertex(vertex, step.support))) {
    drawSimplex(marks, before);
    drawRefused(marks, step.support, "no nearer");
    return;
  }
  const dropped = candidate.filter((vertex) => !simplex.some((kept) => isSameVertex(vertex, kept)));
  drawDropped(marks, dropped, candidate);
  drawSimplex(marks, simplex);
  drawNew(marks, step.support);
}

/** A pair of witness points, and the segment between them. @param {Marks} marks @param {Vec3} onA @param {Vec3} onB */
export function drawBetween(marks, onA, onB) {
  marks.line(onA, onB, "text", 2.5);
  marks.point(onA, "a", 10);
  marks.point(onB, "b", 10);
}

/** @param {any} simplex @returns {MarkedVertex[]} */
export function verticesOfSimplex({ vertices, size }) {
  return vertices.slice(0, size);
}

/** The points of both cores whose difference is the closest point, relative to A's position. @param {any} step @returns {[Vec3, Vec3]} */
function witnessesOf({ simplex, weights }) {
  const mean = (/** @type {"a" | "b"} */ side) =>
    verticesOfSimplex(simplex).reduce((point, vertex, i) => along(point, vertex[side], weights[i]), ZERO_VECTOR);
  return [mean("a"), mean("b")];
}
