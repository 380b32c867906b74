// cannon-es: the contacts of its narrow phase between two bodies.

import { add, dot, place, scale, sub, time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/pairs.mjs").Pair} Pair
 * @typedef {import("../node/pairs.mjs").Pose} Pose
 * @typedef {import("../node/pairs.mjs").Vector} Vector
 */

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const cannon = await engine();
  return (/** @type {Pair} */ { a, pose_a, b, pose_b, wants_details }) => {
    const world = new cannon.World();
    const [bodyA, bodyB] = [bodyOf(cannon, a, pose_a), bodyOf(cannon, b, pose_b)];
    if (!world.narrowphase[bodyA.shapes[0].type | bodyB.shapes[0].type])
      throw new Unsupported(`${a.type} with ${b.type}: cannon-es does not collide them`);
    /** @type {any[]} */
    const contacts = [];
    const [, seconds] = time(() => world.narrowphase.getContacts([bodyA], [bodyB], world, contacts, [], [], []));
    const points = contacts.map((contact) => pointOf(contact, bodyA));
    return { ...answerOf(points), points: wants_details ? points : [], seconds };
  };
}

/**
 * A body whose position is in the middle of its shape, as cannon-es expects of centres of mass.
 * @param {any} cannon @param {any} shape @param {Pose} pose
 */
function bodyOf(cannon, shape, pose) {
  const middle = mean(shape.vertices ?? [[0, 0, 0]]);
  const body = new cannon.Body({
    mass: 1,
    position: new cannon.Vec3(...place(pose, middle)),
    quaternion: new cannon.Quaternion(...pose.quaternion),
  });
  return body.addShape(shapeOf(cannon, shape, middle), undefined, turn(cannon, shape));
}

/** @param {Vector[]} points */
function mean(points) {
  return scale(points.reduce(add), 1 / points.length);
}

/** @param {any} cannon @param {any} shape @param {Vector} middle  the origin of its vertices */
function shapeOf(cannon, shape, middle) {
  const vector = (/** @type {Vector} */ v) => new cannon.Vec3(...v);
  switch (shape.type) {
    case "point": return new cannon.Particle();
    case "sphere": return new cannon.Sphere(shape.radius);
    case "box": return new cannon.Box(vector(shape.half_extents));
    case "halfspace": return new cannon.Plane();
    case "triangle": return new cannon.Trimesh(around(middle, shape.vertices).flat(), [0, 1, 2]);
    case "mesh": return new cannon.Trimesh(around(middle, shape.vertices).flat(), shape.faces.flat());
    case "hull":
      if (!shape.faces.length) throw new Unsupported("hull without volume: cannon-es needs faces");
      return new cannon.ConvexPolyhedron({
        vertices: around(middle, shape.vertices).map(vector), faces: shape.faces,
      });
    default: throw new Unsupported(`${shape.type}: cannon-es has no such shape`);
  }
}

/** @param {Vector} middle @param {Vector[]} points */
function around(middle, points) {
  return points.map((point) => sub(point, middle));
}

/** The orientation of the shape in its body: planes have the normal z, ours y. @param {any} cannon @param {any} shape */
function turn(cannon, shape) {
  return shape.type === "halfspace" ? new cannon.Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2) : undefined;
}

/**
 * The answer of the deepest contact.  Its points need not be the witness points: polyhedra are clipped.
 * @param {ReturnType<typeof pointOf>[]} points
 */
function answerOf(points) {
  if (!points.length) return { verdict: "separated", note: "no contact" };
  const deepest = points.reduce((best, point) => (point.depth > best.depth ? point : best));
  return { signed_distance: -deepest.depth, normal: deepest.normal };
}

/** A contact equation, in world space and from A to B. @param {any} contact @param {any} bodyA */
function pointOf({ bi, bj, ri, rj, ni }, bodyA) {
  const [onI, onJ] = [add(bi.position.toArray(), ri.toArray()), add(bj.position.toArray(), rj.toArray())];
  const depth = -dot(sub(onJ, onI), ni.toArray());
  const [position_a, position_b] = bi === bodyA ? [onI, onJ] : [onJ, onI];
  const normal = scale(ni.toArray(), bi === bodyA ? 1 : -1);
  return { position: scale(add(onI, onJ), 0.5), depth, position_a, position_b, normal };
}
