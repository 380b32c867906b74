// Marks of all algorithms that search A − B: the simplex, its vertices, directions and support points.
//
// `app/view/drawing/marks/simplex.py` in JavaScript, of steps that are drawn as a whole.

import { frame, square } from "./cut.js";
import { SOLID, TRANSLUCENT } from "./drawlist.js";
import { RING, ZERO_VECTOR } from "./marks.js";
import { digits } from "./text.js";
import { along, difference, isSame, isZero, norm, sum, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./marks.js").Role} Role
 * @typedef {import("./marks.js").Ink} Ink
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {{point: Vec3, a: Vec3, b: Vec3, birth: number}} MarkedVertex
 */

const NUMBER_ROOM = 0.06; // fraction of the view's radius: least distance between two numbered dots
const NEXT_OPACITY = 0.65;
const PLANE = 0.3; // fraction of the view's radius: half the side of the square that represents a plane
const ARROW = 0.35; // the same of an arrow of a direction
const SUPPORT_ARROW = 0.28; // the same in the world
const TANGENT_REACH = 0.5; // the same of half the length of a line in the plane that touches a body
export const ACROSS = 3; // the same of one that crosses the view
const LINE_OPACITY = 0.85;
const LINE_WIDTH = 1.5;

/** Both support points of a step, and their search directions. @param {Marks} marks @param {MarkedVertex} vertex @param {Vec3} direction @param {Sight} sight @param {number} radius */
export function drawSupports(marks, vertex, direction, sight, radius) {
  const { origin, names, visible } = sight;
  const way = unit(direction);
  const back = difference(ZERO_VECTOR, way);
  /** @type {[Vec3, Vec3, string, Role][]} */
  const supports = [[sum(vertex.a, origin), way, `s_${names[0]}(d)`, "a"], [sum(vertex.b, origin), back, `s_${names[1]}(−d)`, "b"]];
  for (const [there, towards, label, role] of supports) {
    if (visible.planes && !isZero(towards)) drawTangent(marks, there, towards, sight, radius, role, TANGENT_REACH);
    const head = along(there, towards, SUPPORT_ARROW * radius);
    if (!isSame(head, there)) marks.arrow(there, head, "search", 2.5);
    marks.point(there, "search", 9);
    marks.label(label, there, "search", 2, head);
  }
}

/** The search direction; nothing for the zero direction of concentric shapes. @param {Marks} marks @param {Vec3} tail @param {Vec3} direction @param {number} radius */
export function drawDirection(marks, tail, direction, radius) {
  const head = along(tail, unit(direction), ARROW * radius);
  if (isSame(head, tail)) return;
  marks.arrow(tail, head, "search", 3);
  marks.label("d", head, "search", 5, tail);
}

/** The direction that the next step searches. @param {Marks} marks @param {Vec3} tail @param {Vec3} direction @param {number} radius */
export function drawNextDirection(marks, tail, direction, radius) {
  if (isZero(direction)) return;
  const head = along(tail, unit(direction), ARROW * radius);
  marks.arrow(tail, head, ["search", NEXT_OPACITY], 2);
  marks.label("next", head, "search", 4, tail);
}

/** The plane, in 2D the line, through the support point, perpendicular to the direction. @param {Marks} marks @param {MarkedVertex} vertex @param {Vec3} direction @param {Sight} sight @param {number} radius */
export function drawSupportPlane(marks, vertex, direction, sight, radius) {
  if (sight.visible.planes && !isZero(direction)) drawTangent(marks, vertex.point, direction, sight, radius, "search", ACROSS);
}

/** The supporting plane, or in 2D the supporting line, up to `reach` radii on both sides. @param {Marks} marks @param {Vec3} through @param {Vec3} normal @param {Sight} sight @param {number} radius @param {Role} role @param {number} reach */
function drawTangent(marks, through, normal, { planar }, radius, role, reach) {
  if (planar) drawLineAcross(marks, through, normal, reach * radius, [role, LINE_OPACITY]);
  else drawPlane(marks, through, normal, radius, role);
}

/** A quarter clockwise. @param {Vec3} way @returns {Vec3} */
export function quarterRight([x, y]) {
  return [y, -x, 0];
}

/** The line through a point, square to `normal` (not zero), up to `reach` on both sides. @param {Marks} marks @param {Vec3} through @param {Vec3} normal @param {number} reach @param {Ink} ink @param {number} [width] */
export function drawLineAcross(marks, through, normal, reach, ink, width = LINE_WIDTH) {
  const way = quarterRight(unit(normal));
  marks.line(along(through, way, -reach), along(through, way, reach), ink, width, 0, SOLID);
}

/** A square of a plane. @param {Marks} marks @param {Vec3} through @param {Vec3} normal @param {number} radius @param {Role} role */
export function drawPlane(marks, through, normal, radius, role) {
  const [, u, v] = frame(normal);
  const corners = square(through, u, v, PLANE * radius);
  marks.polygon(corners, [role, 0.1]);
  marks.path(corners, [role, 0.55], 1.2, { layer: TRANSLUCENT, closed: true });
}

/** The path of the closest point, a dot for each step; dots are numbered where there is room. @param {Marks} marks @param {Vec3[]} places @param {number} radius */
export function drawPath(marks, places, radius) {
  if (places.length < 2) return;
  marks.path(places, ["text", 0.8], 1.5);
  const numbered = [places[places.length - 1]];
  places.slice(0, -1).forEach((point, index) => {
    marks.point(point, ["text", 0.8], 5);
    if (Math.min(...numbered.map((other) => norm(difference(point, other)))) <= NUMBER_ROOM * radius) return;
    numbered.push(point);
    marks.label(String(index), point, "dropped", 0);
  });
}

/** The closest point, joined to the origin; a distance within `rounding` is shown as 0. @param {Marks} marks @param {Vec3} closest @param {number} rounding */
export function drawClosest(marks, closest, rounding) {
  const length = norm(closest);
  marks.line(ZERO_VECTOR, closest, "text", 2, 4);
  marks.point(closest, "text", 8);
  marks.label(`closest ${length > rounding ? digits(length) : "0"} m`, closest, "text", 6, ZERO_VECTOR);
}

/** @param {Marks} marks @param {MarkedVertex[]} kept */
export function drawSimplex(marks, kept) {
  for (const [p, q] of combinations(kept, 2)) marks.line(p.point, q.point, "simplex", 3.5);
  for (const face of combinations(kept, 3)) marks.polygon(face.map(({ point }) => point), ["simplex", 0.3]);
  const inside = meanOfVertices(kept);
  for (const { point, birth } of kept) {
    marks.point(point, "simplex", 12);
    marks.label(`w${birth}`, point, "simplexText", 8, inside);
  }
}

/** Dropped vertices, and their edges to the others. @param {Marks} marks @param {MarkedVertex[]} dropped @param {MarkedVertex[]} everyone */
export function drawDropped(marks, dropped, everyone) {
  for (const [p, q] of combinations(everyone, 2)) {
    if (dropped.includes(p) || dropped.includes(q)) marks.line(p.point, q.point, ["dropped", 0.8], 1.8, 6);
  }
  for (const { point, birth } of dropped) {
    marks.point(point, "dropped", 9);
    marks.label(`w${birth} dropped`, point, "dropped", 4);
  }
}

/** A ring around the new vertex. @param {Marks} marks @param {MarkedVertex} vertex */
export function drawNew(marks, vertex) {
  marks.point(vertex.point, "new", 21, RING);
}

/** A support point that was not added to the simplex. @param {Marks} marks @param {MarkedVertex} vertex @param {string} why */
export function drawRefused(marks, vertex, why) {
  marks.point(vertex.point, "dropped", 19, RING);
  marks.label(`w${vertex.birth} ${why}`, vertex.point, "dropped", 4);
}

/** @param {MarkedVertex} one @param {MarkedVertex} other */
export function isSameVertex(one, other) {
  return one.birth === other.birth && isSame(one.a, other.a) && isSame(one.b, other.b);
}

/** The mean of the vertices' points; the origin if there are none. @param {MarkedVertex[]} vertices @returns {Vec3} */
export function meanOfVertices(vertices) {
  const total = vertices.reduce((all, { point }) => sum(all, point), ZERO_VECTOR);
  return along(ZERO_VECTOR, total, 1 / Math.max(vertices.length, 1));
}

/** All choices of so many items, in their order. @template T @param {T[]} items @param {number} count @returns {T[][]} */
export function combinations(items, count) {
  if (count === 0) return [[]];
  return items.flatMap((item, i) => combinations(items.slice(i + 1), count - 1).map((others) => [item, ...others]));
}
