// Marks of a step of GJK and of EPA in the plane: `app/view/drawing/marks/plane_gjk.py`, `plane_epa.py` and
// `planar/polygon.py` in JavaScript.  What is drawn as in 3D is drawn by the same functions, of points placed in space.

import { drawEpaInWorld, SEED } from "./epamarks.js";
import { drawGjkInWorld, drawGjkVertices, ROUNDINGS, verticesOfSimplex } from "./gjkmarks.js";
import { ZERO_VECTOR } from "./marks.js";
import { drawCloser, drawRegionAreas } from "./planeregions.js";
import { arrowRoom, drawCircle, inSpace } from "./planestrokes.js";
import { isLastStep, ORIGIN_ENCLOSED } from "./sight.js";
import { ACROSS, drawClosest, drawDirection, drawLineAcross, drawNew, drawSimplex, drawSupportPlane, meanOfVertices } from "./simplexmarks.js";
import { digits } from "./text.js";
import { along, isSame } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./simplexmarks.js").MarkedVertex} MarkedVertex
 */

/** The vertices of each region's feature, by the region's number: `PLANE_SLOTS` in `engine/plane/gjk/simplex.py`. */
export const PLANE_SLOTS = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];

const PATH_OPACITY = 0.55;
const POLYGON_OPACITY = 0.14;
const SIDE_WIDTH = 2.2;
const SEARCHED_WIDTH = 5.5;
const REPLACED_WIDTH = 1.8;
const REPLACED_DASH = 6;
const FEW_CORNERS = 12; // all are named up to this count; more names would cover the polygon
const RING_OPACITY = 0.5;
const RING_WIDTH = 1.2;
const RING_DASH = 4;

/** The sight with the steps that a drawing of GJK needs in space. @param {Sight} sight @returns {Sight} */
function gjkSight(sight) {
  return { ...sight, steps: sight.steps.map(inSpace) };
}

/** The sight with its step in space; EPA draws no other. @param {Sight} sight @returns {Sight} */
function epaSight(sight) {
  return { ...sight, steps: [inSpace(sight.steps[sight.number])], number: 0 };
}

/** @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawPlaneGjkInWorld(marks, sight, radius) {
  drawGjkInWorld(marks, gjkSight(sight), radius);
}

/** The regions, the simplex with new, dropped and refused vertices, the direction and the closest point. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawPlaneGjkInDifference(marks, sight, radius) {
  const { steps, number, visible, center } = gjkSight(sight);
  const step = steps[number];
  /** @type {Vec3[]} */
  const points = verticesOfSimplex(step.candidate).map(({ point }) => point);
  if (visible.regions && points.length > 1) drawRegionAreas(marks, points, PLANE_SLOTS[step.region], radius);
  if (visible.closer) drawCloser(marks, number === 0 ? step.closest : step.closest_before, number === 0 ? null : step.support.point, center, radius);
  drawSupportPlane(marks, step.support, step.direction, sight, radius);
  if (visible.path) drawFaintPath(marks, steps.slice(0, number + 1).map(({ closest }) => closest));
  drawGjkVertices(marks, step);
  drawRoomyDirection(marks, number === 0 ? step.support.point : step.closest_before, step.direction, center, radius);
  if (step.exit !== ORIGIN_ENCLOSED) drawClosest(marks, step.closest, ROUNDINGS * step.roundoff * step.reach);
}

/** @param {Marks} marks @param {Vec3[]} places */
function drawFaintPath(marks, places) {
  marks.path(places, ["text", PATH_OPACITY], 1.3);
  for (const place of places.slice(0, -1)) marks.point(place, ["text", PATH_OPACITY], 5);
}

/** The search direction, as far as there is room; returns where it starts. @param {Marks} marks @param {Vec3} tail @param {Vec3} direction @param {Vec3} center @param {number} radius */
function drawRoomyDirection(marks, tail, direction, center, radius) {
  const [start, share] = arrowRoom(center, tail, direction, radius);
  drawDirection(marks, start, direction, share * radius);
  return start;
}

