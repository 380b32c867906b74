// Vectors [x, y, z], and poses: the rows of a 3×4 matrix from a local frame to the world.

/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {import("./drawlist.js").Pose} Pose */

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {Vec3} */
export const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The point `a` moved `length` times along `way`.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} way @param {number} length @returns {Vec3} */
export const along = (a, way, length) => [a[0] + way[0] * length, a[1] + way[1] * length, a[2] + way[2] * length];

/** A local point in the world.
 * @param {Pose} m @param {ArrayLike<number>} p @returns {Vec3} */
export function transformed(m, p) {
  return [dot([m[0], m[1], m[2]], p) + m[3], dot([m[4], m[5], m[6]], p) + m[7], dot([m[8], m[9], m[10]], p) + m[11]];
}

/** A world direction in the local frame.
 * @param {Pose} m @param {ArrayLike<number>} d @returns {Vec3} */
export function intoFrame(m, d) {
  return [dot([m[0], m[4], m[8]], d), dot([m[1], m[5], m[9]], d), dot([m[2], m[6], m[10]], d)];
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {Vec3} */
export const sum = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @returns {Vec3} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

const LEAST_SQUARE = 2 ** -100; // of a length, within which it has all digits
const MOST_SQUARE = 2 ** 100;

/** The length, with the bits of Python's for all lengths but extreme ones. @param {ArrayLike<number>} a */
export function norm(a) {
  const square = dot(a, a);
  return square > LEAST_SQUARE && square < MOST_SQUARE ? Math.sqrt(square) : Math.hypot(a[0], a[1], a[2]);
}

/** The vector with length 1; the zero vector stays zero. @param {ArrayLike<number>} a @returns {Vec3} */
export function unit(a) {
  const length = norm(a);
  return length === 0 ? [0, 0, 0] : [a[0] / length, a[1] / length, a[2] / length];
}

/** @param {ArrayLike<number>} a */
export const isZero = (a) => a[0] === 0 && a[1] === 0 && a[2] === 0;

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export const isSame = (a, b) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
