// The surfaces of shapes, for drawing only: the engine's answers do not depend on them.
//
// Shapes with an axis are surfaces of revolution, polytopes are their hulls, and everything else is drawn through the
// furthest points in directions spread over a sphere, which are also the normals there.

import { hullFaces } from "../player/hull.js";
import { loopAround, roundedLoop } from "../player/planeoutline.js";
import { along, cross, difference, dot } from "../player/vectors.js";
import { addedRadius, boxCorners, coreVertices, planeVertices } from "./kinds.js";

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */
/** @typedef {import("../player/drawlist.js").Surface} Surface */
/** @typedef {import("./kinds.js").Shape} Shape */
/** @typedef {{place: [number, number], normal: [number, number]}} Rim  of a profile: distance from the axis, and height */
/**
 * @typedef {object} Drawn
 * @property {Surface | null} surface
 * @property {Float32Array} edges
 * @property {Vec3[]} vertices  those of A − B
 * @property {Float32Array} core  the outline of the core inside a rounded 2D shape
 */
/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */

const AROUND = 48; // facets around an axis
const ARC = Math.PI / 24; // of a rounded profile, at most
const DETAIL = 4; // halvings of the icosahedron's edges for directions
const SAME_PLANE = 1 - 1e-7; // cosine between the normals of faces without an edge between them
const RIMS_OF_DIFFERENCE = 16; // of a surface of revolution whose vertices A − B is made of
const VERTICES_OF_DIFFERENCE = 642; // of a smooth surface

/** @param {Pick<PlacedBody, "dimension" | "type" | "shape">} body @returns {Drawn} */
export function drawnShape({ dimension, type, shape }) {
  return dimension === 2 ? drawnInPlane(planeVertices(type, shape), addedRadius(type, shape)) : { ...drawnSolid(type, shape), core: new Float32Array() };
}

/** The region of a 2D shape, seen from above, with its outline. @param {Vec3[]} vertices @param {number} radius @returns {Drawn} */
function drawnInPlane(vertices, radius) {
  const core = loopAround(vertices);
  const loop = roundedLoop(core, radius);
  const fan = loop.slice(2).flatMap((corner, i) => [...loop[0], ...loop[i + 1], ...corner]);
  const normals = fan.map((_, i) => (i % 3 === 2 ? 1 : 0));
  return {
    surface: loop.length > 2 ? surfaceOf(fan, normals) : null,
    edges: outlineOf(loop),
    vertices: loop,
    core: radius > 0 ? outlineOf(core) : new Float32Array(),
  };
}

/** The sides of a polygon; none of a point. @param {Vec3[]} loop */
function outlineOf(loop) {
  const sides = loop.length > 2 ? loop.map((corner, i) => [corner, loop[(i + 1) % loop.length]]) : loop.length === 2 ? [loop] : [];
  return Float32Array.from(sides.flat(2));
}

/** @param {string} type @param {Shape} shape @returns {Omit<Drawn, "core">} */
function drawnSolid(type, shape) {
  const radius = addedRadius(type, shape);
  switch (type) {
    case "sphere": return latheOf([[0, 0]], radius, "y");
    case "capsule": return latheOf([[0, shape.half_height], [0, -shape.half_height]], radius, shape.axis);
    case "cylinder": return latheOf([[shape.radius, shape.half_height], [shape.radius, -shape.half_height]], radius, shape.axis);
    case "cone": return latheOf([[0, shape.half_height], [shape.radius, -shape.half_height]], radius, shape.axis);
    case "ellipsoid": return sampledSurface((way) => ellipsoidPoint(shape.radii, way), radius);
    case "point": return radius > 0 ? latheOf([[0, 0]], radius, "y") : { surface: null, edges: new Float32Array(), vertices: [[0, 0, 0]] };
    case "box": return polytopeSurface(boxCorners(shape.half_extents), radius);
    default: return polytopeSurface(coreVertices(type, shape), radius);
  }
}

/** @param {number[]} radii @param {Vec3} way @returns {Vec3} */
function ellipsoidPoint(radii, way) {
  const scaled = radii.map((size, i) => size * way[i]);
  const length = Math.hypot(...scaled);
  return [(radii[0] * scaled[0]) / length, (radii[1] * scaled[1]) / length, (radii[2] * scaled[2]) / length];
}

// --- surfaces of revolution ---

/**
 * A surface of revolution whose profile has these corners from top to bottom, rounded by a radius.
 * @param {[number, number][]} corners  distances from the axis and heights
 * @param {number} radius
 * @param {"x" | "y" | "z"} axis
 * @returns {Omit<Drawn, "core">}
 */
