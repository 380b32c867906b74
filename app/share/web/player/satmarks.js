// Marks of an axis of the separating axis test in both views: `app/view/drawing/marks/sat.py` in JavaScript, of steps that
// are drawn as a whole.

import { cornersAt, support } from "./bodies.js";
import { frame, sortedAround, square } from "./cut.js";
import { SOLID, TRANSLUCENT } from "./drawlist.js";
import { ZERO_VECTOR } from "./marks.js";
import { doAxesTie, overlapWords, provenance } from "./satwords.js";
import { isLastStep } from "./sight.js";
import { along, cross, difference, dot, norm, sum, unit } from "./vectors.js";

/**
 * @typedef {import("./bodies.js").PlacedBody} PlacedBody
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./marks.js").Role} Role
 * @typedef {import("./sight.js").Sight} Sight
 */

const GAP_RELATION = 2; // number of `Relation` in `engine/sat/steps.py`; a test compares it
const FEATURE_WIDTH = 4.5;
const BAR_WIDTH = 6;
// Fractions of the view's radius, as in Python: the gap between two bars, their distance from the bodies and the least one,
// and the range from the centre that is surely in the view.
const RAIL = 0.07;
const ASIDE = 0.12;
const LEAST_ASIDE = 0.02;
const SURELY_SEEN = 1.08;
const FACING = 0.25; // sine of the angle to the corner's view below which an axis points at it
const STEEP = 0.9; // vertical part of an axis from which it counts as vertical
const RUNNER_UP = 0.4; // fraction of the view's radius: the arrow of the second best axis
const HALF_PLANE = 0.75; // fraction of the view's radius: half the side of the separating plane's square
const GRID_LINES = 4; // between its middle and a side
const COMPARED = 9; // decimals of metres

/** The axis beside the shapes, both projections as bars, and lines from their ends to the support points. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawSatInWorld(marks, sight, radius) {
  const { names, bodies } = sight;
  const axis = shownAxis(sight);
  if (axis.skipped) return;
  const [a, b] = bodies;
  const ends = /** @type {[number, number]} */ ([Math.min(axis.interval_a[0], axis.interval_b[0]), Math.max(axis.interval_a[1], axis.interval_b[1])]);
  const { up, base } = besideBodies(sight, axis.direction, ends, radius);
  drawProjection(marks, a, base, axis.direction, axis.interval_a, "a");
  drawProjection(marks, b, along(base, up, RAIL * radius), axis.direction, axis.interval_b, "b");
  const back = difference(ZERO_VECTOR, axis.direction);
  const tail = along(base, back, arrowEnd(sight, base, back, -ends[0], radius));
  const head = along(base, axis.direction, arrowEnd(sight, base, axis.direction, ends[1], radius));
  marks.arrow(tail, head, "text", 1.6);
  const [start, end] = [axis.interval_b[0], axis.interval_a[1]].map((length) => along(along(base, up, 2 * RAIL * radius), axis.direction, length));
  marks.line(start, end, axis.relation === GAP_RELATION ? "text" : "overlap", 3);
  marks.label(overlapWords(axis, sight.words), along(ZERO_VECTOR, sum(start, end), 0.5), "overlap", 5, a.center);
  marks.label(provenance(axis, sight.words, names), head, "text", 3, tail);
  drawFeature(marks, a, axis.corners_a, axis.direction, "aBright");
  drawFeature(marks, b, axis.corners_b, axis.direction, "bBright");
  const other = runnerUp(sight);
  if (other) drawRunnerUp(marks, sight, a.center, along(a.center, other.direction, RUNNER_UP * radius), provenance(other, sight.words, names));
  if (axis.relation === GAP_RELATION && sight.visible.separating_plane) drawSeparatingPlane(marks, sight, axis, radius);
}

/** The axis as a normal of A − B: the overlap is the origin's distance from the supporting plane. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawSatInDifference(marks, sight, radius) {
  const axis = shownAxis(sight);
  if (axis.skipped) return;
  const foot = along(ZERO_VECTOR, axis.direction, axis.overlap);
  marks.arrow(ZERO_VECTOR, foot, axis.relation === GAP_RELATION ? "text" : "overlap", 3.5);
  marks.label(overlapWords(axis, sight.words), foot, "overlap", 6, ZERO_VECTOR);
  marks.line(along(ZERO_VECTOR, axis.direction, -radius), along(ZERO_VECTOR, axis.direction, radius), ["text", 0.7], 1.5, 6);
  const other = runnerUp(sight);
  if (other) drawRunnerUp(marks, sight, ZERO_VECTOR, along(ZERO_VECTOR, other.direction, other.overlap), overlapWords(other, sight.words));
}

/** The axis that the step tests, and at the end the chosen one. @param {Sight} sight */
function shownAxis(sight) {
  const { axis, chosen } = sight.steps[sight.number];
  return isLastStep(sight) ? chosen : axis;
}

/** Lines from the body's furthest points to the axis, and the interval between them as a bar. @param {Marks} marks @param {PlacedBody} body @param {Vec3} base @param {Vec3} direction @param {[number, number]} interval @param {Role} role */
function drawProjection(marks, body, base, direction, interval, role) {
  const [start, end] = interval.map((length) => along(base, direction, length));
  marks.line(start, end, role, BAR_WIDTH);
  for (const tip of [start, end]) marks.point(tip, role, 9);
  for (const [tip, towards] of /** @type {[Vec3, Vec3][]} */ ([[start, difference(ZERO_VECTOR, direction)], [end, direction]])) {
    marks.line(tip, along(support(body, towards), towards, body.radius), [role, 0.8], 1.3, 5, SOLID);
  }
}

