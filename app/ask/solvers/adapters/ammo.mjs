// Bullet through the package ammojs-typed: `btCollisionWorld.contactPairTest` of two objects.

import { add, scale, time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/pairs.mjs").Pair} Pair
 * @typedef {import("../node/pairs.mjs").Pose} Pose
 * @typedef {import("../node/pairs.mjs").Vector} Vector
 */

const CONCAVE = ["mesh", "halfspace"];

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const Ammo = await (await engine()).default();
  const configuration = new Ammo.btDefaultCollisionConfiguration();
  const world = new Ammo.btDiscreteDynamicsWorld( // of which it only has collisions: it exposes no plain collision world
    new Ammo.btCollisionDispatcher(configuration), new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(), configuration,
  );
  return (/** @type {Pair} */ pair) => {
    const query = new Query(Ammo);
    try {
      return query.answer(world, pair);
    } finally {
      query.destroy();
    }
  };
}

/** A question, and what lives in the engine's memory until it is answered. */
class Query {
  /** @param {any} Ammo */
  constructor(Ammo) {
    this.Ammo = Ammo;
    /** @type {any[]} */
    this.owned = [];
  }

  destroy() {
    for (const object of this.owned.reverse()) this.Ammo.destroy(object);
  }

  /** @param {any} world @param {Pair} pair */
  answer(world, { a, pose_a, b, pose_b, wants_details }) {
    if (CONCAVE.includes(a.type) && CONCAVE.includes(b.type))
      throw new Unsupported(`${a.type} with ${b.type}: Bullet collides triangle meshes with convex shapes only`);
    const [objectA, objectB] = [this.object(a, pose_a), this.object(b, pose_b)];
    /** @type {ReturnType<typeof pointOf>[]} */
    const points = [];
    const callback = this.new("ConcreteContactResultCallback");
    const { btManifoldPoint, btCollisionObjectWrapper, compare, wrapPointer } = this.Ammo;
    callback.addSingleResult = (/** @type {number} */ point, /** @type {number} */ first) => {
      const object = wrapPointer(first, btCollisionObjectWrapper).getCollisionObject();
      points.push(pointOf(wrapPointer(point, btManifoldPoint), compare(object, objectB)));
      return 0;
    };
    const [, seconds] = time(() => world.contactPairTest(objectA, objectB, callback));
    // Points that are apart only say that something is near.
    const touching = points.filter(({ depth }) => depth >= 0);
    return { ...answerOf(touching), points: wants_details ? touching : [], seconds };
  }

  /** @param {string} name  of a class @param {any[]} values */
  new(name, ...values) {
    const object = new this.Ammo[name](...values);
    this.owned.push(object);
    return object;
  }

  /** @param {Vector} v */
  vector(v) {
    return this.new("btVector3", ...v);
  }

  /** @param {any} shape @param {Pose} pose */
  object(shape, pose) {
    const transform = this.new("btTransform");
    transform.setIdentity();
    transform.setOrigin(this.vector(pose.position));
    transform.setRotation(this.new("btQuaternion", ...pose.quaternion));
    const object = this.new("btGhostObject");
    object.setCollisionShape(this.shape(shape));
    object.setWorldTransform(transform);
    return object;
  }

  /** @param {any} shape */
  shape(shape) {
    switch (shape.type) {
      case "sphere": return this.new("btSphereShape", shape.radius);
      case "capsule": return this.new("btCapsuleShape", shape.radius, 2 * shape.half_height);
      case "halfspace": return this.new("btStaticPlaneShape", this.vector([0, 1, 0]), 0);
      case "box": return this.exact("btBoxShape", this.vector(shape.half_extents));
      case "cone": return this.exact("btConeShape", shape.radius, 2 * shape.half_height);
      case "cylinder":
        return this.exact("btCylinderShape", this.vector([shape.radius, shape.half_height, shape.radius]));
      case "triangle":
      case "hull": {
        const hull = this.exact("btConvexHullShape");
        for (const vertex of shape.vertices) hull.addPoint(this.vector(vertex), true);
        return hull;
      }
      case "mesh": {
        const mesh = this.new("btTriangleMesh", true, true);
        const corners = shape.vertices.map((/** @type {Vector} */ v) => this.vector(v));
        for (const [i, j, k] of shape.faces) mesh.addTriangle(corners[i], corners[j], corners[k], false);
        return this.exact("btBvhTriangleMeshShape", mesh, false, true);
      }
      default: throw new Unsupported(`${shape.type}: Bullet has no such shape`);
    }
  }

  /** A shape with a margin of 0. @param {string} name @param {any[]} values */
  exact(name, ...values) {
    const shape = this.new(name, ...values);
    shape.setMargin(0);
    return shape;
  }
}

/** The answer of the deepest point. @param {ReturnType<typeof pointOf>[]} points */
function answerOf(points) {
  if (!points.length) return { verdict: "separated", note: "no contact" };
  const deepest = points.reduce((best, point) => (point.depth > best.depth ? point : best));
  return {
    signed_distance: -deepest.depth,
    normal: deepest.normal,
    witness_a: deepest.position_a,
    witness_b: deepest.position_b,
  };
}

/**
 * A point from A to B; Bullet's normal points from its second object to its first one.
 * @param {any} contact
 * @param {boolean} isSwapped  whether the first object is B
 */
function pointOf(contact, isSwapped) {
  const on = [contact.getPositionWorldOnA(), contact.getPositionWorldOnB()].map(coordinates);
  const [position_a, position_b] = isSwapped ? on.reverse() : on;
  const normal = scale(coordinates(contact.get_m_normalWorldOnB()), isSwapped ? 1 : -1);
  const position = scale(add(position_a, position_b), 0.5);
  return { position, depth: -contact.getDistance(), position_a, position_b, normal };
}

/** @param {any} v @returns {Vector} */
function coordinates(v) {
  return [v.x(), v.y(), v.z()];
}
