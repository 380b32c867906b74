// Poses and rotations: the rows of 3×4 or 4×4 matrices from a local frame to the world, and unit quaternions.

import { difference, intoFrame, transformed } from "./vectors.js";

/** @typedef {import("./drawlist.js").Pose} Pose */
/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {[number, number, number, number]} Quaternion  w, x, y, z */

/** The product of two quaternions, as a unit one. @param {Quaternion} p @param {Quaternion} q @returns {Quaternion} */
export function multiplied([a, b, c, d], [w, x, y, z]) {
  const product = [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w];
  const [p, q, r, s] = product.map((part) => part / Math.hypot(...product));
  return [p, q, r, s];
}

/** A 4×4 matrix turned about its position, and moved. @param {number[]} matrix @param {Quaternion} turn @param {Vec3} shift */
export function posedMatrix(matrix, [w, x, y, z], shift) {
  const turned = [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0,
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0,
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0,
  ];
  const isTurned = x !== 0 || y !== 0 || z !== 0;
  const rows = isTurned ? composed(turned, matrix) : [...matrix];
  [0, 1, 2].forEach((i) => (rows[4 * i + 3] = matrix[4 * i + 3] + shift[i]));
  return [...rows.slice(0, 12), 0, 0, 0, 1];
}

/** The product of two 3×4 matrices. @param {Pose} outer @param {Pose} inner @returns {number[]} */
export function composed(outer, inner) {
  const columns = [0, 1, 2].map((k) => {
    const [x, y, z] = transformed(outer, [inner[k], inner[4 + k], inner[8 + k]]);
    return [x - outer[3], y - outer[7], z - outer[11]];
  });
  const position = transformed(outer, [inner[3], inner[7], inner[11]]);
  return [0, 1, 2].flatMap((row) => [columns[0][row], columns[1][row], columns[2][row], position[row]]);
}

/** A pose relative to another one. @param {Pose} frame @param {Pose} pose @returns {number[]} */
export function relativePose(frame, pose) {
  const columns = [0, 1, 2].map((k) => intoFrame(frame, [pose[k], pose[4 + k], pose[8 + k]]));
  const position = intoFrame(frame, difference([pose[3], pose[7], pose[11]], [frame[3], frame[7], frame[11]]));
  return [0, 1, 2].flatMap((row) => [columns[0][row], columns[1][row], columns[2][row], position[row]]);
}
