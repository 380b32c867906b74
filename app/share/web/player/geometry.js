// A draw list on the GPU: a list of items, each drawn by one call.  Arrays that were drawn before are not sent again.

import { Rows } from "./gpu.js";
import { silhouetteEnds } from "./silhouette.js";
import { difference, transformed } from "./vectors.js";

/** @typedef {import("./gpu.js").Gl} Gl */
/** @typedef {import("./gpu.js").Layout} Layout */
/** @typedef {import("./gpu.js").RowCache} RowCache */
/** @typedef {import("./drawlist.js").DrawList} DrawList */
/** @typedef {import("./drawlist.js").Batch} Batch */
/** @typedef {import("./drawlist.js").Pose} Pose */
/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {import("./camera.js").Vec4} Vec4 */
/** @typedef {"surface" | "stroke" | "arrow" | "point"} Kind */

/** The kinds of marks, in drawing order. @type {Kind[]} */
export const MARK_KINDS = ["stroke", "arrow", "point"];

/**
 * @typedef {Object} Item
 * @property {Kind} kind
 * @property {import("./drawlist.js").Layer} layer
 * @property {Rows} rows
 * @property {Float32Array} placement  three rows of a matrix: local − center → world − anchor
 * @property {ArrayLike<number> | null} color  null: in the rows
 * @property {number[] | null} part  the last attribute; null: in the rows
 * @property {boolean} castsShadow
 */

const IN_PLACE = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
const SHELL = 2; // added to the last attribute of a surface; 1 casts a shadow

/** @type {(place: number) => Layout} */
const perCorner = (place) => ({ stride: 3, columns: [[place, 3, 0]], divisor: 0 });
/** @type {Layout} */
const FLAT = { stride: 12, columns: [[0, 3, 0], [1, 3, 3], [2, 4, 6]], divisor: 0 };
/** @type {Layout} */
const ENDS = { stride: 6, columns: [[0, 3, 0], [1, 3, 3]], divisor: 1 };
/** @type {Record<"stroke" | "arrow" | "point", Layout>} */
const MARKS = {
  stroke: { stride: 13, columns: [[0, 3, 0], [1, 3, 3], [2, 4, 6], [3, 3, 10]], divisor: 1 },
  arrow: { stride: 13, columns: [[0, 3, 0], [1, 3, 3], [2, 4, 6], [3, 1, 10]], divisor: 1 },
  point: { stride: 13, columns: [[0, 3, 0], [2, 4, 6], [3, 2, 10]], divisor: 1 },
};

/** The items of a draw list as seen from `eye`, without those that are empty.
 * @param {Gl} gl @param {RowCache} cache @param {DrawList} list @param {Vec4} eye @returns {Item[]} */
export function drawItems(gl, cache, list, eye) {
  const items = [
    ...skinItems(gl, cache, list),
    ...list.triangles.map((batch) => flatItem(gl, cache, batch)),
    ...edgeItems(gl, cache, list),
    ...list.lines.map((batch) => markItem(gl, cache, batch, "stroke")),
    ...outlineItems(gl, cache, list, eye),
    ...list.arrows.map((batch) => markItem(gl, cache, batch, "arrow")),
    ...list.points.map((batch) => markItem(gl, cache, batch, "point")),
  ];
  return items.filter((item) => item.rows.count > 0);
}

/** @param {Gl} gl @param {RowCache} cache @param {DrawList} list @returns {Item[]} */
function skinItems(gl, cache, list) {
  return list.skins.map(({ surface, pose, color, layer, castsShadow, shell }) => ({
    kind: "surface",
    layer,
    rows: cache.of(surface.positions, () =>
      new Rows(gl).add(surface.normals, perCorner(1)).add(surface.positions, perCorner(0))),
    placement: placementRows(pose, surface.center, list.anchor),
    color,
    part: [0, Number(castsShadow) + SHELL * Number(shell), 0],
    castsShadow,
  }));
}

/** @param {Gl} gl @param {RowCache} cache @param {DrawList} list @returns {Item[]} */
function edgeItems(gl, cache, list) {
  return list.edges.map(({ ends, center, pose, color, width, dash, layer }) => ({
    kind: "stroke",
    layer,
    rows: cache.of(ends, () => new Rows(gl).add(ends, ENDS)),
    placement: placementRows(pose, center, list.anchor),
    color,
    part: [width, dash, 0],
    castsShadow: false,
  }));
}

/** @type {WeakMap<Rows, string>} The eye that an outline was last computed for. */
const seenFrom = new WeakMap();

/** @param {Gl} gl @param {RowCache} cache @param {DrawList} list @param {Vec4} eye @returns {Item[]} */
function outlineItems(gl, cache, list, eye) {
  const from = eye.join();
  return list.outlines.map((outline) => {
    const rows = cache.of(outline, () => new Rows(gl).add(new Float32Array(0), ENDS));
    if (seenFrom.get(rows) !== from) rows.refill(silhouetteEnds(outline, eye), ENDS.stride);
    seenFrom.set(rows, from);
    const placement = placementRows(outline.pose, outline.folds.center, list.anchor);
    return {
      kind: "stroke", layer: outline.layer, rows, placement, color: outline.color, part: [outline.width, 0, 0],
      castsShadow: false,
    };
  });
}

/** @param {Gl} gl @param {RowCache} cache @param {Batch} batch @returns {Item} */
function flatItem(gl, cache, { rows, layer }) {
  const kept = cache.of(rows, () => new Rows(gl).add(rows, FLAT));
  return { kind: "surface", layer, rows: kept, placement: IN_PLACE, color: null, part: [0, 0, 0], castsShadow: false };
}

/** @param {Gl} gl @param {RowCache} cache @param {Batch} batch @param {"stroke" | "arrow" | "point"} kind @returns {Item} */
function markItem(gl, cache, { rows, layer }, kind) {
  const kept = cache.of(rows, () => new Rows(gl).add(rows, MARKS[kind]));
  return { kind, layer, rows: kept, placement: IN_PLACE, color: null, part: null, castsShadow: false };
}

/** The anchor is subtracted before conversion to single precision.
 * @param {Pose} pose @param {Vec3} center @param {Vec3} anchor */
function placementRows(pose, center, anchor) {
  const rows = Float32Array.from(pose);
  const at = difference(transformed(pose, center), anchor);
  at.forEach((value, k) => (rows[4 * k + 3] = value));
  return rows;
}

/** Draws an item with the current program and state.
 * @param {Gl} gl @param {import("./gpu.js").Program} program @param {Item} item */
export function drawItem(gl, program, { kind, rows, placement, color, part }) {
  program.set({ rows: placement });
  if (color) gl.vertexAttrib4f(2, color[0], color[1], color[2], color[3]);
  if (part) gl.vertexAttrib3f(3, part[0], part[1], part[2]);
  gl.bindVertexArray(rows.array);
  if (kind === "surface") gl.drawArrays(gl.TRIANGLES, 0, rows.count);
  else gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, rows.count);
}