/** The face or edge that the axis comes from. @param {Marks} marks @param {PlacedBody} body @param {number[]} corners @param {Vec3} direction @param {Role} role */
function drawFeature(marks, body, corners, direction, role) {
  const points = cornersAt(body, corners);
  if (points.length > 2) {
    const loop = sortedAround(points, direction);
    marks.polygon(loop, [role, 0.45]);
    marks.path(loop, role, FEATURE_WIDTH, { closed: true });
  } else if (points.length > 0) marks.line(points[0], points[points.length - 1], role, FEATURE_WIDTH);
}

/** A square of the plane in the middle of the gap, with a grid, between the bodies: `app/view/drawing/separation.py`. @param {Marks} marks @param {Sight} sight @param {any} axis @param {number} radius */
function drawSeparatingPlane(marks, { bodies: [a, b], words }, { direction, interval_a, interval_b }, radius) {
  const through = along(a.center, direction, (interval_a[1] + interval_b[0]) / 2);
  const between = along(ZERO_VECTOR, sum(a.ballCenter, b.ballCenter), 0.5);
  const center = along(between, direction, dot(direction, difference(through, between)));
  const [, u, v] = frame(direction);
  const half = HALF_PLANE * radius;
  const corners = square(center, u, v, half);
  marks.polygon(corners, ["text", 0.1]);
  for (let i = 1 - GRID_LINES; i < GRID_LINES; i++) {
    for (const [way, across] of [[u, v], [v, u]]) {
      const start = along(center, way, (half * i) / GRID_LINES);
      marks.line(along(start, across, -half), along(start, across, half), ["text", 0.22], 1, 0, TRANSLUCENT);
    }
  }
  marks.path(corners, ["text", 0.7], 1.6, { layer: TRANSLUCENT, closed: true });
  marks.label(words.sat.plane, corners[0], "text", 1);
}

/** The axis with the second smallest overlap, at the end of a run. @param {Sight} sight */
function runnerUp(sight) {
  const { runner_up_at: number } = sight.steps[sight.number];
  return isLastStep(sight) && number >= 0 ? sight.steps[number].axis : null;
}

/** @param {Marks} marks @param {Sight} sight @param {Vec3} tail @param {Vec3} head @param {string} text */
function drawRunnerUp(marks, { steps, number, words }, tail, head, text) {
  marks.arrow(tail, head, "dropped", 2);
  marks.label(`${doAxesTie(steps[number], words) ? words.sat.tie : words.sat.runnerUp}: ${text}`, head, "dropped", 2, tail);
}

/**
 * The direction in which the bars are stacked, and their base point: like a dimension line beside the shapes, as seen from
 * the usual corner, on the side that leaves more room in the view.
 * @param {Sight} sight @param {Vec3} direction @param {[number, number]} ends @param {number} radius
 */
function besideBodies({ bodies, words, middle }, direction, ends, radius) {
  const across = cross(direction, words.corner);
  const side = norm(across) > FACING ? unit(across) : squareToAxis(direction);
  const center = bodies[0].center;
  const room = (/** @type {Vec3} */ way) =>
    Math.min(...ends.map((end) => leaving(difference(along(center, direction, end), middle), way, SURELY_SEEN * radius))) - 2 * RAIL * radius;
  const excess = (/** @type {Vec3} */ way) => Math.max(Number((heightAlong(bodies, way, center) + ASIDE * radius - room(way)).toFixed(COMPARED)), 0);
  const other = difference(ZERO_VECTOR, side);
  const up = excess(other) < excess(side) ? other : side;
  const top = heightAlong(bodies, up, center);
  return { up, base: along(center, up, Math.max(top + LEAST_ASIDE * radius, Math.min(top + ASIDE * radius, room(up)))) };
}

/** How far the arrow reaches: beyond the end of the bars, as far as it is in the view. @param {Sight} sight @param {Vec3} base @param {Vec3} way @param {number} end @param {number} radius */
function arrowEnd({ middle }, base, way, end, radius) {
  return Math.max(end, Math.min(end + ASIDE * radius, leaving(difference(base, middle), way, SURELY_SEEN * radius)));
}

/** How far from a point a ray leaves a ball around zero, or where it passes by it. @param {Vec3} start @param {Vec3} way @param {number} radius */
function leaving(start, way, radius) {
  const past = -dot(way, start);
  return past + Math.sqrt(Math.max(past * past - dot(start, start) + radius * radius, 0));
}

/** The unit vector perpendicular to the axis that points most upwards; sideways for a vertical axis. @param {Vec3} direction */
function squareToAxis(direction) {
  /** @type {Vec3} */
  const up = Math.abs(direction[1]) < STEEP ? [0, 1, 0] : [1, 0, 0];
  return unit(along(up, direction, -dot(up, direction)));
}

/** The extent of the bodies along a direction, from a point. @param {PlacedBody[]} bodies @param {Vec3} up @param {Vec3} base */
function heightAlong(bodies, up, base) {
  return Math.max(...bodies.map((body) => dot(up, difference(support(body, up), base))));
}
