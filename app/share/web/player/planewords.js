// What a step of EPA in the plane does, in words: `engine/plane/epa/explain.py` in JavaScript.  The sentences of GJK are
// those of `gjkwords.js`, with templates of their own.

import { depthBounds, depthEnding, knownSentence, seedWords } from "./epawords.js";
import { sideOf } from "./planemarks.js";
import { fillTemplate, vertexName, vertexNames } from "./stepwords.js";
import { digits, vectorText } from "./text.js";

/** @typedef {import("./stepwords.js").StepWords} StepWords */
/** @typedef {import("./stepwords.js").Templates} Templates */
/** @typedef {import("./steps.js").StepRecord} StepRecord */

/** @param {StepRecord} step @param {StepWords} words */
export function planeEpaHeadline(step, { exit, exits, aim, headlines, epa }) {
  if (step.exit !== exit.RUNNING) return exits[step.exit];
  if (step.aim === aim.EDGE) return fillTemplate(headlines.beyond, { face: edgeWords(step.before, step.chosen, epa) });
  return step.aim === aim.SEED ? headlines.seed : headlines.growth;
}

/** Why a direction was searched, its support point, how the polygon grew, and the bounds on the depth. @param {StepRecord} step @param {StepWords} words @param {string[]} names */
export function planeEpaSentence(step, words, [a, b]) {
  const { epa, exit, aim } = words;
  if (step.exit === exit.DISTANCE_KNOWN) return knownSentence(step, words, a, b);
  if (step.aim === aim.SEED) return fillTemplate(epa.start, { seed: seedWords(step.polygon, epa), next: nextEdge(step, epa) });
  const named = { a, b, w: vertexName(step.support), d: vectorText(step.direction) };
  const why = step.aim === aim.GROWTH
    ? fillTemplate(epa.growth, named)
    : fillTemplate(epa.face, { ...named, nearest: nearestEdge(step.before, step.edges_before, step.chosen, epa) });
  const searched = fillTemplate(epa.searched, { ...named, why });
  return searched + (step.exit === exit.RUNNING ? planeOutcome(step, words, named.w) : depthEnding(step, words, named));
}

/** What a step of EPA in the plane changes. @param {StepRecord} step @param {StepRecord} before */
export function planeEpaChanges(step, before) {
  const added = step.polygon.length > before.polygon.length;
  return { added, repeated: !added, changed: step.aim !== before.aim };
}

/** "edge w0 w3" @param {{birth: number, point: any, a: any, b: any}[]} polygon @param {number} edge @param {Templates} epa */
function edgeWords(polygon, edge, epa) {
  return fillTemplate(epa.edge, { names: vertexNames(sideOf(polygon, edge)) });
}

/** @param {StepRecord} step @param {Templates} epa */
function nextEdge({ polygon, edges, nearest }, epa) {
  return edges.length === 0 ? epa.mustGrow : nearestEdge(polygon, edges, nearest, epa);
}

/** The nearest edge and its distance, which is negative where the origin is outside the seed. @param {any[]} polygon @param {{distance: number}[]} edges @param {number} edge @param {Templates} epa */
function nearestEdge(polygon, edges, edge, epa) {
  const { distance } = edges[edge];
  const names = vertexNames(sideOf(polygon, edge));
  return fillTemplate(distance >= 0 ? epa.nearest : epa.nearestOutside, { names, distance: digits(Math.abs(distance)) });
}

/** @param {StepRecord} step @param {StepWords} words @param {string} w */
function planeOutcome(step, { epa, aim }, w) {
  if (step.aim === aim.GROWTH) return step.tries === 0 ? fillTemplate(epa.grown, { seed: seedWords(step.polygon, epa), next: nextEdge(step, epa) }) : epa.noDimension;
  const [bounds, old] = [depthBounds(step, epa), edgeWords(step.before, step.chosen, epa)];
  if (step.polygon.length === step.before.length) return fillTemplate(epa.isVertex, { w, old, bounds });
  const [p, q] = sideOf(step.before, step.chosen).map(vertexName);
  return fillTemplate(epa.split, { p, q, w, old, bounds });
}
