// What a step of MPR does, in words: `engine/mpr/explain.py` in JavaScript.

import { fillTemplate, vertexNames } from "./stepwords.js";
import { digits, interval, vectorText } from "./text.js";
import { isZero } from "./vectors.js";

/** @typedef {import("./stepwords.js").StepWords} StepWords */
/** @typedef {import("./stepwords.js").Templates} Templates */
/** @typedef {import("./steps.js").StepRecord} StepRecord */

/** @param {StepRecord} step @param {StepWords} words */
export function mprHeadline(step, { exit, exits, headlines }) {
  if (step.exit !== exit.RUNNING) return exits[step.exit];
  return step.portal.length < 3 ? headlines.supports[step.phase] : fillTemplate(headlines.portal, { names: vertexNames(step.portal) });
}

/** The search direction, its support point, the change of the portal, and at the end the proved bounds. @param {StepRecord} step @param {StepWords} words @param {string[]} names */
export function mprSentence(step, words, [a, b]) {
  const { mpr } = words;
  const named = { a, b, names: vertexNames(step.before), d: vectorText(step.direction), w: `w${step.iteration}`, bounds: boundsWords(step, mpr) };
  if (step.support.birth < step.iteration) return fillTemplate(mpr.tooThin, named);
  const begin = [first, second, discover, refine][step.phase](step, words, named);
  return [begin, mprEnding(step, words, named)].filter(Boolean).join(" ");
}

/** What a step of MPR changes. @param {StepRecord} step @param {StepRecord} before */
export function mprChanges(step, before) {
  const has = (/** @type {{birth: number}[]} */ vertices, /** @type {{birth: number}} */ { birth }) => vertices.some((vertex) => vertex.birth === birth);
  const added = step.portal.some((/** @type {any} */ vertex) => !has(step.before, vertex));
  const dropped = step.before.some((/** @type {any} */ vertex) => !has(step.portal, vertex));
  return { added, dropped, repeated: !added, changed: step.phase !== before.phase };
}

/** @param {StepRecord} step @param {StepWords} words @param {Record<string, string>} named */
function first(step, { mpr }, named) {
  const way = fillTemplate(isZero(step.interior.point) ? mpr.anyRay : mpr.ray, { ...named, v0: vectorText(step.interior.point), ray: vectorText(step.ray) });
  return fillTemplate(mpr.first, { way, beyond: beyondWords(step, mpr) });
}

/** @param {StepRecord} step @param {StepWords} words @param {Record<string, string>} named */
function second(step, { mpr }, named) {
  return fillTemplate(mpr.second, { ...named, beyond: beyondWords(step, mpr) });
}

/** @param {StepRecord} step @param {StepWords} words @param {Record<string, string>} named */
function discover(step, { mpr, exit, ofMpr }, named) {
  const text = fillTemplate(mpr.discover, { ...named, beyond: beyondWords(step, mpr) });
  if (step.exit !== exit.RUNNING) return text;
  if (step.lost === ofMpr.noneLost) return fillTemplate(mpr.found, { text, portal: vertexNames(step.portal) });
  const [stays, goes] = [step.before[1 - step.lost], step.before[step.lost]];
  return fillTemplate(mpr.outside, { ...named, text, stays: vertexNames([stays]), goes: vertexNames([goes]) });
}

/** @param {StepRecord} step @param {StepWords} words @param {Record<string, string>} named */
function refine(step, { mpr, exit, ofMpr }, named) {
  const plane = step.height - step.gain;
  const where = Math.abs(plane) <= ofMpr.rounding * step.reach ? mpr.onPlane : plane > 0 ? mpr.insidePortal : mpr.outsidePortal;
  const origin = fillTemplate(where, { ...named, distance: digits(Math.abs(plane)) });
  const beyond = fillTemplate(mpr.extends, { ...named, origin });
  if (step.exit === exit.CONVERGED || step.exit === exit.TOUCHING) return fillTemplate(mpr.noFurther, { text: beyond });
  const text = fillTemplate(mpr.further, { ...named, text: beyond, gain: step.gain > 0 ? `${digits(step.gain)} m` : mpr.no });
  if (step.lost === ofMpr.noneLost) return text;
  return fillTemplate(mpr.passes, { text, portal: vertexNames(step.portal), goes: vertexNames([step.before[step.lost]]) });
}

/** What follows from the exit; empty while the search runs. @param {StepRecord} step @param {StepWords} words @param {Record<string, string>} named */
function mprEnding(step, { mpr, exit, ofMpr }, named) {
  if (step.exit === exit.RUNNING) return "";
  if (step.exit === exit.SEPARATING_AXIS) return fillTemplate(mpr.apart, { ...named, lower: digits(step.lower) });
  if (step.exit === exit.DEGENERATE_INPUT) {
    const template = !Number.isFinite(step.reach) ? mpr.infinite : step.reach > ofMpr.huge ? mpr.overflow : mpr.underflow;
    return fillTemplate(template, { reach: digits(step.reach) });
  }
  const ends = { [exit.CONVERGED]: mpr.onSurface, [exit.ORIGIN_ON_RAY]: mpr.onRay, [exit.TOUCHING]: mpr.touching, [exit.NO_INTERIOR]: mpr.noInterior };
  const height = digits(Math.abs(step.height));
  const depth = step.height < 0 ? mpr.nothing : fillTemplate(mpr.depth, { ...named, height });
  return fillTemplate(ends[step.exit] ?? mpr.limit, { ...named, depth, height, limit: ofMpr.limit });
}

/** @param {StepRecord} step @param {Templates} mpr */
function boundsWords({ lower, upper }, mpr) {
  return fillTemplate(mpr.bounds, { interval: interval(lower, upper) });
}

/** @param {StepRecord} step @param {Templates} mpr */
function beyondWords({ height }, mpr) {
  return fillTemplate(height >= 0 ? mpr.beyond : mpr.short, { height: digits(Math.abs(height)) });
}
