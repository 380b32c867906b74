// What a step of EPA does, in words: `engine/epa/explain.py` and `engine/epa/wording.py` in JavaScript.

import { horizonOf, visibleFaces } from "./epamarks.js";
import { fillTemplate, vertexName, vertexNames } from "./stepwords.js";
import { depthInterval, digits, separation, vectorText } from "./text.js";
import { dot, isSame } from "./vectors.js";

/** @typedef {import("./stepwords.js").StepWords} StepWords */
/** @typedef {import("./stepwords.js").Templates} Templates */
/** @typedef {import("./steps.js").StepRecord} StepRecord */
/** @typedef {{a: string, b: string, w: string, d: string}} Named */

/** @param {StepRecord} step @param {StepWords} words */
export function epaHeadline(step, { exit, exits, aim, headlines }) {
  if (step.exit !== exit.RUNNING) return exits[step.exit];
  if (step.aim === aim.FACE) return fillTemplate(headlines.beyond, { face: faceName(step, step.chosen, headlines) });
  if (step.aim === aim.ELSEWHERE) return fillTemplate(headlines.descend, { face: faceName(step, step.chosen, headlines) });
  return step.aim === aim.SEED ? headlines.seed : step.aim === aim.GROWTH ? headlines.growth : step.aim === aim.SETTLE ? headlines.settle : headlines.stride;
}

/** Why a direction was searched, its support point, how the polytope grew, and the bounds on the depth. @param {StepRecord} step @param {StepWords} words @param {string[]} names */
export function epaSentence(step, words, [a, b]) {
  const { epa, exit, aim } = words;
  if (step.exit === exit.DISTANCE_KNOWN) return knownSentence(step, words, a, b);
  if (step.aim === aim.SEED) return fillTemplate(epa.start, { seed: seedWords(step.vertices, epa), next: nextWords(step, epa) });
  const named = { a, b, w: vertexName(step.support), d: vectorText(step.direction) };
  const searched = fillTemplate(epa.searched, { ...named, why: why(step, words, named) });
  return searched + (step.exit === exit.RUNNING ? outcome(step, words, named) : depthEnding(step, words, named));
}

/** What a step of EPA changes. @param {StepRecord} step @param {StepRecord} before */
export function epaChanges(step, before) {
  const added = step.vertices.length > before.vertices.length;
  return { added, repeated: !added, changed: step.aim !== before.aim };
}

/** @param {StepRecord} step @param {StepWords} words @param {string} a @param {string} b */
export function knownSentence({ lower, upper, radius, gap, reach, roundoff }, { epa, roundings }, a, b) {
  const rounding = roundings * roundoff * reach;
  if (!(lower > 0 || upper - lower <= Math.max(rounding, gap))) return epa.outOfRange;
  const touch = radius === 0 && upper <= rounding;
  const known = separation(a, b, Math.max(lower, 0) - radius, Math.max(upper, 0) - radius);
  return fillTemplate(epa.known, { separation: touch ? fillTemplate(epa.touch, { a, b }) : known });
}

/** @param {StepRecord} step @param {number} face */
function cornerNames({ vertices, faces }, face) {
  return vertexNames(faces[face].corners.map((/** @type {number} */ corner) => vertices[corner]));
}

/** "face w0 w3 w4" @param {StepRecord} step @param {number} face @param {StepWords["headlines"]} headlines */
function faceName(step, face, headlines) {
  return `${headlines.features[2]} ${cornerNames(step, face)}`;
}

/** @param {{birth: number}[]} vertices @param {Templates} epa */
export function seedWords(vertices, epa) {
  const kind = [epa.vertex, epa.segment, epa.triangle, epa.tetrahedron][vertices.length - 1];
  return fillTemplate(epa.seed, { kind, names: vertexNames(vertices) });
}

/** @param {StepRecord} step @param {Templates} epa */
function nextWords(step, epa) {
  if (step.faces.length === 0) return epa.mustGrow;
  return step.nearest < 0 ? epa.allDegenerate : nearestWords(step, step.nearest, epa);
}

/** @param {StepRecord} step @param {number} face @param {Templates} epa */
function nearestWords(step, face, epa) {
  const { distance } = step.faces[face];
  return fillTemplate(distance >= 0 ? epa.nearest : epa.nearestOutside, { names: cornerNames(step, face), distance: digits(Math.abs(distance)) });
}

