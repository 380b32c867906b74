/**
 * What the scripts of engines get and return.
 *
 * @typedef {[number, number, number]} Vector
 * @typedef {{position: Vector, quaternion: [number, number, number, number]}} Pose  the quaternion with its real part last
 * @typedef {{type: string, rounding: number} & Record<string, any>} Shape  its fields as in scene files
 * @typedef {{a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, reach: number, wants_details: boolean,
 *   displacement: Vector | null}} Pair
 *   No two points of the shapes are further apart than `reach`, in metres.  `wants_details`: whether to return contact
 *   points, iterations and faces, too.  With a displacement it is a cast: A moves by it, without turning, until it touches B.
 *   The answer is the `fraction` of the displacement, the normal from A to B and a point of contact as `witness_b`; or
 *   the verdict "separated".  Only scripts of engines that answer casts get it.
 */

/** The engine does not take the pair; the message says why. */
export class Unsupported extends Error {}

/**
 * A point of a body in world space.
 * @param {Pose} pose
 * @param {Vector} point
 * @returns {Vector}
 */
export function place({ position, quaternion }, point) {
  return add(rotate(quaternion, point), position);
}

/**
 * A vector, rotated by a unit quaternion: v + 2 q × (q × v + w v).
 * @param {Pose["quaternion"]} quaternion
 * @param {Vector} vector
 * @returns {Vector}
 */
export function rotate([x, y, z, w], vector) {
  const once = add(cross([x, y, z], vector), scale(vector, w));
  return add(vector, scale(cross([x, y, z], once), 2));
}

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export function add(a, b) {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** @param {Vector} a @param {Vector} b */
export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export function sub(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** @param {Vector} v @param {number} factor @returns {Vector} */
export function scale(v, factor) {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}

/** The components of an engine's vector. @param {{x: number, y: number, z: number}} v @returns {Vector} */
export function components({ x, y, z }) {
  return [x, y, z];
}

/**
 * Calls an engine's query; returns its result and the seconds that it took.
 * @template T
 * @param {() => T} query
 * @returns {[T, number]}
 */
export function time(query) {
  const started = performance.now();
  const result = query();
  return [result, (performance.now() - started) / 1000];
}
