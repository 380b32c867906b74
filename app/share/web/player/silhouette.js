// Outlines: where front-facing facets of a surface meet back-facing ones; app/view/drawing/outline.py in JavaScript.

import { along, intoFrame } from "./vectors.js";

/** @typedef {import("./drawlist.js").Outline} Outline */
/** @typedef {import("./camera.js").Vec4} Vec4 */

/** The ends of the folds between a front-facing and a back-facing facet, six numbers each.
 * @param {Outline} outline @param {Vec4} eye homogeneous: a point with weight 1, or a direction with weight 0 */
export function silhouetteEnds({ folds, pose }, eye) {
  const facing = facingFacets(folds, pose, eye);
  const { ends, facets } = folds;
  const found = new Float32Array(ends.length);
  let count = 0;
  for (let fold = 0; 2 * fold < facets.length; fold++) {
    if (facing[facets[2 * fold]] === facing[facets[2 * fold + 1]]) continue;
    for (let k = 0; k < 6; k++) found[count++] = ends[6 * fold + k];
  }
  return found.subarray(0, count);
}

/** 1 for each facet that faces the eye.
 * @param {Outline["folds"]} folds @param {Outline["pose"]} pose @param {Vec4} eye */
function facingFacets({ normals, offsets, center }, pose, eye) {
  const weight = eye[3];
  const [x, y, z] = along(intoFrame(pose, along(eye, [pose[3], pose[7], pose[11]], -weight)), center, -weight);
  const facing = new Uint8Array(offsets.length);
  for (let i = 0; i < offsets.length; i++) {
    const height = normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z;
    facing[i] = height > weight * offsets[i] ? 1 : 0;
  }
  return facing;
}
