// Rotations of the playground: angles about the fixed axes x, then y, then z, in degrees; quaternions; and matrices.
//
// Quaternions are x, y, z, w here, as in scene files.

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */

const DEGREE = Math.PI / 180;
const NOISE = 1e-12; // radians below which an angle comes from rounding
const UPRIGHT = 1 - 1e-12; // sine of the angle about y beyond which x and z turn about the same axis

/** @param {ArrayLike<number>} angles  degrees @returns {number[]} */
export function quaternionOfAngles(angles) {
  const [x, y, z] = Array.from(angles, (angle) => (angle * DEGREE) / 2);
  const [sx, cx, sy, cy, sz, cz] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y), Math.sin(z), Math.cos(z)];
  return [sx * cy * cz - cx * sy * sz, cx * sy * cz + sx * cy * sz, cx * cy * sz - sx * sy * cz, cx * cy * cz + sx * sy * sz];
}

/** Degrees; the angle about x is 0 where only the sum of x and z is known. @param {number[]} quaternion @returns {Vec3} */
export function anglesOfQuaternion(quaternion) {
  const [[a, b], [d, e], [g, h, i]] = rotationRows(quaternion);
  const sine = Math.max(-1, Math.min(1, -g));
  const radians = Math.abs(sine) > UPRIGHT
    ? [0, Math.asin(sine), Math.atan2(-b, e)]
    : [Math.atan2(h, i), Math.asin(sine), Math.atan2(d, a)];
  const [x, y, z] = radians.map((angle) => (Math.abs(angle) < NOISE ? 0 : angle / DEGREE));
  return [x, y, z];
}

/** The rows of the matrix, local to world. @param {number[]} quaternion  of any length but 0 @returns {[Vec3, Vec3, Vec3]} */
export function rotationRows(quaternion) {
  const length = Math.hypot(...quaternion);
  const [x, y, z, w] = quaternion.map((part) => part / length);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** The quaternion of a rotation matrix: the root of its largest component is well away from 0. @param {number[][]} rows @returns {number[]} */
export function quaternionOfRows([[a, b, c], [d, e, f], [g, h, i]]) {
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const largest = squares.indexOf(Math.max(...squares));
  const twice = Math.sqrt(squares[largest]);
  const rest = [
    [twice, (b + d) / twice, (c + g) / twice, (h - f) / twice],
    [(b + d) / twice, twice, (f + h) / twice, (c - g) / twice],
    [(c + g) / twice, (f + h) / twice, twice, (d - b) / twice],
    [(h - f) / twice, (c - g) / twice, (d - b) / twice, twice],
  ][largest];
  return rest.map((part) => part / 2);
}

/** The rotation by an angle in the plane, radians. @param {number} angle */
export function quaternionInPlane(angle) {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

/** The 4×4 matrix of a pose by rows. @param {ArrayLike<number>} position @param {number[]} quaternion */
export function matrixOfPose(position, quaternion) {
  const rows = rotationRows(quaternion);
  return [...rows.flatMap((row, i) => [...row, position[i]]), 0, 0, 0, 1];
}
