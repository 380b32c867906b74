// PhysX through the package physx-js-webidl: `PxGjkQuery.proximityInfo`, GJK and EPA on support functions; of triangle
// meshes `PxGeometryQuery.overlap`, the only query about them that the package has.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { components, dot, place, rotate, scale, sub, time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/pairs.mjs").Vector} Vector
 * @typedef {import("../node/pairs.mjs").Pair} Pair
 * @typedef {import("../node/pairs.mjs").Pose} Pose
 * @typedef {{direction: Vector, on: Vector}} Search  a direction and the support point, in world space
 */

const BEYOND_REACH = 1.1; // of the contact distance; the factor leaves room for rounding to single precision
const MOST_ITERATIONS = 1000; // that an answer may have
const TOLERANCE_LENGTH = 1; // metres: PhysX's default for scenes in metres

/** @param {() => Promise<any>} engine @param {string} path  of the package's main file */
export async function load(engine, path) {
  const wasmBinary = readFileSync(join(dirname(path), "physx-js-webidl.wasm"));
  const PhysX = await hideNode(async () => await (await engine()).default({ wasmBinary }));
  return (/** @type {Pair} */ pair) => {
    const query = new Query(PhysX, pair);
    const isOfMesh = pair.a.type === "mesh" || pair.b.type === "mesh";
    try {
      return isOfMesh ? query.overlap() : query.answer();
    } finally {
      query.destroy();
    }
  };
}

/**
 * The package is built for browsers only, and refuses to be loaded by Node.
 * @template T
 * @param {() => Promise<T>} load
 */
async function hideNode(load) {
  const scope = /** @type {any} */ (globalThis);
  const { process } = scope;
  Object.assign(scope, { process: undefined, window: scope, document: {}, location: { href: "file:///" } });
  try {
    return await load();
  } finally {
    scope.process = process;
  }
}

/** A call of `proximityInfo`, and what lives in the engine's memory until it ends. */
class Query {
  /** @param {any} PhysX @param {Pair} pair */
  constructor(PhysX, pair) {
    this.PhysX = PhysX;
    this.pair = pair;
    /** @type {any[]} */
    this.owned = [];
    /** @type {any[]} */
    this.meshes = [];
  }

  answer() {
    const { a, pose_a, b, pose_b, reach } = this.pair;
    /** @type {[Search[], Search[]]} */
    const [searchesA, searchesB] = [[], []];
    const arguments_ = [
      this.recorder(a, pose_a, searchesA), this.recorder(b, pose_b, searchesB),
      this.transform(pose_a), this.transform(pose_b),
      BEYOND_REACH * reach, TOLERANCE_LENGTH, this.new("PxGjkQueryProximityInfoResult"),
    ];
    const [isAnswered, seconds] = time(() => this.PhysX.PxGjkQuery.prototype.proximityInfo(...arguments_));
    const result = arguments_[arguments_.length - 1];
    const found = isAnswered
      ? {
        signed_distance: result.separation,
        normal: scale(components(result.separatingAxis), -1),
        witness_a: components(result.pointA),
        witness_b: components(result.pointB),
      }
      : { verdict: "separated", note: "proximityInfo returned false" };
    return { ...found, iterations: iterations(searchesA, searchesB), seconds };
  }

  /** Whether two geometries overlap. */
  overlap() {
    const { PhysX, pair: { a, pose_a, b, pose_b } } = this;
    const functions = PhysX.PxTopLevelFunctions.prototype;
    PhysX.foundation ??= functions.CreateFoundation( // arrays and cooking need it
      functions.PHYSICS_VERSION, new PhysX.PxDefaultAllocator(), new PhysX.PxDefaultErrorCallback(),
    );
    const [shapeA, shapeB] = [this.geometry(a), this.geometry(b)];
    const [at, there] = [this.transform(pose_a), this.transform(pose_b)];
    const [found, seconds] = time(() => PhysX.PxGeometryQuery.prototype.overlap(shapeA, at, shapeB, there));
    return { verdict: found ? "penetrating" : "separated", seconds };
  }

  destroy() {
    for (const object of this.owned.reverse()) this.PhysX.destroy(object);
    for (const mesh of this.meshes) mesh.release();
  }

  /** @param {any} shape */
  geometry(shape) {
    switch (shape.type) {
      case "sphere": return this.new("PxSphereGeometry", shape.radius);
      case "box": return this.new("PxBoxGeometry", ...shape.half_extents);
      case "capsule": return this.new("PxCapsuleGeometry", shape.radius, shape.half_height);
      case "mesh": {
        const settings = this.new("PxTriangleMeshDesc");
        this.bind(settings.points, this.points(shape.vertices), 12, shape.vertices.length);
        const indices = this.new("PxArray_PxU32", 3 * shape.faces.length);
        shape.faces.flat().forEach((/** @type {number} */ index, /** @type {number} */ i) => indices.set(i, index));
        this.bind(settings.triangles, indices, 12, shape.faces.length);
        return this.cooked("CreateTriangleMesh", settings, "PxTriangleMeshGeometry");
      }
      case "hull": {
        const settings = this.new("PxConvexMeshDesc");
        this.bind(settings.points, this.points(shape.vertices), 12, shape.vertices.length);
        settings.flags.raise(this.PhysX.PxConvexFlagEnum.eCOMPUTE_CONVEX);
        return this.cooked("CreateConvexMesh", settings, "PxConvexMeshGeometry");
      }
      default: throw new Unsupported(`${shape.type} with mesh: PhysX has no such geometry`);
    }
  }