function latheOf(corners, radius, axis) {
  const rims = profileOf(corners, radius);
  const turned = (/** @type {number[]} */ [out, up], /** @type {number} */ step) => {
    const angle = (2 * Math.PI * step) / AROUND;
    return onAxis(out * Math.sin(angle), up, out * Math.cos(angle), axis);
  };
  const positions = /** @type {number[]} */ ([]), normals = /** @type {number[]} */ ([]);
  for (let rim = 0; rim + 1 < rims.length; rim++) {
    for (let step = 0; step < AROUND; step++) {
      const square = [[rim, step], [rim + 1, step], [rim + 1, step + 1], [rim, step + 1]];
      for (const corner of [0, 1, 2, 0, 2, 3]) {
        const [at, turn] = square[corner];
        positions.push(...turned(rims[at].place, turn));
        normals.push(...turned(rims[at].normal, turn));
      }
    }
  }
  const sharp = radius > 0 ? [] : corners.filter(([out]) => out > 0);
  const edges = sharp.flatMap((corner) => Array.from({ length: AROUND }, (_, step) => [...turned(corner, step), ...turned(corner, step + 1)]).flat());
  const few = rims.filter((_, i) => i % Math.ceil(rims.length / RIMS_OF_DIFFERENCE) === 0 || i === rims.length - 1);
  const vertices = few.flatMap(({ place }) => (place[0] > 0 ? Array.from({ length: AROUND }, (_, step) => turned(place, step)) : [turned(place, 0)]));
  return { surface: surfaceOf(positions, normals), edges: new Float32Array(edges), vertices };
}

/** The points of a profile with their normals; each sharp corner has two normals. @param {[number, number][]} corners @param {number} radius @returns {Rim[]} */
function profileOf(corners, radius) {
  const between = corners.slice(1).map(([out, up], i) => Math.atan2(out - corners[i][0], corners[i][1] - up)); // elevations of normals
  const bends = [Math.PI / 2, ...between, -Math.PI / 2];
  const rims = corners.flatMap(([out, up], i) => {
    const steps = radius > 0 ? Math.max(1, Math.ceil((bends[i] - bends[i + 1]) / ARC)) : 1;
    return Array.from({ length: steps + 1 }, (_, k) => {
      const angle = bends[i] + ((bends[i + 1] - bends[i]) * k) / steps;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return /** @type {Rim} */ ({ place: [out + radius * cos, up + radius * sin], normal: [cos, sin] });
    });
  });
  const [first, last] = [rims[0], rims[rims.length - 1]];
  return [{ place: [0, first.place[1]], normal: [0, 1] }, ...rims, { place: [0, last.place[1]], normal: [0, -1] }];
}

/** A point of a frame whose y is the axis. @param {number} x @param {number} y @param {number} z @param {"x" | "y" | "z"} axis @returns {Vec3} */
function onAxis(x, y, z, axis) {
  if (axis === "x") return [y, z, x];
  return axis === "z" ? [z, x, y] : [x, y, z];
}

// --- polytopes ---

/** @param {Vec3[]} vertices @param {number} radius @returns {Omit<Drawn, "core">} */
function polytopeSurface(vertices, radius) {
  if (radius > 0) return sampledSurface((way) => furthestVertex(vertices, way), radius);
  const faces = hullFaces(vertices);
  if (!faces) return flatSurface(vertices);
  const positions = faces.flatMap(({ corners }) => corners.flatMap((i) => vertices[i]));
  const normals = faces.flatMap(({ normal }) => [...normal, ...normal, ...normal]);
  /** @type {Map<string, Vec3>} */
  const open = new Map();
  /** @type {number[]} */
  const edges = [];
  for (const { corners: [i, j, k], normal } of faces) {
    for (const [from, to] of [[i, j], [j, k], [k, i]]) {
      const other = open.get(`${to} ${from}`);
      if (!other) open.set(`${from} ${to}`, normal);
      else if (dot(other, normal) < SAME_PLANE) edges.push(...vertices[from], ...vertices[to]);
    }
  }
  return { surface: surfaceOf(positions, normals), edges: new Float32Array(edges), vertices };
}

/** A polygon, seen from both sides; a segment or a point has no surface. @param {Vec3[]} vertices @returns {Omit<Drawn, "core">} */
function flatSurface(vertices) {
  const normal = normalOf(vertices);
  if (!normal) return { surface: null, edges: new Float32Array(extremesOf(vertices).flat()), vertices };
  const loop = loopOf(vertices, normal);
  const fan = loop.slice(2).map((corner, i) => [loop[0], loop[i + 1], corner]);
  const positions = [...fan, ...fan.map(([p, q, r]) => [p, r, q])].flat(2);
  const behind = normal.map((part) => -part);
  const normals = [normal, behind].flatMap((side) => fan.flatMap(() => [...side, ...side, ...side]));
  const edges = loop.flatMap((corner, i) => [...corner, ...loop[(i + 1) % loop.length]]);
  return { surface: surfaceOf(positions, normals), edges: new Float32Array(edges), vertices };
}

