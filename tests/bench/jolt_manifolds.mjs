// Answers pairs with the contact points of Jolt Physics: one JSON line for each, from standard input to standard output.
//
//     node jolt_manifolds.mjs NODE_MODULES
//
// A line has the bodies "a" and "b": {"type", sizes, "position", "quaternion"}, with axes along y.  The answer has the
// normal from A to B and the places of each point on A and on B; of bodies that do not touch, no points.  The manifold is
// what a ContactListener gets in a step without gravity.  A is created first, so it is body 1.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const file = `${process.argv[2]}/jolt-physics/dist/jolt-physics.wasm-compat.js`;
const { default: load } = await import(pathToFileURL(file));
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
  const count = manifold.mRelativeContactPointsOn1.size();
  const points = [];
  for (let k = 0; k < count; k++)
    points.push([manifold.GetWorldSpaceContactPointOn1(k), manifold.GetWorldSpaceContactPointOn2(k)].map(numbers));
  found = { normal: numbers(manifold.mWorldSpaceNormal), points };
};
listener.OnContactPersisted = () => {};
listener.OnContactRemoved = () => {};
physics.SetContactListener(listener);

/** The shape of a body, without a convex radius. */
function shapeOf(body) {
  if (body.type === "box") return new Jolt.BoxShape(new Jolt.Vec3(...body.half_extents), 0);
  if (body.type === "sphere") return new Jolt.SphereShape(body.radius);
  const made = settingsOf(body).Create();
  if (made.HasError()) throw new Error(made.GetError().c_str());
  return made.Get();
}

function settingsOf(body) {
  switch (body.type) {
    case "capsule":
      return new Jolt.CapsuleShapeSettings(body.half_height, body.radius);
    case "cylinder":
      return new Jolt.CylinderShapeSettings(body.half_height, body.radius, 0);
    case "cone":
      return new Jolt.TaperedCylinderShapeSettings(body.half_height, 0, body.radius, 0);
    case "hull": {
      const hull = new Jolt.ConvexHullShapeSettings();
      for (const point of body.vertices) hull.mPoints.push_back(new Jolt.Vec3(...point));
      hull.mMaxConvexRadius = 0;
      return hull;
    }
  }
  throw new Error(`no shape ${body.type}`);
}

function added(body) {
  const [position, rotation] = [new Jolt.RVec3(...body.position), new Jolt.Quat(...body.quaternion)];
  const made = new Jolt.BodyCreationSettings(shapeOf(body), position, rotation, Jolt.EMotionType_Dynamic, LAYER);
  const id = bodies.CreateBody(made).GetID();
  bodies.AddBody(id, Jolt.EActivation_Activate);
  for (const one of [made, position, rotation]) Jolt.destroy(one);
  return id;
}

function answer({ a, b }) {
  found = { normal: [0, 0, 0], points: [] };
  const ids = [];
  try {
    for (const body of [a, b]) ids.unshift(added(body));
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
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
