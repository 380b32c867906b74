// The table of the separating axis test: pointing at a row shows its axis in both views, and both projections.

import { fill, html, svg } from "./dom.js";
import { pointing, section } from "./panels.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./content.js").Axis} Axis
 */

const WIDTH = 340;
const MARGIN = 90; // so that the words over a short interval fit
const ROWS = { A: 22, B: 50 };

/**
 * @param {Player} player
 * @returns {Part}
 */
export function axesPanel(player) {
  const line = html("div", { class: "projections" });
  const part = section("SAT axes", true, () => {
    const axes = player.run?.axes;
    if (!axes) return [];
    const left = axes.count - axes.rows.length;
    const rows = axes.rows.map((axis) => axisRow(player, axis, axes.isRun, line));
    fill(line, ...projections(chosen(axes.rows), player.header.pair));
    return [
      html("div", { class: "wide" },
        html("table", { class: "axes" },
          html("thead", {}, html("tr", {}, html("td"), ...["axis", "overlap, m"].map((head) => html("th", { scope: "col" }, head)))),
          html("tbody", {}, ...rows))),
      ...(left > 0 ? [html("p", { class: "small" }, `The ${axes.rows.length} axes with the least overlap, of ${axes.count}.`)] : []),
      line,
    ];
  }, () => player.run);
  const update = () => {
    part.update();
    part.element.classList.toggle("later", !player.run?.axes?.isRun);
    const current = player.run?.axes?.isRun ? (player.run.first + player.position) : -1;
    part.element.querySelectorAll("tbody tr").forEach((row) => {
      row.classList.toggle("current", Number(/** @type {HTMLElement} */ (row).dataset.number) === current);
    });
  };
  return { element: part.element, update };
}

/** @param {Axis[]} rows */
function chosen(rows) {
  return rows.find((axis) => axis.mark === "chosen") ?? rows[0];
}

/**
 * @param {Player} player
 * @param {Axis} axis
 * @param {boolean} isRun  whether the axes are the steps of the run
 * @param {Element} line
 */
function axisRow(player, axis, isRun, line) {
  const cells = [
    html("td", {}, html("span", { class: `badge ${axis.mark}` }, axis.mark)),
    html("td", { class: "name" }, axis.name),
    axis.reason ? html("td", { class: "dim" }, axis.reason) : html("td", {}, axis.overlap ?? ""),
  ];
  const go = () => {
    if (isRun) player.goTo(axis.number - (player.run?.first ?? 0));
  };
  const row = html("tr", { tabindex: 0, "data-number": axis.number, click: go, keydown: (event) => event.key === "Enter" && go() }, ...cells);
  if (!axis.intervals) return row;
  const [world, difference] = axis.looks ?? [];
  const shown = player.run?.isLive ? { axis: axis.number } : { world, difference };
  for (const [name, listener] of Object.entries(pointing(player, shown))) row.addEventListener(name, listener);
  const show = () => fill(line, ...projections(axis, player.header.pair));
  row.addEventListener("pointerenter", show);
  row.addEventListener("focus", show);
  return row;
}

/**
 * Both projections on a number line, with what lies between or in both.
 * @param {Axis | undefined} axis
 * @param {string[]} pair
 */
function projections(axis, pair) {
  if (!axis?.intervals) return [];
  const ends = axis.intervals.flat();
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const at = (/** @type {number} */ value) => MARGIN + ((value - low) / (high - low || 1)) * (WIDTH - 2 * MARGIN);
  const bars = axis.intervals.flatMap(([from, to], i) => {
    const y = i === 0 ? ROWS.A : ROWS.B;
    return [
      svg("line", { x1: at(from), x2: Math.max(at(to), at(from) + 1), y1: y, y2: y, class: `bar body-${"ab"[i]}` }),
      svg("text", { x: (at(from) + at(to)) / 2, y: y - 7, class: `body-${"ab"[i]}` }, `${pair[i]}: ${axis.texts?.[i]}`),
    ];
  });
  const inner = [Math.max(axis.intervals[0][0], axis.intervals[1][0]), Math.min(axis.intervals[0][1], axis.intervals[1][1])];
  const [from, to] = inner.map(at);
  const band = svg("rect", { x: Math.min(from, to), y: 12, width: Math.max(Math.abs(to - from), 1), height: 48, class: `band ${axis.relation}` });
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} 66`, role: "img", "aria-label": `${axis.name}: ${axis.words}` }, band, ...bars);
  return [html("figure", {}, drawing, html("figcaption", {}, `${axis.name}: ${axis.words}`))];
}
