// A − B in the plane where the reader has put the bodies, as `app/view/drawing/planar/difference.py` draws it: a polygon
// with rounded corners, for drawing.  What the engine answers does not depend on it.

import { SOLID } from "./drawlist.js";
import { convexHull } from "./planar.js";
import { isSame, sum } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./engine.js").Core} Core
 */

const VERTICES_IN_BLOCK = 8; // as in `engine/shapes/blocks.py`: eight x, then y, z and keys
const DISC_DIRECTIONS = 128; // around a corner with a disc, as in `engine/geometry/outlines.py`
const OUTLINE_FILL = 0.22;
const OUTLINE_WIDTH = 2.2;
const INNER_WIDTH = 1.4;
const INNER_DASH = 5;
const STRAIGHT_WIDTH = 4; // of an outline without area

/** The outline of a core's vertices, anticlockwise: one point, two or more. @param {Core["blocks"]} blocks @returns {Vec3[]} */
export function coreLoop(blocks) {
  const points = Array.from({ length: blocks.length / 4 }, (_, i) => {
    const at = 4 * VERTICES_IN_BLOCK * Math.floor(i / VERTICES_IN_BLOCK) + (i % VERTICES_IN_BLOCK);
    return { x: blocks[at], y: blocks[at + VERTICES_IN_BLOCK] };
  });
  return loopAround(points.map(({ x, y }) => [x, y, 0]));
}

/** The convex polygon around points of the plane, anticlockwise; two points, or one, if it has no area. @param {Vec3[]} points @returns {Vec3[]} */
export function loopAround(points) {
  const corners = convexHull(points.map(([x, y]) => ({ x, y })));
  return withoutRepeats(corners.map(({ x, y }) => /** @type {Vec3} */ ([x, y, 0])));
}

/** The outline of A − B, given those of A and of B: the edges of A and of −B in the order of their directions. @param {Vec3[]} a @param {Vec3[]} b @returns {Vec3[]} */
export function differenceLoop(a, b) {
  const loops = [a, b.map(([x, y]) => /** @type {Vec3} */ ([-x, -y, 0]))];
  const edges = loops.flatMap((loop) => (loop.length < 2 ? [] : loop.map(([x, y], i) => {
    const [u, v] = loop[(i + 1) % loop.length];
    const [right, up] = [u - x, v - y];
    const angle = Math.atan2(up, right); // from above −90° to 270°, as the loop begins at the leftmost of its points
    return { right, up, angle: angle <= -Math.PI / 2 ? angle + 2 * Math.PI : angle };
  }))).sort((one, other) => one.angle - other.angle);
  let at = loops.map(leftmost).reduce((one, other) => sum(one, other));
  const loop = [at];
  for (const { right, up } of edges.slice(0, -1)) loop.push((at = sum(at, [right, up, 0])));
  return withoutRepeats(loop);
}

/** Points on the outline of a convex polygon, segment or point plus a disc. @param {Vec3[]} loop @param {number} radius @returns {Vec3[]} */
export function roundedLoop(loop, radius) {
  if (radius === 0) return loop;
  return loop.flatMap((corner, i) => {
    const [before, after] = loop.length === 1 ? [0, 2 * Math.PI] : anglesAt(loop, i);
    const count = Math.max(Math.ceil(((after - before) / (2 * Math.PI)) * DISC_DIRECTIONS), 1);
    return Array.from({ length: count + 1 }, (_, step) => {
      const angle = before + ((after - before) * step) / count;
      return sum(corner, [radius * Math.cos(angle), radius * Math.sin(angle), 0]);
    });
  });
}

/** A − B, and dashed inside it the difference of the cores of rounded shapes. @param {Marks} marks @param {Vec3[]} loop  of the cores @param {number} radius  of both */
export function drawPlaneDifference(marks, loop, radius) {
  const outline = roundedLoop(loop, radius);
  if (outline.length > 2) marks.polygon(outline, ["difference", OUTLINE_FILL]);
  drawLoop(marks, outline, outline.length > 2 ? OUTLINE_WIDTH : STRAIGHT_WIDTH, 0);
  if (radius > 0) drawLoop(marks, loop, INNER_WIDTH, INNER_DASH);
}

/** @param {Marks} marks @param {Vec3[]} loop @param {number} width @param {number} dash */
function drawLoop(marks, loop, width, dash) {
  if (loop.length === 1) marks.point(loop[0], "differenceEdge", dash ? STRAIGHT_WIDTH : 2 * STRAIGHT_WIDTH);
  else marks.path(loop, "differenceEdge", width, { dash, layer: SOLID, closed: loop.length > 2 });
}

/** The angles of the normals of the edges before and after a corner. @param {Vec3[]} loop @param {number} i @returns {[number, number]} */
function anglesAt(loop, i) {
  const [p, q, r] = [loop[(i + loop.length - 1) % loop.length], loop[i], loop[(i + 1) % loop.length]];
  const [before, after] = [[p, q], [q, r]].map(([start, end]) => Math.atan2(start[0] - end[0], end[1] - start[1]));
  return [before, after >= before ? after : after + 2 * Math.PI];
}

/** The leftmost point, of several the lowest. @param {Vec3[]} loop @returns {Vec3} */
function leftmost(loop) {
  return loop.reduce((best, point) => (point[0] < best[0] || (point[0] === best[0] && point[1] < best[1]) ? point : best));
}

/** @param {Vec3[]} loop */
function withoutRepeats(loop) {
  const distinct = loop.filter((point, i) => i === 0 || !isSame(point, loop[i - 1]));
  return distinct.length > 1 && isSame(distinct[0], distinct[distinct.length - 1]) ? distinct.slice(0, -1) : distinct;
}
