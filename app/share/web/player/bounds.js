// The plot of the bounds: how the upper and lower bound on the signed distance converge.

import { fill, html, svg } from "./dom.js";
import { section } from "./panels.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./content.js").Bounds} Bounds
 */

const SIZE = { width: 360, height: 170 };
const ROOM = { left: 62, right: 10, top: 10, bottom: 24 };
const HEIGHTS = 4; // about so many labels on the vertical axis
const STEPS = 8; // and on the horizontal one

/**
 * @param {Player} player
 * @returns {Part}
 */
export function boundsPanel(player) {
  const part = section("Bounds", true, () => {
    const bounds = player.run?.bounds;
    return bounds ? plot(player, bounds) : [];
  }, () => player.run);
  const update = () => {
    part.update();
    const at = part.element.querySelector(".now");
    const x = horizontal(player.position, player.end);
    at?.setAttribute("x1", String(x));
    at?.setAttribute("x2", String(x));
  };
  return { element: part.element, update };
}

/**
 * The chart of bounds that a film shows at a time.
 * @param {Player} player
 * @returns {Part}
 */
export function chartPart(player) {
  const element = html("div", { class: "chart" });
  /** @type {import("./content.js").Chart | undefined} */
  let shown;
  const update = () => {
    const chart = player.film?.frameAt(player.position).chart;
    if (chart === shown) return;
    shown = chart;
    fill(element, chart && filmPlot(chart));
  };
  return { element, update };
}

/** The chart; it cannot be pressed, as the film sets its step. @param {import("./content.js").Chart} chart */
function filmPlot(chart) {
  const end = chart.lower.length - 1;
  const { levels, steps, vertical } = plotAxes(chart.extent, 0, end);
  const drawing = svg("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": summary(chart, chart.quantity),
  }, ...levels, ...steps, curve(chart.upper, "upper", end, vertical), curve(chart.lower, "lower", end, vertical));
  const legend = html("figcaption", {},
    html("span", { class: "upper" }, "▽ at most"), " ", html("span", { class: "lower" }, "△ at least"),
    `, ${chart.quantity} in metres, by step`);
  return html("figure", { class: "plot" }, drawing, legend);
}

/**
 * The labels of both axes.
 * @param {[number, number]} extent  of the vertical axis
 * @param {number} first  number of the first step
 * @param {number} end  position of the last step
 */
function plotAxes([low, high], first, end) {
  const vertical = (/** @type {number} */ value) =>
    ROOM.top + ((high - value) / (high - low)) * (SIZE.height - ROOM.top - ROOM.bottom);
  const levels = rounded(low, high, HEIGHTS).map((value) =>
    svg("g", { class: "grid" },
      svg("line", { x1: ROOM.left, x2: SIZE.width - ROOM.right, y1: vertical(value), y2: vertical(value) }),
      svg("text", { x: ROOM.left - 6, y: vertical(value) + 4, "text-anchor": "end" }, words(value))));
  const steps = rounded(0, end, STEPS).filter(Number.isInteger).map((step) =>
    svg("text", { class: "grid", x: horizontal(step, end), y: SIZE.height - 6, "text-anchor": "middle" }, String(first + step)));
  return { levels, steps, vertical };
}

/**
 * @param {Player} player
 * @param {Bounds} bounds
 */
function plot(player, bounds) {
  const known = [...bounds.lower, ...bounds.upper, bounds.truth].filter((value) => value !== null);
  if (known.length === 0) return [];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const margin = 0.08 * (most - least) || 0.08 * Math.abs(most) || 1;
  const { levels, steps, vertical } = plotAxes([least - margin, most + margin], player.run?.first ?? 0, player.end);
  const truth = bounds.truth !== null && svg("line", {
    class: "truth", x1: ROOM.left, x2: SIZE.width - ROOM.right, y1: vertical(bounds.truth), y2: vertical(bounds.truth),
  });
  const go = (/** @type {PointerEvent} */ event) => {
    if (event.buttons === 0) return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIZE.width;
    player.goTo(Math.round(((x - ROOM.left) / (SIZE.width - ROOM.left - ROOM.right)) * player.end));
  };
  const drawing = svg("svg", {
    viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": summary(bounds, "signed distance"), pointerdown: go, pointermove: go,
  }, ...levels, ...steps, truth || null,
  curve(bounds.upper, "upper", player.end, vertical), curve(bounds.lower, "lower", player.end, vertical),
  svg("line", { class: "now", y1: ROOM.top, y2: SIZE.height - ROOM.bottom }));
  const legend = html("figcaption", {},
    html("span", { class: "upper" }, "▽ upper bound"), " ", html("span", { class: "lower" }, "△ lower bound"), " ",
    bounds.truth !== null && html("span", { class: "truth" }, "┄ certified distance"), ", metres, by step");
  return [html("figure", { class: "plot" }, drawing, legend)];
}

/** @param {Bounds} bounds @param {string} quantity */
function summary(bounds, quantity) {
  const last = (/** @type {(number | null)[]} */ values) => values.filter((value) => value !== null).at(-1);
  const [lower, upper] = [last(bounds.lower), last(bounds.upper)];
  const side = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "unknown" : words(value));
  return `Bounds on the ${quantity} by step; after the last step from ${side(lower)} to ${side(upper)} metres`;
}

/**
 * @param {(number | null)[]} values
 * @param {"upper" | "lower"} name
 * @param {number} end
 * @param {(value: number) => number} vertical
 */
function curve(values, name, end, vertical) {
  const places = values.map((value, step) => (value === null ? null : [horizontal(step, end), vertical(value)]));
  let pen = "M";
  const path = places.map((place) => {
    const part = place ? `${pen}${place[0]} ${place[1]}` : "";
    pen = place ? "L" : "M";
    return part;
  }).join("");
  const [tip, base] = name === "upper" ? [4, -3] : [-4, 3];
  const marks = places.map((place) => place && `M${place[0]} ${place[1] + tip}l-4 ${base - tip}h8z`).filter(Boolean).join("");
  return svg("g", { class: name }, svg("path", { d: path, class: "curve" }), svg("path", { d: marks, class: "markers" }));
}

/** @param {number} step @param {number} end */
function horizontal(step, end) {
  return ROOM.left + (end > 0 ? step / end : 0.5) * (SIZE.width - ROOM.left - ROOM.right);
}

/**
 * About `count` round numbers in a range.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
function rounded(low, high, count) {
  if (!(high > low)) return [low];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (/** @type {number} */ ([1, 2, 5, 10].find((factor) => factor * power >= raw)));
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** @param {number} value */
function words(value) {
  return String(Number(value.toPrecision(6))).replace("-", "−");
}
