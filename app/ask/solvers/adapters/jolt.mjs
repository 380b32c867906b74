// Jolt through the package jolt-physics: `NarrowPhaseQuery.CollideShape` against one static body.

import { add, time, Unsupported } from "../node/pairs.mjs";

/** @typedef {import("../node/pairs.mjs").Vector} Vector */

const STATIC_LAYER = 0;
const MOVING_LAYER = 1;
const FOR_CONVEX = ["triangle", "mesh", "halfspace"];
const SPECULATIVE_DISTANCE = 0.02; // metres, up to which Jolt's simulation looks for contacts by default
const BEYOND_REACH = 1.1; // of the separation distance; the factor leaves room for rounding to single precision

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const Jolt = await (await engine()).default();
  const world = emptyWorld(Jolt);
  return (/** @type {import("../node/pairs.mjs").Pair} */ pair) => {
    const owned = new Owned(Jolt);
    try {
      return collide(Jolt, world, owned, pair);
    } finally {
      owned.destroy();
    }
  };
}

/** What lives in the engine's memory until a query ends. */
class Owned {
  /** @param {any} Jolt */
  constructor(Jolt) {
    this.Jolt = Jolt;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  /** @param {any} object */
  keep(object) {
    this.ends.push(() => this.Jolt.destroy(object));
    return object;
  }

  /** The shape that settings describe, or the reason why there is none. @param {any} settings */
  shape(settings) {
    const result = this.keep(settings).Create();
    if (result.HasError()) throw new Unsupported(`Jolt rejects the shape: ${result.GetError().c_str()}`);
    const shape = result.Get();
    shape.AddRef();
    this.ends.push(() => shape.Release());
    return shape;
  }

  destroy() {
    for (const end of this.ends.reverse()) end();
  }
}

/** A physics system, and filters that let everything collide. @param {any} Jolt */
function emptyWorld(Jolt) {
  const layers = [STATIC_LAYER, MOVING_LAYER];
  const pairs = new Jolt.ObjectLayerPairFilterTable(layers.length);
  pairs.EnableCollision(STATIC_LAYER, MOVING_LAYER);
  const phases = new Jolt.BroadPhaseLayerInterfaceTable(layers.length, 1);
  for (const layer of layers) phases.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(0));
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
    phases, 1, pairs, layers.length,
  );
  const system = new Jolt.JoltInterface(settings).GetPhysicsSystem();
  const filters = [Jolt.BroadPhaseLayerFilter, Jolt.ObjectLayerFilter, Jolt.BodyFilter, Jolt.ShapeFilter];
  return {
    bodies: system.GetBodyInterface(),
    query: system.GetNarrowPhaseQuery(),
    filters: filters.map((Filter) => new Filter()),
  };
}

/**
 * A collides with a static body of B's shape.  Results are relative to A's position, as Jolt advises.
 * @param {any} Jolt
 * @param {ReturnType<typeof emptyWorld>} world
 * @param {Owned} owned
 * @param {import("../node/pairs.mjs").Pair} pair
 */
function collide(Jolt, world, owned, { a, pose_a, b, pose_b, reach, wants_details, displacement }) {
  if (FOR_CONVEX.includes(a.type) && FOR_CONVEX.includes(b.type))
    throw new Unsupported(`${a.type} with ${b.type}: Jolt collides meshes and planes with convex shapes only`);
  const [shapeA, shapeB] = [a, b].map((shape) => owned.shape(settingsOf(Jolt, shape, owned)));
  const creation = owned.keep(new Jolt.BodyCreationSettings(
    shapeB, position(Jolt, owned, pose_b), rotation(Jolt, owned, pose_b), Jolt.EMotionType_Static, STATIC_LAYER,
  ));
  const body = world.bodies.CreateBody(creation);
  world.bodies.AddBody(body.GetID(), Jolt.EActivation_DontActivate);
  owned.ends.push(() => {
    world.bodies.RemoveBody(body.GetID());
    world.bodies.DestroyBody(body.GetID());
  });
  const offset = position(Jolt, owned, pose_a);
  const at = Jolt.RMat44.prototype.sRotationTranslation(rotation(Jolt, owned, pose_a), offset);
  const centre = at.PreTranslated(shapeA.GetCenterOfMass()); // both are the binding's own memory
  const unscaled = owned.keep(new Jolt.Vec3(1, 1, 1));
  if (displacement) return castAnswer(Jolt, world, owned, { shapeA, unscaled, centre, offset, displacement });
  /** @param {number} separation  up to which gaps are reported, too */
  const hits = (separation) => {
    const settings = owned.keep(new Jolt.CollideShapeSettings());
    settings.mMaxSeparationDistance = separation;
    settings.mActiveEdgeMode = Jolt.EActiveEdgeMode_CollideWithAll;
    settings.mBackFaceMode = Jolt.EBackFaceMode_CollideWithBackFaces;
    if (wants_details) settings.mCollectFacesMode = Jolt.ECollectFacesMode_CollectFaces;
    const collector = owned.keep(new Jolt.CollideShapeAllHitCollisionCollector());
    world.query.CollideShape(shapeA, unscaled, centre, settings, offset, collector, ...world.filters);
    return Array.from({ length: collector.mHits.size() }, (_, i) => collector.mHits.at(i));
  };
  const [found, seconds] = time(() => firstHits(hits, [0, SPECULATIVE_DISTANCE, BEYOND_REACH * reach]));
  return { ...answerOf(found, coordinates(offset)), seconds };
}

