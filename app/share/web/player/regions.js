// The Voronoi region that contains the origin in a step of GJK: `app/view/drawing/marks/regions.py` in JavaScript, with
// the half-spaces of `engine/gjk/voronoi.py`.

import { TRANSLUCENT } from "./drawlist.js";
import { cutOut, frame, meanPoint } from "./cut.js";
import { along, cross, difference, dot, isZero, norm, unit } from "./vectors.js";
import { ZERO_VECTOR } from "./marks.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./cut.js").RegionPlane} RegionPlane
 * @typedef {import("./cut.js").Facet} Facet
 */

const REGION_REACH = 0.25; // fraction of the view's radius: least extent at which an unbounded region is clipped
const REGION_MARGIN = 1.15; // factor by which the shown part extends past the origin
const REGION_EDGES = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]];
const REGION_FACES = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

/** The vertices of each region's feature, by the region's number: `SLOTS` in `engine/gjk/simplex.py`. */
export const SLOTS = [[0], [1], [2], [3], ...REGION_EDGES, ...REGION_FACES, [0, 1, 2, 3]];
export const INTERIOR = SLOTS.length - 1; // number of the region

/** @param {import("./marks.js").Marks} marks @param {import("./steps.js").StepRecord} step @param {number} radius */
export function drawRegion(marks, step, radius) {
  if (step.candidate.size < 2) return;
  /** @type {Vec3[]} */
  const points = step.candidate.vertices.slice(0, step.candidate.size).map((/** @type {any} */ vertex) => vertex.point);
  for (const { corners, isEnd } of facetsOf(points, step.region, radius)) {
    if (isEnd) continue;
    marks.polygon(corners, ["simplex", 0.1]);
    marks.path(corners, ["simplex", 0.5], 1.2, { layer: TRANSLUCENT, closed: true });
  }
}

/** @param {Vec3[]} points @param {number} region @param {number} radius @returns {Facet[]} */
function facetsOf(points, region, radius) {
  const feature = SLOTS[region].map((slot) => points[slot]);
  if (feature.length === 4) return REGION_FACES.map((face) => ({ corners: face.map((slot) => feature[slot]), isEnd: false }));
  const center = meanPoint(feature);
  return cutOut(center, axesOf(feature), reachOf(feature, center, radius), halfSpaces(points, region));
}

/** The axes of the clipping box: the first along an edge, or along a face's normal. @param {Vec3[]} feature */
function axesOf([p, q, r]) {
  if (!q) return frame(ZERO_VECTOR);
  return frame(r ? cross(difference(q, p), difference(r, p)) : difference(q, p));
}

/** The half sides of the clipping box. @param {Vec3[]} feature @param {Vec3} center @param {number} radius @returns {Vec3} */
function reachOf(feature, center, radius) {
  const across = Math.max(REGION_REACH * radius, REGION_MARGIN * norm(center));
  const extent = REGION_MARGIN * Math.max(...feature.map((point) => norm(difference(point, center))));
  return feature.length === 1 ? [across, across, across] : feature.length === 2 ? [extent, across, across] : [across, extent, extent];
}

/** The half-spaces whose intersection is the region. @param {Vec3[]} points @param {number} region @returns {RegionPlane[]} */
function halfSpaces(points, region) {
  const slots = SLOTS[region];
  const planes = [ofVertex, ofEdge, ofFace][slots.length - 1](points, slots);
  return planes.filter(({ normal }) => !isZero(normal));
}

/** @param {Vec3[]} points @param {number[]} slots @returns {RegionPlane[]} */
function ofVertex(points, [slot]) {
  const here = points[slot];
  return points.filter((_, i) => i !== slot).map((point) => ({ point: here, normal: unit(difference(point, here)) }));
}

/** @param {Vec3[]} points @param {number[]} slots @returns {RegionPlane[]} */
function ofEdge(points, slots) {
  const [p, q] = slots.map((slot) => points[slot]);
  const beside = points.filter((_, i) => !slots.includes(i)).map((third) => ({ point: p, normal: squareTo(difference(third, p), unit(difference(q, p))) }));
  return [{ point: p, normal: unit(difference(p, q)) }, { point: q, normal: unit(difference(q, p)) }, ...beside];
}

/** @param {Vec3[]} points @param {number[]} slots @returns {RegionPlane[]} */
function ofFace(points, slots) {
  const planes = REGION_EDGES.slice(0, 3).map(([i, j]) => {
    const [p, q, third] = [i, j, 3 - i - j].map((corner) => points[slots[corner]]);
    return { point: p, normal: negative(squareTo(difference(third, p), unit(difference(q, p)))) };
  });
  return points.length === 4 ? [...planes, outerSide(points, slots)] : planes;
}

/** The half-space of a face's plane without the fourth vertex. @param {Vec3[]} points @param {number[]} face @returns {RegionPlane} */
function outerSide(points, face) {
  const [p, q, r] = face.map((slot) => points[slot]);
  const fourth = points[6 - face[0] - face[1] - face[2]];
  const normal = unit(cross(difference(q, p), difference(r, p)));
  return { point: p, normal: dot(normal, difference(fourth, p)) < 0 ? negative(normal) : normal };
}

/** The unit vector along the part of `v` perpendicular to a unit vector. @param {Vec3} v @param {Vec3} edge */
function squareTo(v, edge) {
  return unit(along(v, edge, -dot(v, edge)));
}

/** @param {Vec3} v */
function negative(v) {
  return difference(ZERO_VECTOR, v);
}
