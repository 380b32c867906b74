// Marks of a step of EPA in both views: `app/view/drawing/marks/epa.py` in JavaScript.

import { drawDepth, drawPolytope } from "./polytopemarks.js";
import { drawDirection, drawNew, drawSimplex, drawSupportPlane, drawSupports, meanOfVertices } from "./simplexmarks.js";
import { isSame } from "./vectors.js";

/** @typedef {import("./marks.js").Marks} Marks */
/** @typedef {import("./sight.js").Sight} Sight */

export const SEED = 0; // number of `SearchReason` in `engine/epa/steps.py`: no search yet; a test compares it

/** The support points; none for a seed, which makes no search. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawEpaInWorld(marks, sight, radius) {
  const step = sight.steps[sight.number];
  if (sight.visible.supports && step.aim !== SEED) drawSupports(marks, step.support, step.direction, sight, radius);
}

/** The polytope, the search direction and its support, and the bounds on the depth. @param {Marks} marks @param {Sight} sight @param {number} radius */
export function drawEpaInDifference(marks, sight, radius) {
  const step = sight.steps[sight.number];
  if (step.faces.length === 0) {
    drawSimplex(marks, step.vertices);
    return;
  }
  const shown = step.chosen >= 0 ? step.chosen : step.nearest;
  drawPolytope(marks, {
    vertices: step.vertices,
    faces: step.faces.filter((/** @type {any} */ face) => face.death < 0).map(cornersOfFace),
    gone: visibleFaces(step).map(cornersOfFace),
    horizon: horizonOf(step),
    searched: shown >= 0 ? step.faces[shown].corners : null,
  });
  if (step.nearest >= 0 && Number.isFinite(step.lower)) drawDepth(marks, step.faces[step.nearest], step, sight, radius);
  if (step.aim === SEED) return;
  const searched = step.chosen >= 0 ? step.faces[step.chosen].corners.map((/** @type {number} */ i) => step.vertices[i]) : step.vertices;
  drawDirection(marks, meanOfVertices(searched), step.direction, radius);
  if (!isSame(step.direction, step.normal)) drawSupportPlane(marks, step.support, step.direction, sight, radius); // else it is drawn
  drawNew(marks, step.support);
}

/** The faces that this step removed, as they are visible from the support point. @param {any} step @returns {any[]} */
export function visibleFaces(step) {
  return step.faces.filter((/** @type {any} */ face) => face.death === step.iteration);
}

/** The edges around the visible faces, in order. @param {any} step @returns {[number, number][]} */
export function horizonOf(step) {
  if (visibleFaces(step).length === 0) return [];
  return step.faces.filter((/** @type {any} */ face) => face.birth === step.iteration).map((/** @type {any} */ face) => face.corners.slice(0, 2));
}

/** @param {any} face */
function cornersOfFace(face) {
  return face.corners;
}