/**
 * A moves by the displacement until it hits the body.  A contact point is relative to the offset.
 * @param {any} Jolt
 * @param {ReturnType<typeof emptyWorld>} world
 * @param {Owned} owned
 * @param {{shapeA: any, unscaled: any, centre: any, offset: any, displacement: Vector}} moving
 */
function castAnswer(Jolt, world, owned, { shapeA, unscaled, centre, offset, displacement }) {
  const way = owned.keep(new Jolt.Vec3(...displacement));
  const settings = owned.keep(new Jolt.ShapeCastSettings());
  settings.mActiveEdgeMode = Jolt.EActiveEdgeMode_CollideWithAll;
  settings.mBackFaceModeTriangles = settings.mBackFaceModeConvex = Jolt.EBackFaceMode_CollideWithBackFaces;
  settings.mReturnDeepestPoint = false;
  const collector = owned.keep(new Jolt.CastShapeClosestHitCollisionCollector());
  const shapeCast = owned.keep(new Jolt.RShapeCast(shapeA, unscaled, centre, way));
  const [, seconds] = time(() => world.query.CastShape(shapeCast, settings, offset, collector, ...world.filters));
  if (!collector.HadHit()) return { verdict: "separated", seconds };
  const hit = collector.mHit;
  return {
    fraction: hit.mFraction,
    normal: unit(coordinates(hit.mPenetrationAxis)),
    witness_b: add(coordinates(hit.mContactPointOn2), coordinates(offset)),
    seconds,
  };
}

/**
 * The hits for the least separation distance that has any: Jolt is less accurate for larger ones.
 * @param {(separation: number) => any[]} hits
 * @param {number[]} separations
 */
function firstHits(hits, separations) {
  for (const separation of separations) {
    const all = hits(separation);
    if (all.length) return all;
  }
  return [];
}

/**
 * The answer of the deepest hit.
 * @param {any[]} hits
 * @param {import("../node/pairs.mjs").Vector} offset
 */
function answerOf(hits, offset) {
  if (!hits.length) return { verdict: "separated", note: "CollideShape returned no hit" };
  const deepest = hits.reduce((best, hit) => (hit.mPenetrationDepth > best.mPenetrationDepth ? hit : best));
  return {
    signed_distance: -deepest.mPenetrationDepth,
    normal: unit(coordinates(deepest.mPenetrationAxis)),
    witness_a: add(coordinates(deepest.mContactPointOn1), offset),
    witness_b: add(coordinates(deepest.mContactPointOn2), offset),
    face_a: corners(deepest.mShape1Face, offset),
    face_b: corners(deepest.mShape2Face, offset),
  };
}

/**
 * The corners of a supporting face, relative to the offset; none if faces are not collected, or the shape is curved.
 * @param {any} face
 * @param {import("../node/pairs.mjs").Vector} offset
 */
function corners(face, offset) {
  return Array.from({ length: face.size() }, (_, i) => add(coordinates(face.at(i)), offset));
}

/** Settings with a convex radius of 0. @param {any} Jolt @param {any} shape @param {Owned} owned */
function settingsOf(Jolt, shape, owned) {
  const vector = (/** @type {number[]} */ v) => owned.keep(new Jolt.Vec3(...v));
  switch (shape.type) {
    case "sphere": return new Jolt.SphereShapeSettings(shape.radius);
    case "box": return new Jolt.BoxShapeSettings(vector(shape.half_extents), 0);
    case "capsule": return new Jolt.CapsuleShapeSettings(shape.half_height, shape.radius);
    case "cylinder": return new Jolt.CylinderShapeSettings(shape.half_height, shape.radius, 0);
    case "cone": return new Jolt.TaperedCylinderShapeSettings(shape.half_height, 0, shape.radius, 0);
    case "halfspace": return new Jolt.PlaneShapeSettings(owned.keep(new Jolt.Plane(vector([0, 1, 0]), 0)));
    case "triangle":
    case "mesh": {
      const triangles = owned.keep(new Jolt.TriangleList());
      const corners = shape.vertices.map(vector);
      for (const face of shape.faces ?? [[0, 1, 2]])
        triangles.push_back(owned.keep(new Jolt.Triangle(...face.map((/** @type {number} */ i) => corners[i]))));
      return new Jolt.MeshShapeSettings(triangles, owned.keep(new Jolt.PhysicsMaterialList()));
    }
    case "hull": {
      const settings = new Jolt.ConvexHullShapeSettings();
      for (const vertex of shape.vertices) settings.mPoints.push_back(vector(vertex));
      settings.mMaxConvexRadius = 0;
      return settings;
    }
    default: throw new Unsupported(`${shape.type}: Jolt has no such shape`);
  }
}

/** @param {any} Jolt @param {Owned} owned @param {import("../node/pairs.mjs").Pose} pose */
function position(Jolt, owned, pose) {
  return owned.keep(new Jolt.RVec3(...pose.position));
}

/** @param {any} Jolt @param {Owned} owned @param {import("../node/pairs.mjs").Pose} pose */
function rotation(Jolt, owned, pose) {
  return owned.keep(new Jolt.Quat(...pose.quaternion));
}

/** @param {any} v @returns {import("../node/pairs.mjs").Vector} */
function coordinates(v) {
  return [v.GetX(), v.GetY(), v.GetZ()];
}

/** @param {import("../node/pairs.mjs").Vector} v */
function unit(v) {
  const length = Math.hypot(...v);
  return v.map((part) => part / length);
}
