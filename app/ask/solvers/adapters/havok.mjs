// Havok through the package @babylonjs/havok: the proximity of a shape to a static body.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { add, place, rotate, scale, time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/pairs.mjs").Pair} Pair
 * @typedef {import("../node/pairs.mjs").Pose} Pose
 * @typedef {import("../node/pairs.mjs").Vector} Vector
 */

const BEYOND_REACH = 1.1; // of the largest distance; the factor leaves room for rounding to single precision
const MOST_HITS = 8; // there is one body
const NO_BODY = [0n];
const MESHES = ["triangle", "mesh"];

/** @param {() => Promise<any>} engine @param {string} path  of the package's main file */
export async function load(engine, path) {
  const wasmBinary = readFileSync(join(dirname(path), "HavokPhysics.wasm"));
  const havok = await (await engine()).default({ wasmBinary });
  return (/** @type {Pair} */ pair) => {
    const query = new Query(havok);
    try {
      return query.answer(pair);
    } finally {
      query.release();
    }
  };
}

/** A question, and what lives in the engine's memory until it is answered. */
class Query {
  /** @param {any} havok */
  constructor(havok) {
    this.havok = havok;
    /** @type {(() => void)[]} */
    this.ends = [];
  }

  release() {
    for (const end of this.ends.reverse()) end();
  }

  /** A is near a static body of B's shape. @param {Pair} pair */
  answer({ a, pose_a, b, pose_b, reach, displacement }) {
    const { havok } = this;
    if (MESHES.includes(a.type) && MESHES.includes(b.type))
      throw new Unsupported(`${a.type} with ${b.type}: Havok does not collide meshes with each other`);
    const shapes = [this.shape(a), this.shape(b)];
    const world = this.made(havok.HP_World_Create(), havok.HP_World_Release);
    const body = this.made(havok.HP_Body_Create(), havok.HP_Body_Release);
    havok.HP_Body_SetShape(body, shapes[1]);
    havok.HP_Body_SetMotionType(body, havok.MotionType.STATIC);
    havok.HP_Body_SetQTransform(body, [pose_b.position, pose_b.quaternion]);
    havok.HP_World_AddBody(world, body, false);
    this.ends.push(() => havok.HP_World_RemoveBody(world, body));
    const collector = this.made(havok.HP_QueryCollector_Create(MOST_HITS), havok.HP_QueryCollector_Release);
    if (displacement) return this.cast(world, collector, shapes[0], pose_a, displacement);
    const input = [shapes[0], pose_a.position, pose_a.quaternion, BEYOND_REACH * reach, false, NO_BODY];
    const [, seconds] = time(() => havok.HP_World_ShapeProximityWithCollector(world, collector, input));
    const [, count] = havok.HP_QueryCollector_GetNumHits(collector);
    const hits = Array.from(
      { length: count }, (_, i) => havok.HP_QueryCollector_GetShapeProximityResult(collector, i)[1],
    );
    return { ...answerOf(hits, pose_a), seconds };
  }

  /**
   * A moves by the displacement until it hits the body; the contact on it is in world space.
   * @param {any} world @param {any} collector @param {any} shape @param {Pose} pose @param {Vector} displacement
   */
  cast(world, collector, shape, pose, displacement) {
    const { havok } = this;
    const input = [shape, pose.quaternion, pose.position, add(pose.position, displacement), false, NO_BODY];
    const [, seconds] = time(() => havok.HP_World_ShapeCastWithCollector(world, collector, input));
    const [, count] = havok.HP_QueryCollector_GetNumHits(collector);
    if (!count) return { verdict: "separated", seconds };
    const hits = Array.from({ length: count }, (_, i) => havok.HP_QueryCollector_GetShapeCastResult(collector, i)[1]);
    const [fraction, , [, , , position, normal]] = hits.reduce((best, hit) => (hit[0] < best[0] ? hit : best));
    return { fraction, normal: scale(normal, -1), witness_b: position, seconds };
  }

  /** @param {any} shape */
  shape(shape) {
    const { havok } = this;
    const end = (/** @type {number} */ sign) => [0, sign * shape.half_height, 0];
    switch (shape.type) {
      case "sphere":
        return this.solid(havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius));
      case "box":
        return this.solid(havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], shape.half_extents.map(double)));
      case "capsule":
        return this.solid(havok.HP_Shape_CreateCapsule(end(-1), end(1), shape.radius));
      case "cylinder":
        return this.solid(havok.HP_Shape_CreateCylinder(end(-1), end(1), shape.radius));
      case "triangle":
        return this.solid(havok.HP_Shape_CreateMesh(this.vertices(shape), 3, this.indices([0, 1, 2]), 1));
      case "mesh": {
        const indices = this.indices(shape.faces.flat());
        return this.solid(
          havok.HP_Shape_CreateMesh(this.vertices(shape), shape.vertices.length, indices, shape.faces.length),
        );
      }
      case "hull":
        return this.solid(havok.HP_Shape_CreateConvexHull(this.vertices(shape), shape.vertices.length));
      default:
        throw new Unsupported(`${shape.type}: Havok has no such shape`);
    }
  }

  /** @param {[any, any]} created */
  solid(created) {
    return this.made(created, this.havok.HP_Shape_Release);
  }

  /** What a function created, or the reason why it did not. @param {[any, any]} created @param {(id: any) => void} end */
  made([result, id], end) {
    if (result !== this.havok.Result.RESULT_OK) throw new Unsupported("Havok rejects the shape");
    this.ends.push(() => end(id));
    return id;
  }

  /** The address of a shape's vertices. @param {{vertices: Vector[]}} shape */
  vertices({ vertices }) {
    return this.copied("HEAPF32", vertices.flat());
  }

  /** @param {number[]} values */
  indices(values) {
    return this.copied("HEAP32", values);
  }

  /**
   * The address of a copy.
   * @param {"HEAPF32" | "HEAP32"} heap  its name: the array is replaced when memory grows
   * @param {number[]} values
   */
  copied(heap, values) {
    const size = this.havok[heap].BYTES_PER_ELEMENT;
    const address = this.havok._malloc(size * values.length);
    this.ends.push(() => this.havok._free(address));
    this.havok[heap].set(values, address / size);
    return address;
  }
}

/**
 * The answer of the nearest hit: its distance, the contact on A in A's frame, and the contact on B in world space.
 * @param {any[]} hits
 * @param {Pose} pose
 */
function answerOf(hits, pose) {
  if (!hits.length) return { verdict: "separated", note: "no body is near" };
  const [distance, onA, onB] = hits.reduce((best, hit) => (hit[0] < best[0] ? hit : best));
  const [position, normal] = onA.slice(3);
  return {
    signed_distance: distance,
    normal: rotate(pose.quaternion, normal),
    witness_a: place(pose, position),
    witness_b: onB[3],
  };
}

/** @param {number} x */
function double(x) {
  return 2 * x;
}