/** The unit normal of points in a plane; null if they are on a line. @param {Vec3[]} points @returns {Vec3 | null} */
function normalOf(points) {
  const [p, q] = extremesOf(points);
  const way = difference(q, p);
  const areas = points.map((point) => cross(way, difference(point, p)));
  const area = areas.reduce((best, one) => (Math.hypot(...one) > Math.hypot(...best) ? one : best));
  const length = Math.hypot(...area);
  return length > 1e-9 * dot(way, way) ? along([0, 0, 0], area, 1 / length) : null;
}

/** The two points furthest apart, starting from the first. @param {Vec3[]} points @returns {[Vec3, Vec3]} */
function extremesOf(points) {
  const from = (/** @type {Vec3} */ start) => points.reduce((best, point) => (Math.hypot(...difference(point, start)) > Math.hypot(...difference(best, start)) ? point : best));
  const one = from(points[0]);
  return [one, from(one)];
}

/** The convex polygon around points in a plane, counter-clockwise seen from where the normal points. @param {Vec3[]} points @param {Vec3} normal */
function loopOf(points, normal) {
  const loop = [extremesOf(points)[0]];
  while (loop.length <= points.length) {
    const last = loop[loop.length - 1];
    const next = points.reduce((best, point) => {
      const side = dot(normal, cross(difference(best, last), difference(point, last)));
      const isFurther = Math.hypot(...difference(point, last)) > Math.hypot(...difference(best, last));
      return side < -1e-12 || (Math.abs(side) <= 1e-12 && isFurther) ? point : best;
    }, last);
    if (next === loop[0] || next === last) break;
    loop.push(next);
  }
  return loop;
}

/** @param {Vec3[]} vertices @param {Vec3} way @returns {Vec3} */
function furthestVertex(vertices, way) {
  return vertices.reduce((best, vertex) => (dot(vertex, way) > dot(best, way) ? vertex : best));
}

// --- sampled surfaces ---

/** The surface through the furthest points of a core in many directions, grown by a radius. @param {(way: Vec3) => Vec3} furthest @param {number} radius @returns {Omit<Drawn, "core">} */
function sampledSurface(furthest, radius) {
  const { ways, triangles } = sphereDirections();
  const places = ways.map((way) => along(furthest(way), way, radius));
  const positions = triangles.flatMap((corners) => corners.flatMap((i) => places[i]));
  const normals = triangles.flatMap((corners) => corners.flatMap((i) => ways[i]));
  const vertices = places.slice(0, VERTICES_OF_DIFFERENCE); // the coarser directions come first
  return { surface: surfaceOf(positions, normals), edges: new Float32Array(), vertices };
}

/** @type {{ways: Vec3[], triangles: [number, number, number][]} | null} */
let knownDirections = null;

/** Unit vectors spread over a sphere, and the triangles between them. */
function sphereDirections() {
  return (knownDirections ??= subdividedIcosahedron(DETAIL));
}

/** @param {number} times */
function subdividedIcosahedron(times) {
  const golden = (1 + Math.sqrt(5)) / 2;
  const unit = (/** @type {Vec3} */ v) => along([0, 0, 0], v, 1 / Math.hypot(...v));
  /** @type {Vec3[]} */
  const corners = [-1, 1].flatMap((s) => [-golden, golden].flatMap((g) => /** @type {Vec3[]} */ ([[0, s, g], [s, g, 0], [g, 0, s]])));
  const ways = corners.map(unit);
  let triangles = (hullFaces(ways) ?? []).map((face) => face.corners);
  for (let time = 0; time < times; time++) {
    /** @type {Map<string, number>} */
    const known = new Map();
    const middle = (/** @type {number} */ i, /** @type {number} */ j) => {
      const key = i < j ? `${i} ${j}` : `${j} ${i}`;
      const found = known.get(key) ?? ways.push(unit(along(ways[i], ways[j], 1))) - 1;
      known.set(key, found);
      return found;
    };
    triangles = triangles.flatMap(([i, j, k]) => {
      const [a, b, c] = [middle(i, j), middle(j, k), middle(k, i)];
      return /** @type {[number, number, number][]} */ ([[i, a, c], [a, j, b], [c, b, k], [a, b, c]]);
    });
  }
  return { ways, triangles };
}

/** Without the triangles that have no area. @param {number[]} positions @param {number[]} normals @returns {Surface} */
function surfaceOf(positions, normals) {
  /** @type {number[]} */
  const kept = [];
  for (let at = 0; at < positions.length; at += 9) {
    const [p, q, r] = [0, 3, 6].map((corner) => positions.slice(at + corner, at + corner + 3));
    if (Math.hypot(...cross(difference(q, p), difference(r, p))) > 0) kept.push(at);
  }
  const gather = (/** @type {number[]} */ numbers) => Float32Array.from(kept.flatMap((at) => numbers.slice(at, at + 9)));
  return { center: [0, 0, 0], positions: gather(positions), normals: gather(normals), edges: new Float32Array(), soft: false };
}
