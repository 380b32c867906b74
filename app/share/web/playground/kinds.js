// The kinds of shapes that the playground has: their fields, their defaults, and the vertices of their cores.
//
// The names are those of scene files.  Lengths are in metres; a vector is [x, y, z], of a 2D shape [x, y].

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */

/**
 * @typedef {object} Field
 * @property {string} key  its name in scene files
 * @property {string} title
 * @property {"length" | "rounding" | "sizes" | "vector" | "axis" | "points"} type
 * @property {number} size  of its vectors; an axis is one of so many
 * @property {any} preset
 * @property {number} [least]  of points
 * @property {number} [most]
 *
 * @typedef {{title: string, fields: Field[]}} Kind
 * @typedef {Record<string, any>} Shape  the values of the fields, by their keys
 *
 * @typedef {object} PlacedBody
 * @property {string} name
 * @property {Dimension} dimension
 * @property {string} type  the name of its kind
 * @property {Shape} shape
 * @property {Vec3} position  metres
 * @property {number[]} orientation  the quaternion x, y, z, w
 * @property {number} [angle]  of a 2D body, radians, from which its orientation is
 */

/** @typedef {2 | 3} Dimension */

export const MOST_VERTICES = 64; // of a hull: A − B of two such hulls is still drawn without a noticeable pause

/** @type {Field} */
const ROUNDING_FIELD = { key: "rounding", title: "Rounding", type: "rounding", size: 1, preset: 0 };
/** @type {(size: number) => Field} */
const axisField = (size) => ({ key: "axis", title: "Axis", type: "axis", size, preset: "y" });
/** @type {(preset: number) => Field} */
const radiusField = (preset) => ({ key: "radius", title: "Radius", type: "length", size: 1, preset });
/** @type {(preset: number) => Field} */
const heightField = (preset) => ({ key: "half_height", title: "Half height", type: "length", size: 1, preset });
/** @type {(preset: number[]) => Field} */
const halfExtentsField = (preset) => ({ key: "half_extents", title: "Half extents", type: "sizes", size: preset.length, preset });
/** @type {(key: string, title: string, preset: number[]) => Field} */
const endField = (key, title, preset) => ({ key, title, type: "vector", size: preset.length, preset });
/** @type {(preset: number[][], least: number, most: number) => Field} */
const verticesField = (preset, least, most) => ({ key: "vertices", title: "Vertices", type: "points", size: preset[0].length, preset, least, most });
const TRIANGLE_PRESET = [[-0.8, -0.5, 0], [0.8, -0.5, 0], [0, 0.9, 0]];
const HULL_PRESET = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]; // an octahedron

const POLYGON_PRESET = [[1, -0.5], [0.7, 0.7], [-0.3, 1], [-1, 0.2], [-0.4, -0.9]];

/** The kinds of each dimension, by their names. @type {Record<Dimension, Record<string, Kind>>} */
export const KINDS = {
  3: {
    box: { title: "Box", fields: [halfExtentsField([1, 0.7, 0.8]), ROUNDING_FIELD] },
    sphere: { title: "Sphere", fields: [radiusField(0.8), ROUNDING_FIELD] },
    capsule: { title: "Capsule", fields: [radiusField(0.5), heightField(0.8), axisField(3), ROUNDING_FIELD] },
    cylinder: { title: "Cylinder", fields: [radiusField(0.6), heightField(0.8), axisField(3), ROUNDING_FIELD] },
    cone: { title: "Cone", fields: [radiusField(0.8), heightField(0.9), axisField(3), ROUNDING_FIELD] },
    ellipsoid: { title: "Ellipsoid", fields: [{ key: "radii", title: "Radii", type: "sizes", size: 3, preset: [1, 0.6, 0.7] }, ROUNDING_FIELD] },
    hull: { title: "Convex hull", fields: [verticesField(HULL_PRESET, 1, MOST_VERTICES), ROUNDING_FIELD] },
    triangle: { title: "Triangle", fields: [verticesField(TRIANGLE_PRESET, 3, 3), ROUNDING_FIELD] },
    segment: { title: "Segment", fields: [endField("a", "End a", [-0.9, 0, 0]), endField("b", "End b", [0.9, 0, 0]), ROUNDING_FIELD] },
    point: { title: "Point", fields: [ROUNDING_FIELD] },
  },
  2: {
    polygon: { title: "Polygon", fields: [verticesField(POLYGON_PRESET, 1, MOST_VERTICES), ROUNDING_FIELD] },
    box: { title: "Box", fields: [halfExtentsField([1, 0.7]), ROUNDING_FIELD] },
    circle: { title: "Circle", fields: [radiusField(0.8), ROUNDING_FIELD] },
    capsule: { title: "Capsule", fields: [radiusField(0.4), heightField(0.8), axisField(2), ROUNDING_FIELD] },
    segment: { title: "Segment", fields: [endField("a", "End a", [-0.9, 0]), endField("b", "End b", [0.9, 0]), ROUNDING_FIELD] },
    point: { title: "Point", fields: [ROUNDING_FIELD] },
  },
};

/** A shape of a kind, with its defaults. @param {Dimension} dimension @param {string} type @returns {Shape} */
export function presetShape(dimension, type) {
  return Object.fromEntries(KINDS[dimension][type].fields.map(({ key, preset }) => [key, structuredClone(preset)]));
}

/** The vertices of a 2D shape's core, counted as the engine does. @param {string} type @param {Shape} shape @returns {Vec3[]} */
export function planeVertices(type, shape) {
  const half = shape.half_height;
  switch (type) {
    case "polygon": return shape.vertices.map(onPlane);
    case "segment": return [shape.a, shape.b].map(onPlane);
    case "capsule": return shape.axis === "x" ? [[-half, 0, 0], [half, 0, 0]] : [[0, -half, 0], [0, half, 0]];
    case "box": {
      const [x, y] = shape.half_extents;
      return [[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]];
    }
    default: return [[0, 0, 0]];
  }
}

/** @param {number[]} point @returns {Vec3} */
function onPlane([x, y]) {
  return [x, y, 0];
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
  return shape.rounding + (type === "sphere" || type === "circle" || type === "capsule" ? shape.radius : 0);
}
