// Turns stored looks into draw lists; `app/share/web/looks.py` and `surfaces.py` describe how they are stored.

import { sum, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").DrawList} DrawList
 * @typedef {import("./drawlist.js").Surface} Surface
 * @typedef {import("./drawlist.js").Folds} Folds
 * @typedef {import("./drawlist.js").Label} Label
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./content.js").Content} Content
 * @typedef {import("./content.js").Numbers} Numbers
 * @typedef {import("./content.js").Pane} Pane
 * @typedef {"dark" | "light"} Theme
 * @typedef {import("./drawlist.js").Vec3} Vector
 * @typedef {import("./drawlist.js").Rgba} Color
 */

const KEPT_LISTS = 48;
const NORMAL_STEPS = 32767;
const TRIANGLE_ROW = 12;
const MARK_ROW = 13;
/** How many points a row of each kind of batch has; a triangle has three rows. */
const POINTS_OF = { triangles: 1, lines: 2, arrows: 2, points: 1 };

export class LookReader {
  /** @param {Content} content */
  constructor({ header, arrays }) {
    this.header = header;
    this.arrays = arrays;
    this.vectors = new Columns(arrays[header.vectors], 3);
    this.poses = new Columns(arrays[header.poses], 12);
    this.styles = new Columns(arrays[header.styles], 11);
    this.cameras = new Columns(arrays[header.cameras], 9);
    const { triangles, lines, arrows, points } = header.rows;
    this.rows = {
      triangles: new Columns(arrays[triangles], 6),
      lines: new Columns(arrays[lines], 3),
      arrows: new Columns(arrays[arrows], 3),
      points: new Columns(arrays[points], 2),
    };
    /** @type {Map<string, DrawList>} */
    this.lists = new Map();
    /** @type {Surface[]} */
    this.surfaces = [];
    /** @type {Folds[]} */
    this.folds = [];
    /** @type {Float32Array[]} */
    this.ends = [];
  }

  /**
   * The draw list of a look; the most recent ones stay the same objects.
   * @param {number} number
   * @param {Theme} theme
   * @returns {DrawList}
   */
  drawList(number, theme) {
    const look = this.header.looks[number];
    if (look.themes) return this.drawList(look.themes[theme === "dark" ? 0 : 1], theme);
    const key = `${number} ${theme}`;
    const list = this.lists.get(key) ?? this.build(look, theme);
    this.lists.delete(key);
    this.lists.set(key, list);
    if (this.lists.size > KEPT_LISTS) this.lists.delete(/** @type {string} */ (this.lists.keys().next().value));
    return list;
  }

  /**
   * The camera of a pane, as recorded.
   * @param {Pane} pane
   * @returns {OrbitCamera}
   */
  camera(pane) {
    const [x, y, z, distance, yaw, pitch, fovY, reach, flags] = this.cameras.row(pane.camera);
    const anchor = this.anchor(pane.look);
    return {
      target: [x + anchor[0], y + anchor[1], z + anchor[2]],
      distance, yaw, pitch, fovY, reach,
      orthographic: (flags & 1) > 0,
      zUp: (flags & 2) > 0,
      flat: (flags & 4) > 0,
    };
  }

  /**
   * @param {number} number  of a look
   * @returns {Vector}
   */
  anchor(number) {
    const look = this.header.looks[number];
    return look.themes ? this.anchor(look.themes[0]) : look.anchor;
  }

  /**
   * @param {any} look
   * @param {Theme} theme
   * @returns {DrawList}
   */
  build(look, theme) {
    const anchor = /** @type {Vector} */ (look.anchor);
    /** @param {number} index @returns {Color} */
    const color = (index) => /** @type {Color} */ (this.styles.row(index).slice(...(theme === "dark" ? [0, 4] : [4, 8])));
    /** @param {number | undefined} index @returns {Vector | null} */
    const place = (index) => (index === undefined || index < 0 ? null : sum(this.vectors.row(index), anchor));
    /** @param {number} index */
    const pose = (index) => posed(this.poses.row(index), anchor);
    /** @param {keyof typeof POINTS_OF} kind */
    const batches = (kind) => (look[kind] ?? []).map((/** @type {number} */ number) => this.batch(number, kind, theme));
    return {
      anchor,
      focus: place(look.focus),
      skins: (look.skins ?? []).map((/** @type {number[]} */ [surface, at, style, layer, flags]) => ({
        surface: this.surface(surface),
        pose: pose(at),
        color: color(style),
        layer,
        castsShadow: (flags & 1) > 0,
        shell: (flags & 2) > 0,
      })),
      edges: (look.edges ?? []).map((/** @type {number[]} */ [lines, at, style, layer]) => {
        const [width, dash] = this.styles.row(style).slice(8);
        return { ends: this.lineSet(lines), center: ZERO, pose: pose(at), color: color(style), width, dash, layer };
      }),
      outlines: (look.outlines ?? []).map((/** @type {number[]} */ [surface, at, style, layer]) => {
        const width = this.styles.row(style)[8];
        return { folds: this.foldsOf(surface), pose: pose(at), color: color(style), width, layer };
      }),
      labels: (look.labels ?? []).map((/** @type {any[]} */ [text, at, style, priority, away, extent, turned]) => ({
        text,
        position: /** @type {Vector} */ (place(at)),
        color: color(style),
        priority,
        awayFrom: place(away),
        extent: extent < 0 ? null : { places: this.extent(extent), center: ZERO, pose: pose(turned) },
        asked: false,
      })),
      triangles: batches("triangles"),
      lines: batches("lines"),
      arrows: batches("arrows"),
      points: batches("points"),
    };
  }

  /**
   * @param {number} number
   * @returns {Surface}
   */
  surface(number) {
    return (this.surfaces[number] ??= this.readSurface(number));
  }

  /** @param {number} number @returns {Surface} */
  readSurface(number) {
    const stored = this.header.surfaces[number];
    const positions = gathered(this.arrays[stored.points], this.arrays[stored.corners]);
    const normals = stored.normals === undefined
      ? facetNormals(positions)
      : gathered(this.arrays[stored.normals], this.arrays[stored.corners], NORMAL_STEPS);
    return { center: ZERO, positions, normals, edges: NO_NUMBERS, soft: stored.soft };
  }

  /** @param {number} number @returns {Folds} */
  foldsOf(number) {
    return (this.folds[number] ??= foldsBetween(this.surface(number).positions));
  }

  /** @param {number} number */
  lineSet(number) {
    const stored = this.header.lineSets[number];
    return (this.ends[number] ??= gathered(this.arrays[stored.points], this.arrays[stored.corners]));
  }

  /** @param {number} number @returns {Float32Array} */
  extent(number) {
    return /** @type {Float32Array} */ (this.arrays[this.header.extents[number].points]);
  }

  /**
   * @param {number} number
   * @param {keyof typeof POINTS_OF} kind
   * @param {Theme} theme
   */
  batch(number, kind, theme) {
    const [layer, stored] = this.header.batches[number];
    const indices = summed(this.arrays[stored]);
    const points = POINTS_OF[kind];
    const width = kind === "triangles" ? TRIANGLE_ROW : MARK_ROW;
    const table = this.rows[kind];
    const each = table.width / (points + 1); // a triangle has three rows
    const rows = new Float32Array(indices.length * each * width);
    for (let number = 0, to = 0; number < indices.length * each; number++, to += width) {
      const row = indices[Math.floor(number / each)];
      const first = (number % each) * (points + 1);
      for (let point = 0; point < points; point++) this.vectors.copy(table.at(row, first + point), rows, to + 3 * point);
      const style = table.at(row, first + points);
      this.styles.copy(style, rows, to + 6, theme === "dark" ? 0 : 4, 4);
      this.styles.copy(style, rows, to + 10, 8, width - 10);
    }
    if (kind === "triangles") setFacetNormals(rows);
    return { rows, layer };
  }
}

/** A table that is stored column by column. */
class Columns {
  /**
   * @param {Numbers} numbers
   * @param {number} width
   */
  constructor(numbers, width) {
    this.numbers = numbers;
    this.width = width;
    this.length = numbers.length / width;
  }

  /** @param {number} index @param {number} column */
  at(index, column) {
    return this.numbers[column * this.length + index];
  }

  /** @param {number} index @returns {number[]} */
  row(index) {
    return Array.from({ length: this.width }, (_, column) => this.numbers[column * this.length + index]);
  }

  /**
   * Copies `count` columns of a row, from `first` on.
   * @param {number} index
   * @param {Float32Array} target
   * @param {number} offset
   * @param {number} [first]
   * @param {number} [count]
   */
  copy(index, target, offset, first = 0, count = this.width) {
    for (let column = 0; column < count; column++) {
      target[offset + column] = this.numbers[(first + column) * this.length + index];
    }
  }
}

/** @type {Vector} */
const ZERO = [0, 0, 0];
const NO_NUMBERS = new Float32Array();

/**
 * A pose, (rotation, position), as a 3×4 matrix in world coordinates.
 * @param {number[]} row
 * @param {Vector} anchor
 */
function posed(row, anchor) {
  const [a, b, c, d, e, f, g, h, i, ...position] = row;
  const [x, y, z] = sum(position, anchor);
  return [a, b, c, x, d, e, f, y, g, h, i, z];
}

/** @param {Numbers} differences */
function summed(differences) {
  let index = 0;
  return Array.from(differences, (difference) => (index += difference));
}

/**
 * The points of these indices, each divided by `steps`.
 * @param {Numbers} points
 * @param {Numbers} indices
 * @param {number} [steps]
 */
function gathered(points, indices, steps = 1) {
  const found = new Float32Array(3 * indices.length);
  indices.forEach((/** @type {number} */ index, /** @type {number} */ at) => {
    for (let side = 0; side < 3; side++) found[3 * at + side] = points[3 * index + side] / steps;
  });
  return found;
}

/**
 * The area vector of a triangle: twice its area long, and (0, 0, 0) without area.
 * @param {Float32Array} numbers
 * @param {number} a  offset of each corner
 * @param {number} b
 * @param {number} c
 * @returns {Vector}
 */
function areaVector(numbers, a, b, c) {
  const u = [0, 1, 2].map((side) => numbers[b + side] - numbers[a + side]);
  const v = [0, 1, 2].map((side) => numbers[c + side] - numbers[a + side]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** @param {Float32Array} positions */
export function facetNormals(positions) {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 9) {
    const normal = unit(areaVector(positions, at, at + 3, at + 6));
    for (let corner = 0; corner < 9; corner += 3) normals.set(normal, at + corner);
  }
  return normals;
}

/** @param {Float32Array} rows  of triangles */
function setFacetNormals(rows) {
  for (let at = 0; at < rows.length; at += 3 * TRIANGLE_ROW) {
    const [b, c] = [at + TRIANGLE_ROW, at + 2 * TRIANGLE_ROW];
    const normal = unit(areaVector(rows, at, b, c));
    for (const corner of [at, b, c]) rows.set(normal, corner + 3);
  }
}

/**
 * The edges that two triangles share.
 * @param {Float32Array} positions
 * @returns {Folds}
 */
export function foldsBetween(positions) {
  const corners = placesOf(positions);
  const count = corners.length / 3;
  const normals = new Float32Array(3 * count);
  const offsets = new Float32Array(count);
  for (let facet = 0; facet < count; facet++) {
    const normal = areaVector(positions, 9 * facet, 9 * facet + 3, 9 * facet + 6);
    normals.set(normal, 3 * facet);
    offsets[facet] = normal[0] * positions[9 * facet] + normal[1] * positions[9 * facet + 1] + normal[2] * positions[9 * facet + 2];
  }
  /** @type {Map<string, number>} */
  const open = new Map();
  const ends = [];
  const facets = [];
  for (let side = 0; side < corners.length; side++) {
    const next = side - (side % 3) + ((side + 1) % 3);
    const other = open.get(`${corners[next]} ${corners[side]}`);
    if (other === undefined) {
      open.set(`${corners[side]} ${corners[next]}`, side);
      continue;
    }
    ends.push(...positions.subarray(3 * side, 3 * side + 3), ...positions.subarray(3 * next, 3 * next + 3));
    facets.push(Math.floor(side / 3), Math.floor(other / 3));
  }
  return { ends: new Float32Array(ends), center: ZERO, facets: new Uint32Array(facets), normals, offsets };
}

/**
 * The number of each corner's place: corners at one place may have several normals.
 * @param {Float32Array} positions
 */
function placesOf(positions) {
  /** @type {Map<string, number>} */
  const known = new Map();
  return Array.from({ length: positions.length / 3 }, (_, corner) => {
    const key = positions.subarray(3 * corner, 3 * corner + 3).join(" ");
    const place = known.get(key) ?? known.size;
    known.set(key, place);
    return place;
  });
}
