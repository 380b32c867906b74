// The marks of a view, drawn in the page rather than recorded: lines, arrows, points and labels.

import { ON_TOP } from "./drawlist.js";
import { difference } from "./vectors.js";

/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {import("./drawlist.js").Label} Label */

const LABEL_PRIORITY = 5;
const SIGNIFICANT = 5; // digits of a length, as in `engine/text.py`
const LEAST_POWER = -4; // of ten, below which a number has an exponent

/** @type {Vec3} */
export const ZERO_VECTOR = [0, 0, 0];

/** Collects marks, relative to an anchor. */
export class Marks {
  /** @param {Vec3} anchor */
  constructor(anchor) {
    this.anchor = anchor;
    /** @type {import("./drawlist.js").Batch[]} */
    this.lines = [];
    /** @type {import("./drawlist.js").Batch[]} */
    this.arrows = [];
    /** @type {import("./drawlist.js").Batch[]} */
    this.points = [];
    /** @type {Label[]} */
    this.labels = [];
  }

  /** @param {Vec3} start @param {Vec3} end @param {number[]} color @param {number} width */
  line(start, end, color, width) {
    this.lines.push(this.batch(start, difference(end, this.anchor), color, width));
  }

  /** @param {Vec3} tail @param {Vec3} tip @param {number[]} color @param {number} width */
  arrow(tail, tip, color, width) {
    this.arrows.push(this.batch(tail, difference(tip, this.anchor), color, width));
  }

  /** @param {Vec3} place @param {number[]} color @param {number} size */
  point(place, color, size) {
    this.points.push(this.batch(place, ZERO_VECTOR, color, size));
  }

  /** @param {string} text @param {Vec3} position @param {import("./drawlist.js").Rgba} color @param {Vec3} awayFrom */
  label(text, position, color, awayFrom) {
    this.labels.push({ text, position, color, priority: LABEL_PRIORITY, awayFrom, extent: null, asked: false });
  }

  /** @param {Vec3} place @param {Vec3} other @param {number[]} color @param {number} size @returns {import("./drawlist.js").Batch} */
  batch(place, other, color, size) {
    return { rows: Float32Array.from([...difference(place, this.anchor), ...other, ...color, size, 0, 0]), layer: ON_TOP };
  }
}

/** A number as in sentences: `number` in `engine/text.py`; tests compare the two. @param {number} value */
export function digits(value) {
  const [mantissa, exponent] = value.toExponential(SIGNIFICANT - 1).split("e");
  const power = Number(exponent);
  const bare = (/** @type {string} */ text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  const sign = power < 0 ? "-" : "+";
  const text = power < LEAST_POWER || power >= SIGNIFICANT
    ? `${bare(mantissa)}e${sign}${String(Math.abs(power)).padStart(2, "0")}`
    : bare(value.toFixed(SIGNIFICANT - 1 - power));
  return (value === 0 ? "0" : text).replaceAll("-", "−");
}
