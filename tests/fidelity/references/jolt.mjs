// Asks Jolt Physics: reads a pair per line of JSON from the standard input, and writes an answer per line.
// The first argument is the folder of the npm package jolt-physics.
import { createInterface } from 'node:readline';

const { default: load } = await import(`${process.argv[2]}/dist/jolt-physics.wasm-compat.js`);
const J = await load();

function physicsSystem() {
  const settings = new J.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const pairs = new J.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const phases = new J.BroadPhaseLayerInterfaceTable(1, 1);
  phases.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(phases, 1, pairs, 1);
  return new J.JoltInterface(settings).GetPhysicsSystem();
}

const system = physicsSystem();
const bodies = system.GetBodyInterface();
const query = system.GetNarrowPhaseQuery();
const filters = [new J.BroadPhaseLayerFilter(), new J.ObjectLayerFilter(), new J.BodyFilter(), new J.ShapeFilter()];
const vector = ([x, y, z]) => new J.Vec3(x, y, z);
const numbers = (v) => [v.GetX(), v.GetY(), v.GetZ()];

function settingsOf(shape) {
  switch (shape.kind) {
    case 'box': return new J.BoxShapeSettings(vector(shape.half), shape.radius);
    case 'sphere': return new J.SphereShapeSettings(shape.radius);
    case 'capsule': return new J.CapsuleShapeSettings(shape.half, shape.radius);
    case 'cylinder': return new J.CylinderShapeSettings(shape.half, shape.across, shape.radius);
    case 'cone': return new J.TaperedCylinderShapeSettings(shape.half, 0, shape.across, 0);
    case 'hull': {
      const settings = new J.ConvexHullShapeSettings();
      for (const vertex of shape.vertices) settings.mPoints.push_back(vector(vertex));
      settings.mMaxConvexRadius = 0;
      settings.mHullTolerance = shape.tolerance;
      return settings;
    }
    case 'triangle': {
      const triangles = new J.TriangleList();
      triangles.push_back(new J.Triangle(...shape.vertices.map(vector)));
      return new J.MeshShapeSettings(triangles, new J.PhysicsMaterialList());
    }
  }
}

function body(side) {
  const made = settingsOf(side.shape).Create();
  if (made.HasError()) throw new Error(made.GetError().c_str());
  const [x, y, z] = side.position;
  const rotation = new J.Quat(...side.rotation);
  return bodies.CreateBody(new J.BodyCreationSettings(
    made.Get(), new J.RVec3(x, y, z), rotation, J.EMotionType_Static, 0));
}

function resultOf(hit) {
  return {
    depth: hit.mPenetrationDepth,
    axis: numbers(hit.mPenetrationAxis.Normalized()),
    one: numbers(hit.mContactPointOn1),
    two: numbers(hit.mContactPointOn2),
  };
}

// The deepest hit of body 1 on body 2.
function collide(one, two, separation) {
  const settings = new J.CollideShapeSettings();
  settings.mMaxSeparationDistance = separation;
  settings.mBackFaceMode = J.EBackFaceMode_CollideWithBackFaces;
  settings.mActiveEdgeMode = J.EActiveEdgeMode_CollideWithAll;
  const collector = new J.CollideShapeAllHitCollisionCollector();
  query.CollideShape(one.GetShape(), vector([1, 1, 1]), one.GetCenterOfMassTransform(), settings,
    new J.RVec3(0, 0, 0), collector, ...filters);
  const hits = collector.mHits;
  let deepest = null;
  for (let i = 0; i < hits.size(); i++) {
    const hit = resultOf(hits.at(i));
    if (deepest === null || hit.depth > deepest.depth) deepest = hit;
  }
  return deepest ?? {};
}

// The hit of body 1, which is cast, on body 2.
function castShape(one, two, cast) {
  const settings = new J.ShapeCastSettings();
  settings.mUseShrunkenShapeAndConvexRadius = true;
  const collector = new J.CastShapeAllHitCollisionCollector();
  const ray = new J.RShapeCast(one.GetShape(), vector([1, 1, 1]), one.GetCenterOfMassTransform(), vector(cast));
  query.CastShape(ray, settings, new J.RVec3(0, 0, 0), collector, ...filters);
  if (collector.mHits.size() === 0) return {};
  const hit = collector.mHits.at(0);
  return { ...resultOf(hit), fraction: hit.mFraction };
}

function answer({ one, two, separation, cast }) {
  const made = [];
  try {
    made.push(body(one), body(two));
    bodies.AddBody(made[1].GetID(), J.EActivation_DontActivate);
    return cast ? castShape(...made, cast) : collide(...made, separation);
  } finally {
    if (made.length === 2) bodies.RemoveBody(made[1].GetID());
    for (const each of made) bodies.DestroyBody(each.GetID());
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let said;
  try { said = answer(JSON.parse(line)); } catch (fault) { said = { failure: String(fault.message ?? fault) }; }
  const plain = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value);
  process.stdout.write(`${JSON.stringify(said, plain)}\n`);
});
