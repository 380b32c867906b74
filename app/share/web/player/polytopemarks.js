// EPA's polytope inside A − B, and the bounds on the depth: `app/view/drawing/marks/polytope.py` in JavaScript.

import { SOLID } from "./drawlist.js";
import { ZERO_VECTOR } from "./marks.js";
import { isLastStep } from "./sight.js";
import { drawPlane, meanOfVertices } from "./simplexmarks.js";
import { digits } from "./text.js";
import { along } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./simplexmarks.js").MarkedVertex} MarkedVertex
 * @typedef {[number, number, number]} Corners
 *
 * @typedef {object} DrawnPolytope  Faces and edges are given by numbers of vertices.
 * @property {MarkedVertex[]} vertices
 * @property {Corners[]} faces
 * @property {Corners[]} gone  removed: visible from the new vertex
 * @property {[number, number][]} horizon
 * @property {Corners | null} searched  the expanded face, else the nearest one
 */

const EDGE_WIDTH = 1.8; // thinner than a simplex: a polytope has many
const GONE_DASH = 5;
const FEW_VERTICES = 12; // all are named up to this count; more names would cover the polytope

/** The faces, with the expanded one filled, removed ones dashed, and the horizon as thick lines. @param {Marks} marks @param {DrawnPolytope} polytope */
export function drawPolytope(marks, polytope) {
  const { vertices, faces, gone, horizon, searched } = polytope;
  const cornersOf = (/** @type {number[]} */ face) => face.map((i) => vertices[i].point);
  drawFaces(marks, faces.map(cornersOf), "simplex", 0);
  drawFaces(marks, gone.map(cornersOf), "dropped", GONE_DASH);
  for (const [i, j] of horizon) marks.line(vertices[i].point, vertices[j].point, "new", 3.5, 0, SOLID);
  if (searched) marks.polygon(cornersOf(searched), ["simplex", 0.5]);
  nameVertices(marks, polytope);
}

/** @param {Marks} marks @param {Vec3[][]} faces @param {"simplex" | "dropped"} role @param {number} dash */
function drawFaces(marks, faces, role, dash) {
  for (const corners of faces) {
    marks.polygon(corners, [role, 0.12]);
    marks.path(corners, role, EDGE_WIDTH, { dash, layer: SOLID, closed: true });
  }
}

/** Names the vertices of the faces, of many only the newest, and the lost ones. @param {Marks} marks @param {DrawnPolytope} polytope */
function nameVertices(marks, { vertices, faces, gone }) {
  const used = new Set(faces.flat());
  const inOrder = (/** @type {Iterable<number>} */ numbers) => [...numbers].sort((i, j) => i - j).map((i) => vertices[i]);
  const shown = inOrder(used);
  const middle = meanOfVertices(shown);
  for (const { point, birth } of shown.length <= FEW_VERTICES ? shown : shown.slice(-1)) {
    marks.point(point, "simplex", 9);
    marks.label(`w${birth}`, point, "simplexText", 8, middle);
  }
  for (const { point, birth } of inOrder(new Set(gone.flat().filter((i) => !used.has(i))))) {
    marks.point(point, "dropped", 9);
    marks.label(`w${birth} dropped`, point, "dropped", 4);
  }
}

/**
 * The way from the origin to the nearest face, and the plane that bounds A − B.
 * @param {Marks} marks
 * @param {any} face  the nearest one
 * @param {any} step
 * @param {import("./sight.js").Sight} sight
 * @param {number} radius
 */
export function drawDepth(marks, face, step, sight, radius) {
  if (isLastStep(sight)) return;
  const foot = along(ZERO_VECTOR, face.normal, face.distance);
  marks.line(ZERO_VECTOR, foot, "text", 2, 4);
  marks.point(foot, "text", 8);
  marks.label(`at least ${digits(Math.max(face.distance, 0))} m deep`, foot, "text", 6, ZERO_VECTOR);
  if (!sight.visible.planes) return;
  const through = along(ZERO_VECTOR, step.normal, -step.lower);
  drawPlane(marks, through, step.normal, radius, "text");
  marks.label(`at most ${digits(-step.lower)} m deep`, through, "text", 5, foot);
}
