// The marks of a view, drawn in the page rather than recorded: lines, arrows, points, faces and labels.
//
// `Marks` is `app/view/drawing/builder.py` in JavaScript.  Colours are names of roles, whose colours the page has from
// Python (`app/share/web/live.py`); tests compare what both draw.

import { ON_TOP, TRANSLUCENT } from "./drawlist.js";
import { cross, difference, sum, unit } from "./vectors.js";

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./drawlist.js").Rgba} Rgba
 * @typedef {import("./drawlist.js").Label} Label
 * @typedef {import("./drawlist.js").Layer} Layer
 * @typedef {import("./drawlist.js").Batch} Batch
 * @typedef {import("./looks.js").Theme} Theme
 *
 * @typedef {object} RoleColors  The colour of a role, for each use, in the dark and in the light theme.
 * @property {[Rgba, Rgba]} face
 * @property {[Rgba, Rgba]} mark  on top of everything
 * @property {[Rgba, Rgba]} line  among surfaces
 * @property {[Rgba, Rgba]} text
 *
 * @typedef {"text" | "a" | "b" | "push" | "pushText" | "simplex" | "simplexText" | "search" | "new" | "dropped" | "aBright" | "bBright" | "overlap" | "wrong" | "difference" | "differenceEdge"} Role
 * @typedef {Record<Role, RoleColors>} Colors
 * @typedef {Role | [Role, number]} Ink  a role, or one with another opacity
 */

/** Styles of points. */
export const DISC = 0;
export const RING = 1;

/** @type {Vec3} */
export const ZERO_VECTOR = [0, 0, 0];

/** Collects marks, relative to an anchor. */
export class Marks {
  /** @param {Vec3} anchor @param {Colors} colors @param {Theme} theme */
  constructor(anchor, colors, theme) {
    this.anchor = anchor;
    this.colors = colors;
    this.theme = theme === "dark" ? 0 : 1;
    /** @type {Map<string, number[]>} */
    this.rows = new Map();
    /** @type {Label[]} */
    this.labels = [];
  }

  /** @param {Vec3} start @param {Vec3} end @param {Ink} ink @param {number} width @param {number} [dash] @param {Layer} [layer] */
  line(start, end, ink, width, dash = 0, layer = ON_TOP) {
    this.add("lines", layer, DISC, [...this.relative(start), ...this.relative(end), ...this.color(ink, layer), width, dash, 0]);
  }

  /** @param {Vec3[]} places @param {Ink} ink @param {number} width @param {{dash?: number, layer?: Layer, closed?: boolean}} [more] */
  path(places, ink, width, { dash = 0, layer = ON_TOP, closed = false } = {}) {
    const ends = closed ? [...places.slice(1), places[0]] : places.slice(1);
    ends.forEach((end, i) => this.line(places[i], end, ink, width, dash, layer));
  }

  /** A flat convex polygon. @param {Vec3[]} corners @param {Ink} ink */
  polygon(corners, ink) {
    const style = [...polygonNormal(corners), ...this.inked(ink, "face"), 0, 0];
    const placed = corners.map((corner) => [...this.relative(corner), ...style]);
    for (let i = 2; i < placed.length; i++) this.add("triangles", TRANSLUCENT, DISC, [...placed[0], ...placed[i - 1], ...placed[i]]);
  }

  /** @param {Vec3} tail @param {Vec3} tip @param {Ink} ink @param {number} width */
  arrow(tail, tip, ink, width) {
    this.add("arrows", ON_TOP, DISC, [...this.relative(tail), ...this.relative(tip), ...this.color(ink, ON_TOP), width, 0, 0]);
  }

  /** @param {Vec3} place @param {Ink} ink @param {number} size @param {number} [style] */
  point(place, ink, size, style = DISC) {
    this.add("points", ON_TOP, style, [...this.relative(place), 0, 0, 0, ...this.color(ink, ON_TOP), size, style, 0]);
  }

  /** @param {string} text @param {Vec3} position @param {Ink} ink @param {number} priority @param {Vec3 | null} [awayFrom] */
  label(text, position, ink, priority, awayFrom = null) {
    this.labels.push({ text, position, color: this.inked(ink, "text"), priority, awayFrom, extent: null, asked: false });
  }

  /** The marks behind those of a list. @param {import("./drawlist.js").DrawList} list @returns {import("./drawlist.js").DrawList} */
  over(list) {
    const { triangles, lines, arrows, points } = this.batches();
    return {
      ...list,
      triangles: [...list.triangles, ...triangles],
      lines: [...list.lines, ...lines],
      arrows: [...list.arrows, ...arrows],
      points: [...list.points, ...points],
      labels: [...list.labels, ...this.labels],
    };
  }

  /** One batch for the marks of a kind, layer and style, in the order in which the first of each was drawn. */
  batches() {
    /** @type {Record<string, Batch[]>} */
    const batches = { triangles: [], lines: [], arrows: [], points: [] };
    for (const [key, rows] of this.rows) {
      const [kind, layer] = key.split(" ");
      batches[kind].push({ rows: Float32Array.from(rows), layer: /** @type {Layer} */ (Number(layer)) });
    }
    return batches;
  }

  /** @param {string} kind @param {Layer} layer @param {number} style @param {number[]} row */
  add(kind, layer, style, row) {
    const key = `${kind} ${layer} ${style}`;
    const rows = this.rows.get(key);
    if (rows) rows.push(...row);
    else this.rows.set(key, row);
  }

  /** @param {Vec3} place */
  relative(place) {
    return difference(place, this.anchor);
  }

  /** @param {Ink} ink @param {Layer} layer */
  color(ink, layer) {
    return this.inked(ink, layer === ON_TOP ? "mark" : "line");
  }

  /** @param {Ink} ink @param {keyof RoleColors} use @returns {Rgba} */
  inked(ink, use) {
    const [role, opacity] = typeof ink === "string" ? [ink, 1] : ink;
    const [red, green, blue] = this.colors[role][use][this.theme];
    return [red, green, blue, opacity];
  }
}

/** The unit normal of a flat polygon, from the sum of its triangles' area vectors; zero without area. @param {Vec3[]} corners */
function polygonNormal(corners) {
  const sides = corners.slice(1).map((corner) => difference(corner, corners[0]));
  return unit(sides.slice(1).reduce((areas, side, i) => sum(areas, cross(sides[i], side)), ZERO_VECTOR));
}
