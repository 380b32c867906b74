// The table of axes of a run of SAT that the page computed: `_axes` in `app/share/web/content.py` in JavaScript.

import { doAxesTie, overlapWords, provenance, skippedReason } from "./satwords.js";
import { digits } from "./text.js";

/** @typedef {import("./content.js").Axis} Axis */
/** @typedef {import("./steps.js").StepRecord} StepRecord */
/** @typedef {import("./stepwords.js").StepWords} StepWords */

const MOST_AXES = 60; // rows; of more axes, those with the least overlap are listed

/** @param {StepRecord[]} steps @param {StepWords} words @param {string[]} names @returns {import("./content.js").Run["axes"]} */
export function axesOfRun(steps, words, names) {
  const rows = steps.map((_, number) => axisOfStep(steps, number, words, names));
  return { rows: rows.length > MOST_AXES ? withLeastOverlap(rows, steps) : rows, count: rows.length, isRun: true };
}

/** @param {Axis[]} rows @param {StepRecord[]} steps */
function withLeastOverlap(rows, steps) {
  const overlapOf = (/** @type {Axis} */ { number }) => steps[number].axis.overlap;
  const nearest = rows.filter(({ reason }) => !reason).sort((one, other) => overlapOf(one) - overlapOf(other)).slice(0, MOST_AXES);
  return nearest.sort((one, other) => one.number - other.number);
}

/** @param {StepRecord[]} steps @param {number} number @param {StepWords} words @param {string[]} names @returns {Axis} */
function axisOfStep(steps, number, words, names) {
  const { axis } = steps[number];
  const reason = skippedReason(axis, words);
  const relation = words.relations[axis.relation];
  const row = { number, name: provenance(axis, words, names), mark: markOf(steps[steps.length - 1], number, reason, relation, words), reason };
  if (reason) return row;
  /** @type {[number, number][]} */
  const intervals = [axis.interval_a, axis.interval_b];
  const overlap = digits(axis.relation === words.relation.CONTACT ? 0 : axis.overlap);
  return { ...row, overlap, relation, words: overlapWords(axis, words), intervals, texts: intervals.map((interval) => interval.map((/** @type {number} */ end) => digits(end)).join(" to ")) };
}

/** @param {StepRecord} last @param {number} number @param {string} reason @param {string} relation @param {StepWords} words */
function markOf(last, number, reason, relation, words) {
  if (number === last.chosen_at) return "chosen";
  if (number === last.runner_up_at) return doAxesTie(last, words) ? "tie" : "runner-up";
  if (reason) return "skipped";
  return relation === "contact" ? "touches" : relation === "gap" ? "separates" : "";
}
