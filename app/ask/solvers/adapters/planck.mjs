// planck.js: `Distance` between two shapes and, where they overlap, the manifold of their contact.

import { along, components, sub } from "../node/plane.mjs";
import { time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/plane.mjs").PlanePair} PlanePair
 * @typedef {import("../node/plane.mjs").Form} Form
 * @typedef {import("../node/plane.mjs").Point} Point
 * @typedef {{form: Form, shape: any, at: any}} Body
 */

const MOST_CORNERS = 12; // Settings.maxPolygonVertices: planck drops the others
const NO_DIRECTION = 1e-3; // of the reach: witness points that are closer have no direction

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const planck = (await engine()).default;
  planck.Settings.linearSlop = 0; // the radius of polygons is twice this
  return (/** @type {PlanePair} */ { a, b, reach, wants_details }) => {
    const [bodyA, bodyB] = [bodyOf(planck, a), bodyOf(planck, b)];
    const [nearest, seconds] = time(() => nearestPoints(planck, bodyA, bodyB));
    if (nearest.distance > 0) return { ...gap(nearest, reach), seconds };
    const [contacts, more] = time(() => contactPoints(planck, bodyA, bodyB));
    return { ...overlap(contacts, wants_details), seconds: seconds + more };
  };
}

/** @param {any} planck @param {Form} form @returns {Body} */
function bodyOf(planck, form) {
  const at = new planck.Transform(vector(planck, form.position), form.angle);
  return { form, shape: shapeOf(planck, form), at };
}

/** @param {any} planck @param {Form} form */
function shapeOf(planck, { type, corners, radius }) {
  const points = corners.map((corner) => vector(planck, corner));
  if (points.length === 1) return new planck.Circle(points[0], radius);
  if (type === "capsule") throw new Unsupported("capsule: planck has no such shape");
  if (radius > 0) throw new Unsupported(`${type} with rounding: all edges and polygons of planck have the same radius`);
  if (points.length === 2) return new planck.Edge(...points);
  if (points.length > MOST_CORNERS)
    throw new Unsupported(`${type} of ${points.length} vertices: planck's polygons have at most ${MOST_CORNERS}`);
  const shape = new planck.Polygon(points);
  if (shape.m_count < points.length)
    throw new Unsupported(`${type}: planck drops a vertex`);
  return shape;
}

/** @param {any} planck @param {Body} a @param {Body} b */
function nearestPoints(planck, a, b) {
  const input = new planck.DistanceInput();
  input.proxyA.set(a.shape, 0);
  input.proxyB.set(b.shape, 0);
  input.transformA = a.at;
  input.transformB = b.at;
  input.useRadii = true;
  const output = new planck.DistanceOutput();
  planck.Distance(output, new planck.SimplexCache(), input);
  return output;
}

/** @param {any} nearest @param {number} reach */
function gap({ distance, pointA, pointB }, reach) {
  const [onA, onB] = [components(pointA), components(pointB)];
  const between = sub(onB, onA);
  const length = Math.hypot(...between);
  const normal = length > NO_DIRECTION * reach ? along([0, 0], between, 1 / length) : undefined;
  return { signed_distance: distance, witness_a: onA, witness_b: onB, ...(normal && { normal }) };
}

/**
 * The contact's points, from A to B.  planck has functions for circles, edges and polygons in one order only.
 * @param {any} planck @param {Body} a @param {Body} b
 */
function contactPoints(planck, a, b) {
  const isSwapped = rank(a) > rank(b);
  const [first, second] = isSwapped ? [b, a] : [a, b];
  const collide = functionFor(planck, first, second);
  const manifold = new planck.Manifold();
  collide(manifold, first.shape, first.at, second.shape, second.at);
  if (!manifold.pointCount) return [];
  const world = manifold.getWorldManifold(null, first.at, first.shape.m_radius, second.at, second.shape.m_radius);
  const normal = along([0, 0], components(world.normal), isSwapped ? -1 : 1);
  return Array.from({ length: manifold.pointCount }, (_, i) => {
    const [middle, depth] = [components(world.points[i]), -world.separations[i]];
    return {
      position: middle, depth, normal,
      position_a: along(middle, normal, depth / 2), position_b: along(middle, normal, -depth / 2),
    };
  });
}

/** Edges before polygons before circles. @param {Body} body */
function rank({ form }) {
  return form.corners.length === 1 ? 2 : form.corners.length === 2 ? 0 : 1;
}

/** @param {any} planck @param {Body} first @param {Body} second @returns {(...args: any[]) => void} */
function functionFor(planck, first, second) {
  const found = [
    [null, planck.CollideEdgePolygon, planck.CollideEdgeCircle],
    [null, planck.CollidePolygons, planck.CollidePolygonCircle],
    [null, null, planck.CollideCircles],
  ][rank(first)][rank(second)];
  if (!found) throw new Unsupported("two segments that meet: planck does not collide edges with each other");
  return found;
}

/** @param {ReturnType<typeof contactPoints>} points @param {boolean} wantsDetails */
function overlap(points, wantsDetails) {
  const touching = points.filter(({ depth }) => depth >= 0);
  if (!touching.length) return { verdict: "separated", note: "Distance is 0, but there is no contact" };
  const deepest = touching.reduce((best, point) => (point.depth > best.depth ? point : best));
  return {
    signed_distance: -deepest.depth,
    normal: deepest.normal,
    witness_a: deepest.position_a,
    witness_b: deepest.position_b,
    points: wantsDetails ? touching : [],
  };
}

/** @param {any} planck @param {Point} point */
function vector(planck, [x, y]) {
  return new planck.Vec2(x, y);
}
