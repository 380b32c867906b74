// The kinds of shapes that the playground has: their fields, their defaults, and the vertices of their cores.
//
// The names are those of scene files.  Lengths are in metres; a vector is [x, y, z].

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */

/**
 * @typedef {object} Field
 * @property {string} key  its name in scene files
 * @property {string} title
 * @property {"length" | "rounding" | "sizes" | "vector" | "axis" | "points"} type
 * @property {any} preset
 * @property {number} [least]  of points
 * @property {number} [most]
 *
 * @typedef {{title: string, fields: Field[]}} Kind
 * @typedef {Record<string, any>} Shape  the values of the fields, by their keys
 *
 * @typedef {object} PlacedBody
 * @property {string} name
 * @property {string} type  the name of its kind
 * @property {Shape} shape
 * @property {Vec3} position  metres
 * @property {number[]} orientation  the quaternion x, y, z, w
 */

export const MOST_VERTICES = 64; // of a hull: A − B of two such hulls is still drawn without a noticeable pause

/** @type {Field} */
const ROUNDING_FIELD = { key: "rounding", title: "Rounding", type: "rounding", preset: 0 };
/** @type {Field} */
const AXIS_FIELD = { key: "axis", title: "Axis", type: "axis", preset: "y" };
/** @type {(preset: number) => Field} */
const radiusField = (preset) => ({ key: "radius", title: "Radius", type: "length", preset });
/** @type {(preset: number) => Field} */
const heightField = (preset) => ({ key: "half_height", title: "Half height", type: "length", preset });
const TRIANGLE_PRESET = [[-0.8, -0.5, 0], [0.8, -0.5, 0], [0, 0.9, 0]];
const HULL_PRESET = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]; // an octahedron

/** @type {Record<string, Kind>} */
export const KINDS = {
  box: { title: "Box", fields: [{ key: "half_extents", title: "Half extents", type: "sizes", preset: [1, 0.7, 0.8] }, ROUNDING_FIELD] },
  sphere: { title: "Sphere", fields: [radiusField(0.8), ROUNDING_FIELD] },
  capsule: { title: "Capsule", fields: [radiusField(0.5), heightField(0.8), AXIS_FIELD, ROUNDING_FIELD] },
  cylinder: { title: "Cylinder", fields: [radiusField(0.6), heightField(0.8), AXIS_FIELD, ROUNDING_FIELD] },
  cone: { title: "Cone", fields: [radiusField(0.8), heightField(0.9), AXIS_FIELD, ROUNDING_FIELD] },
  ellipsoid: { title: "Ellipsoid", fields: [{ key: "radii", title: "Radii", type: "sizes", preset: [1, 0.6, 0.7] }, ROUNDING_FIELD] },
  hull: { title: "Convex hull", fields: [{ key: "vertices", title: "Vertices", type: "points", preset: HULL_PRESET, least: 1, most: MOST_VERTICES }, ROUNDING_FIELD] },
  triangle: { title: "Triangle", fields: [{ key: "vertices", title: "Vertices", type: "points", preset: TRIANGLE_PRESET, least: 3, most: 3 }, ROUNDING_FIELD] },
  segment: { title: "Segment", fields: [
    { key: "a", title: "End a", type: "vector", preset: [-0.9, 0, 0] },
    { key: "b", title: "End b", type: "vector", preset: [0.9, 0, 0] },
    ROUNDING_FIELD,
  ] },
  point: { title: "Point", fields: [ROUNDING_FIELD] },
};

/** A shape of a kind, with its defaults. @param {string} type @returns {Shape} */
export function presetShape(type) {
  return Object.fromEntries(KINDS[type].fields.map(({ key, preset }) => [key, structuredClone(preset)]));
}

/** The vertices of a shape whose core is their hull; none if the core is curved. @param {string} type @param {Shape} shape @returns {Vec3[]} */
export function coreVertices(type, shape) {
  switch (type) {
    case "hull": case "triangle": return shape.vertices;
    case "segment": return [shape.a, shape.b];
    case "capsule": return [[0, -shape.half_height, 0], [0, shape.half_height, 0]];
    case "sphere": case "point": return [[0, 0, 0]];
    default: return [];
  }
}

/** The corners of a box, counted as the engine does. @param {number[]} half @returns {Vec3[]} */
export function boxCorners(half) {
  return Array.from({ length: 8 }, (_, i) => [i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]]);
}

/** The radius of the ball that a shape adds to its core, metres. @param {string} type @param {Shape} shape */
export function addedRadius(type, shape) {
  return shape.rounding + (type === "sphere" || type === "capsule" ? shape.radius : 0);
}
