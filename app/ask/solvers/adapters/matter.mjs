// matter.js: `Collision.collides` of two bodies.

import { along, components } from "../node/plane.mjs";
import { time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/plane.mjs").PlanePair} PlanePair
 * @typedef {import("../node/plane.mjs").Form} Form
 */

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const matter = (await engine()).default;
  return (/** @type {PlanePair} */ { a, b, wants_details }) => {
    const [bodyA, bodyB] = [bodyOf(matter, a), bodyOf(matter, b)];
    const [found, seconds] = time(() => matter.Collision.collides(bodyA, bodyB));
    return { ...(found === null ? { verdict: "separated" } : overlap(found, bodyA, wants_details)), seconds };
  };
}

/** @param {any} matter @param {Form} form */
function bodyOf(matter, { type, corners, radius, position, angle }) {
  const [x, y] = position;
  if (corners.length === 1 && radius > 0) {
    const [{ x: dx, y: dy }] = placed(matter, corners, angle);
    return matter.Bodies.circle(x + dx, y + dy, radius, { angle });
  }
  if (corners.length < 3 || type === "capsule") throw new Unsupported(`${type}: matter.js has no such shape`);
  if (radius > 0)
    throw new Unsupported(`${type} with rounding: matter.js replaces rounded corners by chamfers that are not symmetric`);
  const vertices = corners.map(([px, py]) => ({ x: px, y: py }));
  const [centre] = placed(matter, [components(matter.Vertices.centre(vertices))], angle);
  return matter.Body.create({ vertices, position: { x: x + centre.x, y: y + centre.y }, angle });
}

/** Points of a shape, turned like it. @param {any} matter @param {[number, number][]} points @param {number} angle */
function placed(matter, points, angle) {
  return points.map(([x, y]) => matter.Vector.rotate({ x, y }, angle));
}

/**
 * The normal of a collision points towards its own `bodyA`, which is the older body.
 * @param {any} found @param {any} bodyA @param {boolean} wantsDetails
 */
function overlap(found, bodyA, wantsDetails) {
  const normal = along([0, 0], components(found.normal), found.bodyA === bodyA ? -1 : 1);
  const supports = found.supports.slice(0, found.supportCount ?? found.supports.length);
  const points = supports.map((/** @type {any} */ support) => ({ position: components(support) }));
  return { signed_distance: -found.depth, normal, points: wantsDetails ? points : [] };
}