/** @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawPlaneEpaInWorld(marks, sight, radius) {
  drawEpaInWorld(marks, epaSight(sight), radius);
}

/** The polygon, the search from its nearest edge, and the bounds on the depth. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawPlaneEpaInDifference(marks, sight, radius) {
  const seen = epaSight(sight);
  const [step] = seen.steps;
  if (step.edges.length === 0) drawSimplex(marks, step.polygon);
  else drawPolygon(marks, step, seen, radius);
  if (step.aim === SEED) return;
  const ends = step.chosen < 0 ? step.before : sideOf(step.before, step.chosen);
  if (!isSame(step.direction, step.normal) || isLastStep(seen)) drawSupportPlane(marks, step.support, step.direction, seen, radius); // else it is drawn
  const tail = drawRoomyDirection(marks, meanOfVertices(ends), step.direction, seen.center, radius);
  drawNew(marks, step.support);
  if (step.polygon.some((/** @type {MarkedVertex} */ { birth }) => birth === step.support.birth)) return;
  marks.point(step.support.point, "search", 9);
  marks.label(`w${step.support.birth}`, step.support.point, "search", 8, tail);
}

/** The ends of an edge. @param {MarkedVertex[]} polygon @param {number} edge */
export function sideOf(polygon, edge) {
  return [polygon[edge], polygon[(edge + 1) % polygon.length]];
}

/** The polygon that a step ended with, the edge that two others replaced, and the bounds. @param {Marks} marks @param {any} step @param {Sight} sight @param {number} radius */
function drawPolygon(marks, step, sight, radius) {
  /** @type {{polygon: MarkedVertex[], before: MarkedVertex[]}} */
  const { polygon, before } = step;
  const searched = polygon.length !== before.length ? step.nearest : step.chosen;
  marks.polygon(polygon.map(({ point }) => point), ["simplex", POLYGON_OPACITY]);
  polygon.forEach(({ point }, i) => marks.line(point, sideOf(polygon, i)[1].point, "simplex", i === searched ? SEARCHED_WIDTH : SIDE_WIDTH));
  const [middle, newest] = [meanOfVertices(polygon), Math.max(...polygon.map(({ birth }) => birth))];
  for (const { point, birth } of polygon) {
    marks.point(point, "simplex", 9);
    if (polygon.length <= FEW_CORNERS || birth === newest) marks.label(`w${birth}`, point, "simplexText", 8, middle);
  }
  if (step.chosen >= 0 && polygon.length > before.length) {
    const [p, q] = sideOf(before, step.chosen);
    marks.line(p.point, q.point, "dropped", REPLACED_WIDTH, REPLACED_DASH);
  }
  if (step.nearest >= 0 && !isLastStep(sight)) drawPlaneDepth(marks, step, sight, radius);
}

/** The way to the nearest edge, and the line that A − B does not cross. @param {Marks} marks @param {any} step @param {Sight} sight @param {number} radius */
function drawPlaneDepth(marks, step, { visible }, radius) {
  const { normal, distance } = step.edges[step.nearest];
  const least = along(ZERO_VECTOR, normal, distance);
  drawCircle(marks, ZERO_VECTOR, distance, ["text", RING_OPACITY], RING_WIDTH, RING_DASH);
  marks.line(ZERO_VECTOR, least, "text", 2, 4);
  marks.point(least, "text", 8);
  marks.label(`at least ${digits(Math.max(distance, 0))} m deep`, least, "text", 6, ZERO_VECTOR);
  if (!visible.planes || !Number.isFinite(step.lower)) return;
  const most = along(ZERO_VECTOR, step.normal, -step.lower);
  drawLineAcross(marks, most, step.normal, ACROSS * radius, ["text", 0.7]);
  marks.point(most, ["text", 0.8], 6);
  marks.label(`at most ${digits(-step.lower)} m deep`, most, "text", 5, ZERO_VECTOR);
}
