// Rapier through the package @dimforge/rapier3d-compat: `Shape.contactShape`, computed by parry.

import { components, place, rotate, time, Unsupported } from "../node/pairs.mjs";

/**
 * @typedef {import("../node/pairs.mjs").Pair} Pair
 * @typedef {import("../node/pairs.mjs").Pose} Pose
 * @typedef {import("../node/pairs.mjs").Vector} Vector
 */

const BEYOND_REACH = 1.1; // of the prediction distance; the factor leaves room for rounding to single precision

/** @param {() => Promise<any>} engine */
export async function load(engine) {
  const rapier = (await engine()).default;
  await rapier.init();
  return (/** @type {Pair} */ { a, pose_a, b, pose_b, reach, displacement }) => {
    const [shapeA, shapeB] = [a, b].map((shape) => shapeOf(rapier, shape));
    if (displacement) return cast(shapeA, pose_a, shapeB, pose_b, displacement);
    const [contact, seconds] = time(() => shapeA.contactShape(
      vector(pose_a.position), quaternion(pose_a.quaternion), shapeB,
      vector(pose_b.position), quaternion(pose_b.quaternion), BEYOND_REACH * reach,
    ));
    if (contact === null) return { verdict: "separated", note: "contactShape returned null", seconds };
    return {
      signed_distance: contact.distance,
      normal: components(contact.normal1),
      witness_a: components(contact.point1),
      witness_b: components(contact.point2),
      seconds,
    };
  };
}

/**
 * A moves in a unit of time; points and normals of a hit are local to their shapes.
 * @param {any} shapeA @param {Pose} poseA @param {any} shapeB @param {Pose} poseB @param {Vector} displacement
 */
function cast(shapeA, poseA, shapeB, poseB, displacement) {
  const [hit, seconds] = time(() => shapeA.castShape(
    vector(poseA.position), quaternion(poseA.quaternion), vector(displacement), shapeB,
    vector(poseB.position), quaternion(poseB.quaternion), vector([0, 0, 0]), 0, 1, true,
  ));
  if (hit === null) return { verdict: "separated", seconds };
  return {
    fraction: hit.time_of_impact,
    normal: rotate(poseA.quaternion, components(hit.normal1)),
    witness_b: place(poseB, components(hit.witness2)),
    seconds,
  };
}

/** @param {any} rapier @param {any} shape */
function shapeOf(rapier, shape) {
  const corners = (/** @type {Vector[]} */ points) => points.map(vector);
  const { rounding } = shape;
  switch (shape.type) {
    case "sphere": return new rapier.Ball(shape.radius);
    case "capsule": return new rapier.Capsule(shape.half_height, shape.radius);
    case "halfspace": return new rapier.HalfSpace(vector([0, 1, 0]));
    case "segment": return new rapier.Segment(...corners([shape.a, shape.b]));
    case "box": return rounded(rapier.Cuboid, rapier.RoundCuboid, shape.half_extents, rounding);
    case "cylinder":
      return rounded(rapier.Cylinder, rapier.RoundCylinder, [shape.half_height, shape.radius], rounding);
    case "cone": return rounded(rapier.Cone, rapier.RoundCone, [shape.half_height, shape.radius], rounding);
    case "triangle": return rounded(rapier.Triangle, rapier.RoundTriangle, corners(shape.vertices), rounding);
    case "mesh": return new rapier.TriMesh(new Float32Array(shape.vertices.flat()), new Uint32Array(shape.faces.flat()));
    case "hull": return hull(rapier, new Float32Array(shape.vertices.flat()), rounding);
    default: throw new Unsupported(`${shape.type}: Rapier has no such shape`);
  }
}

/** The convex hull of vertices. @param {any} rapier @param {Float32Array} vertices @param {number} rounding */
function hull(rapier, vertices, rounding) {
  const shape = rounding > 0
    ? new rapier.RoundConvexPolyhedron(vertices, null, rounding)
    : new rapier.ConvexPolyhedron(vertices, null);
  const raw = shape.intoRaw();
  if (raw === undefined) throw new Unsupported("hull: Rapier rejects it");
  raw.free();
  return shape;
}

/**
 * A shape, or the rounded one of its kind.
 * @param {any} Plain @param {any} Round @param {any[]} sizes @param {number} rounding
 */
function rounded(Plain, Round, sizes, rounding) {
  return rounding > 0 ? new Round(...sizes, rounding) : new Plain(...sizes);
}

/** @param {number[]} v */
function vector([x, y, z]) {
  return { x, y, z };
}

/** @param {number[]} q */
function quaternion([x, y, z, w]) {
  return { x, y, z, w };
}
