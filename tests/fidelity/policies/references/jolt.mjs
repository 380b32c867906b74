// Answers pairs with the contact points of Jolt Physics: one line of JSON for each, from standard input to standard
// output.  The first argument is the address of the folder of the npm package jolt-physics.
//
// A line has the bodies "a" and "b": a shape, a position and a rotation, with axes along y.  The answer is what a
// ContactListener gets in a step without gravity: the normal from A to B, A's centre of mass, and each point on A and on
// B relative to it; of bodies that do not touch, no points.  A is created first, so it is body 1.
import { createInterface } from "node:readline";

const { default: load } = await import(`${process.argv[2]}/dist/jolt-physics.wasm-compat.js`);
const Jolt = await load();

const LAYER = 0;
const STEP = 1e-3; // seconds: bodies at rest do not move in it
const COLLISION_STEPS = 1;

const settings = new Jolt.JoltSettings();
settings.mMaxWorkerThreads = 0;
const layers = new Jolt.ObjectLayerPairFilterTable(1);
layers.EnableCollision(LAYER, LAYER);
const broadPhase = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
broadPhase.MapObjectToBroadPhaseLayer(LAYER, new Jolt.BroadPhaseLayer(0));
settings.mObjectLayerPairFilter = layers;
settings.mBroadPhaseLayerInterface = broadPhase;
settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhase, 1, layers, 1);
const world = new Jolt.JoltInterface(settings);
const physics = world.GetPhysicsSystem();
const bodies = physics.GetBodyInterface();
physics.SetGravity(new Jolt.Vec3(0, 0, 0));

const numbers = (vector) => [vector.GetX(), vector.GetY(), vector.GetZ()];

let found = null;
let firstIndex = 0; // of A
const listener = new Jolt.ContactListenerJS();
listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
listener.OnContactAdded = (first, second, pointer) => {
  if (Jolt.wrapPointer(first, Jolt.Body).GetID().GetIndex() !== firstIndex) throw new Error("A is not body 1");
  const manifold = Jolt.wrapPointer(pointer, Jolt.ContactManifold);
  const [on1, on2] = [manifold.mRelativeContactPointsOn1, manifold.mRelativeContactPointsOn2];
  const points = [];
  for (let k = 0; k < on1.size(); k++) points.push([on1.at(k), on2.at(k)].map(numbers));
  found = { normal: numbers(manifold.mWorldSpaceNormal), base: numbers(manifold.mBaseOffset), points };
};
listener.OnContactPersisted = () => {};
listener.OnContactRemoved = () => {};
physics.SetContactListener(listener);

/** What lives in Jolt's memory until its use ends: ten thousand pairs would fill it. */
function withVector(components, use) {
  const vector = new Jolt.Vec3(...components);
  const result = use(vector);
  Jolt.destroy(vector);
  return result;
}

function settingsOf(shape) {
  switch (shape.kind) {
    case "box":
      return withVector(shape.half, (half) => new Jolt.BoxShapeSettings(half, shape.radius));
    case "sphere":
      return new Jolt.SphereShapeSettings(shape.radius);
    case "capsule":
      return new Jolt.CapsuleShapeSettings(shape.half, shape.radius);
    case "cylinder":
      return new Jolt.CylinderShapeSettings(shape.half, shape.across, shape.radius);
    case "cone":
      return new Jolt.TaperedCylinderShapeSettings(shape.half, 0, shape.across, 0);
    case "hull": {
      const hull = new Jolt.ConvexHullShapeSettings();
      for (const point of shape.vertices) withVector(point, (vector) => hull.mPoints.push_back(vector));
      hull.mMaxConvexRadius = 0;
      hull.mHullTolerance = shape.tolerance;
      return hull;
    }
  }
  throw new Error(`no shape ${shape.kind}`);
}

/** A shape with a reference of ours. */
function shapeOf(body) {
  const settings = settingsOf(body.shape);
  const made = settings.Create();
  const fault = made.HasError() ? made.GetError().c_str() : null;
  const shape = fault === null ? made.Get() : null;
  shape?.AddRef();
  made.Clear();
  Jolt.destroy(settings);
  if (fault !== null) throw new Error(fault);
  return shape;
}

function added(body, shape) {
  const [position, rotation] = [new Jolt.RVec3(...body.position), new Jolt.Quat(...body.rotation)];
  const made = new Jolt.BodyCreationSettings(shape, position, rotation, Jolt.EMotionType_Dynamic, LAYER);
  const id = bodies.CreateBody(made).GetID();
  bodies.AddBody(id, Jolt.EActivation_Activate);
  for (const one of [made, position, rotation]) Jolt.destroy(one);
  return id;
}

/** Both shapes are made before a body is added: Jolt 1.1.0 hangs in the step after a body was added and removed without one. */
function answer({ a, b }) {
  found = { normal: [0, 0, 0], base: [0, 0, 0], points: [] };
  const shapes = [];
  const ids = [];
  try {
    for (const body of [a, b]) shapes.push(shapeOf(body));
    for (const [k, body] of [a, b].entries()) ids.unshift(added(body, shapes[k]));
    firstIndex = ids[1].GetIndex();
    world.Step(STEP, COLLISION_STEPS);
    return found;
  } catch (error) {
    return { error: String(error.message ?? error) };
  } finally {
    // B first, as the index that is freed last is taken next.
    for (const id of ids) {
      bodies.RemoveBody(id);
      bodies.DestroyBody(id);
    }
    for (const shape of shapes) shape.Release();
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
