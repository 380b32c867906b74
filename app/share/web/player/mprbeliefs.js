// What a step of MPR takes for true about the origin, and whether it is: `engine/mpr/algorithm.py` in JavaScript.

import { ZERO_VECTOR } from "./marks.js";
import { orientation } from "./orientation.js";
import { cross, difference } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./stepwords.js").StepWords} StepWords
 *
 * @typedef {object} Belief
 * @property {Vec3[]} corners  of the face
 * @property {Vec3} normal  towards the side that is taken to be outside
 * @property {boolean} isInside  whether the origin is taken to be inside
 * @property {number} truth  place in `StepWords.truths`
 * @property {boolean} isWrong
 */

export const FACE_SIDES = { inside: 0, on: 1, outside: 2, flat: 3 }; // numbers of `FaceSide` in `engine/registry/belief.py`; a test compares them

/** The planes through v0 while a portal is searched; afterwards, whether the origin lies before the portal. @param {any} step @param {StepWords} words @returns {Belief[]} */
export function beliefsOf(step, { phase }) {
  const { interior, before, support, sides, direction, height, gain } = step;
  if (support.birth !== step.iteration) return [];
  const points = before.map((/** @type {{point: Vec3}} */ { point }) => point);
  if (step.phase === phase.DISCOVER) {
    const [v1, v2, v3] = [...points, support.point];
    return [[v1, v2], [v2, v3], [v3, v1]].map(([p, q], i) => beliefOfPlane(interior.point, p, q, sides[i]));
  }
  if (step.phase !== phase.REFINE) return [];
  const [p, q, r] = points;
  return [belief(points, direction, height >= gain, trueSide(p, q, r, interior.point))];
}

/** The ray, and with it the origin, should be on the left of the plane from p to q. @param {Vec3} v0 @param {Vec3} p @param {Vec3} q @param {number} side */
function beliefOfPlane(v0, p, q, side) {
  const inwards = cross(difference(p, v0), difference(q, v0));
  const sign = orientation(v0, p, q, ZERO_VECTOR);
  return belief([v0, p, q], difference(ZERO_VECTOR, inwards), side >= 0, sign > 0 ? FACE_SIDES.inside : sign < 0 ? FACE_SIDES.outside : FACE_SIDES.on);
}

/** @param {Vec3[]} corners @param {Vec3} normal @param {boolean} isInside @param {number} truth @returns {Belief} */
function belief(corners, normal, isInside, truth) {
  return { corners, normal, isInside, truth, isWrong: truth !== FACE_SIDES.on && truth !== (isInside ? FACE_SIDES.inside : FACE_SIDES.outside) };
}

/** The side of the origin, relative to a face of a tetrahedron. @param {Vec3} p @param {Vec3} q @param {Vec3} r @param {Vec3} opposite */
function trueSide(p, q, r, opposite) {
  const [fourth, origin] = [orientation(p, q, r, opposite), orientation(p, q, r, ZERO_VECTOR)];
  if (fourth === 0) return FACE_SIDES.flat;
  return origin === 0 ? FACE_SIDES.on : origin === fourth ? FACE_SIDES.inside : FACE_SIDES.outside;
}
