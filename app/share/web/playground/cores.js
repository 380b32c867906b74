// The cores of shapes as the engine takes them: `live_cores` in `app/share/web/live.py`; tests compare the two.

import { hullFaces } from "../player/hull.js";
import { difference, dot } from "../player/vectors.js";
import { addedRadius, coreVertices, planeVertices } from "./kinds.js";

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */
/** @typedef {import("../player/engine.js").Core} Core */
/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */
/** @typedef {import("./kinds.js").Shape} Shape */

/** @type {Vec3} */
const ORIGIN = [0, 0, 0];
const RIGID_TOLERANCE = 1e-5; // `engine/pose.py`: by as much a pose may shrink a core
const WITH_VOLUME = 3; // the dimension of a body, which SAT needs of polytopes other than boxes
const LANES = 8; // vertices in a block, as in `engine/shapes/blocks.py`
const FIRST_AXIS = /** @type {Record<string, number>} */ ({ x: 2, y: 0, z: 1 }); // `FIRST` in `engine/shapes/support.py`

/**
 * The core of a body's shape.
 * @param {Pick<PlacedBody, "dimension" | "type" | "shape">} body
 * @param {Record<number, Record<string, number>>} numbers  of kinds of cores, by dimension and the names of shapes
 * @returns {Core}
 */
export function coreOf({ dimension, type, shape }, numbers) {
  return dimension === 2 ? planeCoreOf(type, shape, numbers[2][type]) : solidCoreOf(type, shape, numbers[3][type]);
}

/** @param {string} type @param {Shape} shape @param {number} kind @returns {Core} */
function planeCoreOf(type, shape, kind) {
  const vertices = planeVertices(type, shape);
  const center = type === "polygon" || type === "segment" ? middleOf(vertices) : /** @type {Vec3} */ ([0, 0, 0]);
  const radius = addedRadius(type, shape);
  const ball = Math.max(...vertices.map((vertex) => Math.hypot(...difference(vertex, center)))) + radius;
  const body = { numbers: [] }; // which only algorithms in 3D need
  return { kind, size: [0, 0, 0], parameter: 0, center: meanOf(vertices), first: 0, radius, ballCenter: center, ball, blocks: blocksOf(vertices), body };
}

/** @param {string} type @param {Shape} shape @param {number} kind @returns {Core} */
function solidCoreOf(type, shape, kind) {
  const vertices = coreVertices(type, shape);
  const [center, ball] = ballOf(type, shape, vertices);
  const mean = isPolytope(type) ? meanOf(vertices) : ORIGIN;
  const radius = addedRadius(type, shape);
  return {
    kind,
    size: sizeOf(type, shape),
    parameter: 0,
    center: mean,
    first: shape.axis ? FIRST_AXIS[shape.axis] : 0,
    radius,
    ballCenter: isPolytope(type) ? center : ORIGIN, // SAT alone needs it, which takes polytopes
    ball: Math.max(ball, furthestFrom(center, vertices, type)) + radius,
    blocks: blocksOf(vertices),
    body: { numbers: [innerRadius(type, shape, vertices, mean) * (1 - 2 * RIGID_TOLERANCE) + radius, WITH_VOLUME, ...ORIGIN, 0, 0] },
  };
}

/** The radius of a ball around the core's centre that the core contains. @param {string} type @param {Shape} shape @param {Vec3[]} vertices @param {Vec3} center */
function innerRadius(type, shape, vertices, center) {
  switch (type) {
    case "box": return Math.min(...shape.half_extents);
    case "ellipsoid": return Math.min(...shape.radii);
    case "cylinder": return Math.min(shape.radius, shape.half_height);
    case "cone": return shape.radius * (shape.half_height / Math.hypot(shape.radius, 2 * shape.half_height));
    case "hull": {
      const faces = hullFaces(vertices);
      return faces ? Math.max(Math.min(...faces.map(({ normal, offset }) => offset - dot(normal, center))), 0) : 0;
    }
    default: return 0;
  }
}

/** Whether the engine knows the shape by vertices alone. @param {string} type */
function isPolytope(type) {
  return type === "hull" || type === "triangle" || type === "segment";
}

/** @param {string} type @param {Shape} shape @returns {Vec3} */
function sizeOf(type, shape) {
  switch (type) {
    case "box": return shape.half_extents;
    case "ellipsoid": return shape.radii;
    case "capsule": return [0, shape.half_height, 0];
    case "cylinder": case "cone": return [shape.radius, shape.half_height, 0];
    default: return [0, 0, 0];
  }
}

/** A ball around the core: its centre and radius. @param {string} type @param {Shape} shape @param {Vec3[]} vertices @returns {[Vec3, number]} */
function ballOf(type, shape, vertices) {
  switch (type) {
    case "box": return [[0, 0, 0], Math.hypot(...shape.half_extents)];
    case "ellipsoid": return [[0, 0, 0], Math.max(...shape.radii)];
    case "capsule": return [[0, 0, 0], shape.half_height];
    case "cylinder": return [[0, 0, 0], Math.hypot(shape.radius, shape.half_height)];
    case "cone": return coneBall(shape.radius, shape.half_height);
    default: return [middleOf(vertices), 0];
  }
}

/** The smallest ball around a cone: it touches the apex and the rim, unless the base is wider. @param {number} radius @param {number} half @returns {[Vec3, number]} */
function coneBall(radius, half) {
  if (radius >= 2 * half) return [[0, -half, 0], radius];
  const reach = (radius * radius + 4 * half * half) / (4 * half);
  return [[0, half - reach, 0], reach];
}

/** Between the two furthest apart of the extreme vertices along x, y and z. @param {Vec3[]} vertices @returns {Vec3} */
function middleOf(vertices) {
  const extreme = (/** @type {number} */ axis, /** @type {number} */ sign) => // the first of several
    vertices.reduce((best, vertex) => (sign * vertex[axis] > sign * best[axis] ? vertex : best));
  const pairs = [0, 1, 2].map((axis) => [extreme(axis, -1), extreme(axis, 1)]);
  const apart = (/** @type {Vec3[]} */ [p, q]) => Math.hypot(...difference(p, q));
  const [p, q] = pairs.reduce((best, pair) => (apart(pair) > apart(best) ? pair : best));
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
}

/** @param {Vec3} center @param {Vec3[]} vertices @param {string} type */
function furthestFrom(center, vertices, type) {
  return isPolytope(type) ? Math.max(...vertices.map((vertex) => Math.hypot(...difference(vertex, center)))) : 0;
}

/** @param {Vec3[]} vertices @returns {Vec3} */
function meanOf(vertices) {
  const sum = (/** @type {number} */ axis) => vertices.reduce((total, vertex) => total + vertex[axis], 0);
  return [sum(0) / vertices.length, sum(1) / vertices.length, sum(2) / vertices.length];
}

/** Blocks of eight x, y, z and keys; the last one is filled with copies of the first vertex. @param {Vec3[]} vertices */
function blocksOf(vertices) {
  const count = Math.ceil(vertices.length / LANES) * LANES;
  const numbers = new Float64Array(4 * count);
  const keys = new BigInt64Array(numbers.buffer);
  for (let place = 0; place < count; place++) {
    const index = place < vertices.length ? place : 0;
    const at = 4 * LANES * Math.floor(place / LANES) + (place % LANES);
    vertices[index].forEach((value, axis) => (numbers[at + LANES * axis] = value));
    keys[at + 3 * LANES] = (BigInt(index) << 32n) + BigInt(place);
  }
  return numbers;
}