/** Why the direction was searched, up to "along d …". @param {StepRecord} step @param {StepWords} words @param {Named} named */
function why(step, { epa, aim, headlines }, named) {
  if (step.aim === aim.GROWTH) return fillTemplate(epa.growth, named);
  if (step.aim === aim.FACE) return fillTemplate(epa.face, { ...named, nearest: nearestWords(step, step.chosen, epa) });
  const settle = step.settling.descents === 1 ? epa.settleFirst : epa.settle;
  const along = step.aim === aim.STRIDE ? epa.stride : step.aim === aim.SETTLE ? settle : fillTemplate(epa.elsewhere, { face: faceName(step, step.chosen, headlines) });
  return fillTemplate(epa.pushed, { ...named, along, way: vectorText(step.settling.pushed) });
}

/** @param {StepRecord} step @param {StepWords} words @param {Named} named */
function outcome(step, { epa, aim }, named) {
  const bounds = depthBounds(step, epa);
  if (step.aim === aim.GROWTH) return step.tries === 0 ? fillTemplate(epa.grown, { seed: seedWords(step.vertices, epa), next: nextWords(step, epa) }) : epa.noDimension;
  if (step.aim !== aim.FACE) return fillTemplate(isSame(step.normal, step.direction) ? epa.best : epa.noBetter, { bounds });
  const [seen, added] = [visibleFaces(step).length, horizonOf(step).length];
  if (seen === 0) {
    const isVertex = step.vertices.some((/** @type {any} */ vertex) => isSame(vertex.point, step.support.point));
    return fillTemplate(isVertex ? epa.isVertex : epa.noHorizon, { ...named, bounds });
  }
  return fillTemplate(seen === 1 ? epa.removedOne : epa.removedMore, { ...named, seen, new: added, bounds });
}

/** @param {StepRecord} step @param {Templates} epa */
export function depthBounds({ lower, upper, radius }, epa) {
  const ofCores = radius ? epa.ofTheCores : "";
  return fillTemplate(epa.bounds, { ofCores, interval: depthInterval(Math.max(-upper, 0), Math.max(-lower, 0)) });
}

/** @param {StepRecord} step @param {StepWords} words @param {Named} named */
export function depthEnding(step, words, named) {
  const { epa, exit } = words;
  const { lower, upper, radius, gap } = step;
  const depth = fillTemplate(radius === 0 ? epa.depth : epa.depthOfCores, {
    ...named, cores: digits(Math.max(-lower, 0)), normal: vectorText(step.normal), radius: digits(radius), depth: digits(radius - lower),
  });
  if (step.exit === exit.CONVERGED) return fillTemplate(epa.converged, { beyond: beyondFace(step, words), depth });
  if (step.exit === exit.WITHIN_TOLERANCE) {
    const tolerance = fillTemplate(epa.tolerance, { difference: digits(upper - lower, 2), gap: digits(gap, 2) });
    return fillTemplate(epa.withinTolerance, { tolerance, depth });
  }
  if (step.exit === exit.NO_INTERIOR) {
    return fillTemplate(epa.flat, { ...named, contact: fillTemplate(radius === 0 ? epa.contact : epa.coresContact, { ...named, radius: digits(radius) }) });
  }
  if (step.exit === exit.SEPARATING_AXIS) return fillTemplate(epa.apart, { they: fillTemplate(radius ? epa.bothCores : epa.both, named), lower: digits(lower) });
  const given = step.exit === exit.ITERATION_LIMIT ? epa.cannotGetClose : epa.remaining;
  return fillTemplate(epa.givenUp, { why: given, bounds: depthBounds(step, epa), depth });
}

/** How far the support lies beyond the face: for polytopes not at all, for curved shapes within a tolerance. @param {StepRecord} step @param {StepWords} words */
function beyondFace({ support, direction, faces, chosen, reach }, { epa, noIndex, curved }) {
  if (support.index_a !== noIndex && support.index_b !== noIndex) return epa.noFurther;
  const beyond = dot(direction, support.point) - faces[chosen].distance;
  return fillTemplate(epa.noMoreThan, { beyond: digits(Math.max(beyond, curved * reach), 2) });
}
