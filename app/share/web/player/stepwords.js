// Words about steps: templates that Python has (`app/share/web/step_words.py`), fillTemplate with what the records say.

import { digits, shortDigits, subscripted } from "./text.js";

/**
 * @typedef {import("./steps.js").StepRecord} StepRecord
 * @typedef {Record<string, string>} Templates
 *
 * @typedef {object} StepWords
 * @property {Templates} gjk
 * @property {Templates} epa
 * @property {Templates} sat
 * @property {Templates} mpr
 * @property {Templates & {features: string[], supports: string[]}} headlines
 * @property {string[]} exits  by their numbers
 * @property {Record<string, number>} exit  by their names
 * @property {Record<string, number>} aim
 * @property {Record<string, number>} axisKind
 * @property {Record<string, number>} skip
 * @property {Record<string, number>} relation
 * @property {string[]} relations
 * @property {Record<string, number>} phase
 * @property {string[]} truths  of beliefs
 * @property {Record<string, string>} events
 * @property {number} noIndex  of a point that is no vertex
 * @property {number} curved  part of the coordinates within which a curved surface counts as reached
 * @property {number} roundings
 * @property {number[][]} slots  the vertices of each region's feature, by the region's number; the interior is the last
 * @property {{rounding: number, limit: number, huge: number, noneLost: number}} ofMpr
 * @property {number} touching  part of the size within which shapes touch
 * @property {import("./drawlist.js").Vec3} corner  from which the bars of projections are seen best
 * @property {string} weight  definition
 * @property {[string, string][]} axes  labels and definitions
 *
 * @typedef {object} NumberRow
 * @property {string[]} path
 * @property {string} label
 * @property {string} help
 * @property {string} unit
 * @property {number} depth
 * @property {"numbers" | "number" | "whole" | "wholes" | "index" | "yes" | "yeses" | "exit" | "name" | "record" | "vertex" | "list"} kind
 * @property {string[]} [names]  of a name
 */

/** The template with its names in braces replaced. @param {string} template @param {Record<string, string | number>} [values] */
export function fillTemplate(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`${template}: ${name} is missing`);
    return String(values[name]);
  });
}

/** @param {{birth: number}} vertex */
export function vertexName({ birth }) {
  return `w${birth}`;
}

/** @param {{birth: number}[]} vertices */
export function vertexNames(vertices) {
  return vertices.map(vertexName).join(" ");
}

/** The rows of a step's numbers, as a recorded step has them. @param {NumberRow[]} rows @param {StepRecord} step @param {StepRecord | undefined} before @param {StepWords} words @returns {import("./content.js").Step["numbers"]} */
export function rowsOf(rows, step, before, words) {
  return rows.flatMap(({ path, label, help, unit, depth, kind, names }) => {
    const at = (/** @type {any} */ record) => path.reduce((part, name) => part[name], record);
    const value = at(step);
    if (kind === "list" && value.length > 0) return []; // which has a table
    const text = rowText(kind, value, names ?? words.exits);
    const isNew = before !== undefined && JSON.stringify(value) !== JSON.stringify(at(before));
    const exact = kind === "numbers" ? `(${value.join(", ")})` : kind === "number" ? String(value) : "";
    return [[label, unit ? `${text} ${unit}` : text, [help, exact].filter(Boolean).join("\n"), isNew, depth]];
  });
}

/** @param {NumberRow["kind"]} kind @param {any} value @param {string[]} names @returns {string} */
function rowText(kind, value, names) {
  if (kind === "exit" || kind === "name") return names[value];
  if (kind === "list" || (kind === "index" && value === -1)) return "none";
  if (kind === "record") return "";
  if (kind === "vertex") return value.birth >= 0 ? subscripted(vertexName(value)) : rowText("numbers", value.point, names);
  if (kind === "numbers") return value.map((/** @type {number} */ part) => digits(part, 4)).join(" ");
  if (kind === "yes") return value ? "yes" : "no";
  if (kind === "yeses") return value.map((/** @type {number} */ part) => rowText("yes", part, names)).join(", ");
  if (kind === "wholes") return Object.values(value).map((part) => rowText("whole", part, names)).join(", ") || "none";
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  return kind === "number" ? digits(value) : String(value).replace("-", "−");
}

/** A table of vertices, and of their weights if they have any. @param {string} title @param {any[]} vertices @param {number[] | null} weights @param {StepWords} words @returns {import("./content.js").StepTable} */
export function vertexTable(title, vertices, weights, words) {
  const rows = vertices.slice(0, MOST_ROWS).map((vertex, i) => [
    subscripted(vertexName(vertex)),
    ...(weights ? [shortDigits(weights[i], 3)] : []),
    ...vertex.point.map((/** @type {number} */ part) => shortDigits(part, 4)),
  ]);
  /** @type {[string, string][]} */
  const heads = [["", ""], ...(weights ? [/** @type {[string, string]} */ (["weight", words.weight])] : []), ...words.axes];
  return { title, heads, rows, more: Math.max(vertices.length - MOST_ROWS, 0) };
}

const MOST_ROWS = 12; // of a table