  /** @param {string} create @param {any} settings @param {string} name  of the geometry */
  cooked(create, settings, name) {
    const { PhysX } = this;
    const cooking = this.new("PxCookingParams", this.new("PxTolerancesScale"));
    const mesh = PhysX.PxTopLevelFunctions.prototype[create](cooking, settings);
    if (PhysX.getPointer(mesh) === 0) throw new Unsupported("PhysX rejects the shape");
    this.meshes.push(mesh);
    return this.new(name, mesh);
  }

  /** @param {Vector[]} vertices */
  points(vertices) {
    const points = this.new("PxArray_PxVec3", vertices.length);
    vertices.forEach((vertex, i) => points.set(i, this.vector(vertex)));
    return points;
  }

  /** Lets a description refer to an array. @param {any} data @param {any} array @param {number} stride @param {number} count */
  bind(data, array, stride, count) {
    data.data = array.begin();
    data.stride = stride;
    data.count = count;
  }

  /** @param {string} name  of a class @param {any[]} values */
  new(name, ...values) {
    const object = new this.PhysX[name](...values);
    this.owned.push(object);
    return object;
  }

  /** @param {Vector} v */
  vector(v) {
    return this.new("PxVec3", ...v);
  }

  /** @param {Pose} pose */
  transform({ position, quaternion }) {
    return this.new("PxTransform", this.vector(position), this.new("PxQuat", ...quaternion));
  }

  /**
   * The support of a shape.  If details are wanted, another one around it records what it is asked.
   * @param {any} shape @param {Pose} pose @param {Search[]} searches
   */
  recorder(shape, pose, searches) {
    const support = this.support(shape);
    if (!this.pair.wants_details) return support;
    return this.custom((direction) => {
      const point = components(support.supportLocal(this.vector(direction)));
      searches.push({ direction: rotate(pose.quaternion, direction), on: place(pose, point) });
      return point;
    }, support.getMargin());
  }

  /** @param {any} shape */
  support(shape) {
    switch (shape.type) {
      case "sphere": return this.new("SphereSupport", shape.radius);
      case "box": return this.new("BoxSupport", this.vector(shape.half_extents), 0);
      case "capsule": return this.new("CapsuleSupport", shape.radius, shape.half_height);
      case "point": return this.custom(() => [0, 0, 0]);
      case "segment": return this.custom(furthest([shape.a, shape.b]));
      case "triangle":
      case "hull": return this.custom(furthest(shape.vertices));
      case "cylinder": return this.custom((d) => onCylinder(shape, d));
      case "cone": return this.custom((d) => onCone(shape, d));
      case "ellipsoid": return this.custom((d) => onEllipsoid(shape.radii, d));
      default: throw new Unsupported(`${shape.type}: the adapter has no support function`);
    }
  }

  /** @param {(direction: Vector) => Vector} support  in the shape's frame */
  custom(support, margin = 0) {
    const { PxVec3, wrapPointer } = this.PhysX;
    const custom = this.new("CustomSupportImpl");
    custom.getCustomMargin = () => margin;
    custom.getCustomSupportLocal = (/** @type {number} */ direction, /** @type {number} */ result) => {
      const point = wrapPointer(result, PxVec3);
      [point.x, point.y, point.z] = support(components(wrapPointer(direction, PxVec3)));
    };
    return custom;
  }
}

/**
 * Each direction in which A is searched, with the support point of A − B: PhysX does not show the simplexes it keeps.
 * @param {Search[]} searchesA
 * @param {Search[]} searchesB
 */
function iterations(searchesA, searchesB) {
  return searchesA.slice(0, Math.min(searchesB.length, MOST_ITERATIONS)).map(({ direction, on }, i) => {
    const point = sub(on, searchesB[i].on).map((part) => Number(part.toPrecision(6)));
    return { simplex: [], direction, note: `the support point is ${point.join(" ")}` };
  });
}

/** @param {Vector[]} vertices @returns {(direction: Vector) => Vector} */
function furthest(vertices) {
  return (direction) => vertices.reduce((best, v) => (dot(v, direction) > dot(best, direction) ? v : best));
}

/** @param {{half_height: number, radius: number}} shape @param {Vector} d @returns {Vector} */
function onCylinder({ half_height, radius }, [x, y, z]) {
  return [x < 0 ? -half_height : half_height, ...onCircle(radius, y, z)];
}

/** The apex is at +x. @param {{half_height: number, radius: number}} shape @param {Vector} d */
function onCone({ half_height, radius }, d) {
  return furthest([[half_height, 0, 0], [-half_height, ...onCircle(radius, d[1], d[2])]])(d);
}

/** @param {number} radius @param {number} y @param {number} z @returns {[number, number]} */
function onCircle(radius, y, z) {
  const length = Math.hypot(y, z);
  return length > 0 ? [(radius * y) / length, (radius * z) / length] : [radius, 0];
}

/** @param {Vector} radii @param {Vector} d @returns {Vector} */
function onEllipsoid(radii, d) {
  const length = Math.hypot(radii[0] * d[0], radii[1] * d[1], radii[2] * d[2]);
  const on = (/** @type {number} */ i) => (length > 0 ? (radii[i] ** 2 * d[i]) / length : i === 0 ? radii[0] : 0);
  return [on(0), on(1), on(2)];
}
