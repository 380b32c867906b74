// The Voronoi regions of a simplex in the plane as areas, all of them faintly and one of them lit, and why a step of GJK
// gets closer: `app/view/drawing/planar/regions.py` and `closer.py` in JavaScript.

import { SOLID } from "./drawlist.js";
import { ZERO_VECTOR } from "./marks.js";
import { clippedArea, drawCircle, intoView, squareAround } from "./planestrokes.js";
import { ACROSS, combinations, drawLineAcross, quarterRight } from "./simplexmarks.js";
import { meanPoint } from "./cut.js";
import { along, cross, difference, dot, isSame, isZero, norm, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./planestrokes.js").HalfPlane} HalfPlane
 */

const AREA_REACH = 12; // fraction of the view's radius: unbounded regions end far outside of the view
const TINTS = [0, 0.1, 0.2, 0]; // how strongly a region is filled, by the number of vertices of its feature
const LIT = 0.26;
const BORDER_WIDTH = 1.1;
const BORDER_OPACITY = 0.55;
const BEYOND = 0.1; // opacities
const WALL = 0.9;
const CIRCLE_OPACITY = 0.75;
const WALL_WIDTH = 2.2;
const CIRCLE_WIDTH = 1.6;
const CIRCLE_DASH = 5;
const ENTERING = 4.5; // width of the part of the segment within the circle
const OUTSIDE = 1.6; // of the parts before and after it
const WALL_NAME = 0.55; // fraction of the view's radius from the closest point to the name of the wall, along it

/** All regions of a simplex of two or three vertices, that of the feature `lit` in its colour. @param {Marks} marks @param {Vec3[]} points @param {number[]} lit @param {number} radius */
export function drawRegionAreas(marks, points, lit, radius) {
  for (const slots of points.flatMap((_, count) => combinations(points.map((__, slot) => slot), count + 1))) {
    const area = clippedArea(squareAround(meanPoint(points), AREA_REACH * radius), halfPlanes(points, slots));
    if (area.length === 0) continue;
    const isLit = slots.join() === lit.join();
    if (TINTS[slots.length] > 0 && !isLit) marks.polygon(area, ["dropped", TINTS[slots.length]]);
    if (isLit) marks.polygon(area, ["simplex", LIT]);
  }
  for (const [start, way] of bordersOf(points)) {
    marks.line(start, along(start, way, AREA_REACH * radius), ["dropped", BORDER_OPACITY], BORDER_WIDTH, 0, SOLID);
  }
}

/** The half-planes whose intersection is the region of a feature. @param {Vec3[]} points @param {number[]} slots @returns {HalfPlane[]} */
function halfPlanes(points, slots) {
  const [p, q] = slots.map((slot) => points[slot]);
  /** @type {[Vec3, Vec3][]} */
  const lines = slots.length === 1
    ? points.filter((point) => !isSame(point, p)).map((point) => [p, difference(point, p)])
    : slots.length === 3
      ? combinations(slots, 2).map((edge) => [points[edge[0]], outwards(points, edge)])
      : [[p, difference(p, q)], [q, difference(q, p)]];
  if (slots.length === 2 && points.length === 3) lines.push([p, difference(ZERO_VECTOR, outwards(points, slots))]);
  return lines.filter(([, normal]) => !isZero(normal)).map(([through, normal]) => [through, unit(normal)]);
}

/** Square to an edge of a triangle, away from its third vertex; zero if the triangle has no area. @param {Vec3[]} points @param {number[]} edge @returns {Vec3} */
function outwards(points, [i, j]) {
  const [p, way, up] = [points[i], difference(points[j], points[i]), difference(points[3 - i - j], points[i])];
  if (cross(way, up)[2] === 0) return ZERO_VECTOR;
  const normal = quarterRight(way);
  return dot(normal, difference(points[3 - i - j], p)) < 0 ? normal : difference(ZERO_VECTOR, normal);
}

/** The rays between regions: where they start, and their unit directions. @param {Vec3[]} points @returns {[Vec3, Vec3][]} */
function bordersOf(points) {
  return combinations(points.map((_, slot) => slot), 2).flatMap((edge) => {
    const [p, q] = edge.map((slot) => points[slot]);
    const normal = quarterRight(unit(difference(q, p)));
    const ways = points.length === 2 ? [normal, difference(ZERO_VECTOR, normal)] : [unit(outwards(points, edge))];
    return [p, q].flatMap((end) => ways.filter((way) => !isZero(way)).map((way) => /** @type {[Vec3, Vec3]} */ ([end, way])));
  });
}

/**
 * The wall and the circle through the closest point, and the segment from there to the support point that was found.
 * Nothing is drawn if the closest point is the origin.
 * @param {Marks} marks
 * @param {Vec3} closest
 * @param {Vec3 | null} found
 * @param {Vec3} center  of the view
 * @param {number} radius
 */
export function drawCloser(marks, closest, found, center, radius) {
  if (isZero(closest)) return;
  const away = unit(closest);
  marks.polygon(clippedArea(squareAround(closest, ACROSS * radius), [[closest, away]]), ["search", BEYOND]);
  drawLineAcross(marks, closest, away, ACROSS * radius, ["search", WALL], WALL_WIDTH);
  marks.label("wall", intoView(center, along(closest, quarterRight(away), WALL_NAME * radius), radius), "search", 4, ZERO_VECTOR);
  drawCircle(marks, ZERO_VECTOR, norm(closest), ["text", CIRCLE_OPACITY], CIRCLE_WIDTH, CIRCLE_DASH);
  if (!found || isSame(found, closest)) return;
  const way = difference(found, closest);
  const inside = Math.min(Math.max((-2 * dot(closest, way)) / dot(way, way), 0), 1);
  marks.line(closest, found, ["text", CIRCLE_OPACITY], OUTSIDE);
  if (inside > 0) marks.line(closest, along(closest, way, inside), "new", ENTERING);
}
