/**
 * What the scripts of 2D engines get and return.
 *
 * @typedef {[number, number]} Point
 * @typedef {{type: string, corners: Point[], radius: number, position: Point, angle: number}} Form
 *   The convex hull of its corners, with a radius around it: one corner for a circle, two for a segment.  Corners are
 *   anticlockwise, in the shape's frame, which is turned by the angle and then moved to the position.
 * @typedef {{a: Form, b: Form, reach: number, wants_details: boolean}} PlanePair
 *   No two points of the shapes are further apart than `reach`, in metres.  `wants_details`: whether to return contact
 *   points, too.
 */

/** @param {Point} a @param {Point} b @returns {Point} */
export function sub(a, b) {
  return [a[0] - b[0], a[1] - b[1]];
}

/** A point on the line through another one. @param {Point} start @param {Point} direction @param {number} length */
export function along(start, direction, length) {
  return /** @type {Point} */ ([start[0] + length * direction[0], start[1] + length * direction[1]]);
}

/** The components of an engine's vector. @param {{x: number, y: number}} v @returns {Point} */
export function components({ x, y }) {
  return [x, y];
}
