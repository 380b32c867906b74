// Placed polytopes: support points and corners, as `engine/shapes/support.py` and `engine/geometry/polytope.py` have them.

import { intoFrame, transformed } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./drawlist.js").Pose} Pose
 * @typedef {import("./engine.js").Core} Core
 *
 * @typedef {object} PlacedBody  A box, or a polytope with vertices, rounded or not.
 * @property {Vec3[]} corners  in its own frame, in the order of their indices
 * @property {Vec3 | null} half  half extents of a box
 * @property {number} radius
 * @property {Pose} pose
 * @property {Vec3} center  in the world
 * @property {Vec3} ballCenter  of the ball around the shape, in the world
 */

const BLOCK_LANES = 8; // vertices of a block: `engine/shapes/blocks.py`
const VERTEX_BLOCK = 4 * BLOCK_LANES;
const INDEX_BITS = 32n; // of a key, below those of the index

/** @param {Core} core @param {number[]} matrix  4×4, by rows @returns {PlacedBody} */
export function placedBody(core, matrix) {
  const pose = /** @type {Pose} */ (/** @type {unknown} */ (matrix.slice(0, 12)));
  const half = core.blocks.length === 0 ? /** @type {Vec3} */ (Array.from(core.size)) : null;
  return { corners: half ? cornersOfBox(half) : verticesIn(core.blocks), half, radius: core.radius, pose, center: transformed(pose, core.center), ballCenter: transformed(pose, core.ballCenter) };
}

/** The point of the core that lies furthest along a direction; the first of several. @param {PlacedBody} body @param {Vec3} direction @returns {Vec3} */
export function support({ corners, half, pose }, direction) {
  const d = intoFrame(pose, direction);
  if (half) return transformed(pose, [0, 1, 2].map((i) => (d[i] >= 0 ? half[i] : -half[i])));
  let best = 0, most = -Infinity;
  corners.forEach((corner, i) => {
    const height = corner[0] * (0.25 * d[0]) + corner[1] * (0.25 * d[1]) + corner[2] * (0.25 * d[2]);
    if (height > most) [best, most] = [i, height];
  });
  return transformed(pose, corners[best]);
}

/** Corners in the world. @param {PlacedBody} body @param {number[]} numbers @returns {Vec3[]} */
export function cornersAt({ corners, pose }, numbers) {
  return numbers.map((number) => transformed(pose, corners[number]));
}

/** @param {Vec3} half @returns {Vec3[]} */
function cornersOfBox([x, y, z]) {
  return Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
}

/** @param {Float64Array} blocks @returns {Vec3[]} */
function verticesIn(blocks) {
  const keys = new BigInt64Array(blocks.slice().buffer);
  /** @type {Vec3[]} */
  const vertices = [];
  for (let start = 0; start < blocks.length; start += VERTEX_BLOCK) {
    for (let lane = start; lane < start + BLOCK_LANES; lane++) {
      const index = Number(keys[lane + 3 * BLOCK_LANES] >> INDEX_BITS);
      vertices[index] ??= [blocks[lane], blocks[lane + BLOCK_LANES], blocks[lane + 2 * BLOCK_LANES]];
    }
  }
  return vertices;
}
