// What a step of GJK does, in words: `engine/gjk/explain.py` and `engine/gjk/wording.py` in JavaScript.

import { verticesOfSimplex } from "./gjkmarks.js";
import { fillTemplate, vertexName, vertexNames } from "./stepwords.js";
import { digits, interval, separation, vectorText } from "./text.js";

/** @typedef {import("./stepwords.js").StepWords} StepWords */
/** @typedef {import("./steps.js").StepRecord} StepRecord */

/** @param {StepRecord} step @param {StepWords} words */
export function gjkHeadline(step, { exit, exits, headlines, slots }) {
  if (step.exit !== exit.RUNNING) return exits[step.exit];
  return step.iteration === 0 ? headlines.first : regionName(step, headlines, slots);
}

/** The search direction, its support point, what remains of the simplex, and the bounds proved so far. @param {StepRecord} step @param {StepWords} words @param {string[]} names */
export function gjkSentence(step, words, [a, b]) {
  const { gjk, exit, headlines, slots } = words;
  const isRunning = step.exit === exit.RUNNING;
  const named = { a, b, w: vertexName(step.support), d: vectorText(step.direction) };
  if (step.iteration === 0) {
    const [x, ...others] = step.direction;
    const isAlongX = x === 1 && others.every((/** @type {number} */ part) => part === 0);
    const towards = fillTemplate(isAlongX ? gjk.alongX : gjk.betweenCenters, named);
    const first = fillTemplate(gjk.start, { ...named, towards, point: vectorText(step.support.point), upper: digits(step.upper) });
    return isRunning ? first : `${first} ${ending(step, words, named)}`;
  }
  const searched = fillTemplate(gjk.searched, named);
  if (!isRunning) return searched + ending(step, words, named);
  if (isOnEdge(step, words)) return searched + fillTemplate(gjk.onEdge, { edge: vertexNames(verticesOfSimplex(step.simplex)) });
  const gone = droppedVertices(step);
  const template = gone.length === 0 ? gjk.kept : gone.length === 1 ? gjk.droppedOne : gjk.droppedMore;
  const dropped = fillTemplate(template, { names: gone.map(vertexName).join(" and ") });
  return searched + fillTemplate(gjk.nearest, { region: regionName(step, headlines, slots), dropped, bounds: boundsClause(step, gjk) });
}

/** What a step of GJK changes. @param {StepRecord} step */
export function gjkChanges(step) {
  const kept = verticesOfSimplex(step.simplex);
  const before = verticesOfSimplex(step.before);
  const has = (/** @type {{birth: number}[]} */ vertices, /** @type {{birth: number}} */ { birth }) => vertices.some((vertex) => vertex.birth === birth);
  return {
    added: kept.some((vertex) => !has(before, vertex)),
    dropped: before.some((vertex) => !has(kept, vertex)),
    repeated: !kept.some((vertex) => !has(before, vertex)) || !has(kept, step.support),
  };
}

/** "edge w0 w3" @param {StepRecord} step @param {StepWords["headlines"]} headlines @param {number[][]} slots */
function regionName({ candidate, region }, headlines, slots) {
  if (region === slots.length - 1) return headlines.interior;
  return `${headlines.features[slots[region].length - 1]} ${vertexNames(slots[region].map((slot) => candidate.vertices[slot]))}`;
}

/** Whether the origin lies on an edge in the plane, so that the next step searches its other side. @param {StepRecord} step @param {StepWords} words */
function isOnEdge({ direction, simplex, support, upper, roundoff, reach }, { roundings }) {
  const kept = verticesOfSimplex(simplex);
  const isPlanar = direction.length === 2;
  return isPlanar && kept.length === 2 && upper <= roundings * roundoff * reach && !kept.some(({ birth }) => birth === support.birth);
}

/** @param {StepRecord} step @returns {{birth: number}[]} */
function droppedVertices({ candidate, simplex }) {
  const kept = verticesOfSimplex(simplex).map(({ birth }) => birth);
  return verticesOfSimplex(candidate).filter(({ birth }) => !kept.includes(birth));
}

/** @param {StepRecord} step @param {import("./stepwords.js").Templates} gjk */
function boundsClause({ lower, upper, radius }, gjk) {
  return fillTemplate(gjk.bounds, { ofCores: radius ? gjk.ofTheCores : "", interval: interval(lower, upper) });
}

/** Why the search ended and what it found. @param {StepRecord} step @param {StepWords} words @param {{a: string, b: string, w: string}} named */
function ending(step, { gjk, exit, roundings }, named) {
  const { a, b } = named;
  const { lower, upper, radius, gap, reach, iteration } = step;
  const lessRadii = radius === 0 ? "" : fillTemplate(gjk.lessRadii, { radius: digits(radius), shapes: separation(a, b, lower - radius, upper - radius) });
  const bounds = boundsClause(step, gjk);
  const distance = () => {
    if (radius === 0) return separation(a, b, Math.max(lower, 0), Math.max(upper, 0));
    const [least, most] = [digits(Math.max(lower, 0)), digits(Math.max(upper, 0))];
    const lengths = least === most ? most : fillTemplate(gjk.betweenLengths, { lower: least, upper: most });
    return fillTemplate(upper <= 0 ? gjk.coresTouch : gjk.coresApart, { lengths, lessRadii });
  };
  if (step.exit === exit.CONVERGED) return fillTemplate(gjk.converged, { distance: distance() });
  if (step.exit === exit.WITHIN_TOLERANCE) {
    const tolerance = fillTemplate(gjk.tolerance, { difference: digits(upper - lower, 2), gap: digits(gap, 2) });
    return fillTemplate(gjk.withinTolerance, { tolerance, distance: distance() });
  }
  if (step.exit === exit.ORIGIN_ENCLOSED) {
    const [they, their] = radius === 0 ? [fillTemplate(gjk.both, named), gjk.the] : [fillTemplate(gjk.bothCores, named), gjk.their];
    return fillTemplate(gjk.enclosed, { ...named, they, their, depth: digits(-upper) });
  }
  const hasMet = step.direction.length === 2 && upper - lower <= roundings * step.roundoff * reach;
  if (step.exit === exit.TOUCHING && hasMet) return fillTemplate(gjk.touching, { contact: distance() });
  if (step.exit === exit.TOUCHING) return fillTemplate(gjk.touching, { contact: fillTemplate(radius ? gjk.coresContact : gjk.contact, { ...named, lessRadii }) });
  if (step.exit === exit.NO_PROGRESS) return fillTemplate(gjk.noProgress, { bounds, lessRadii });
  if (step.exit === exit.DEGENERATE_INPUT) {
    const [size, end] = reach < 1 ? [gjk.small, gjk.underflows] : [gjk.large, gjk.overflows];
    const coordinates = Number.isFinite(reach) ? fillTemplate(gjk.coordinates, { reach: digits(reach) }) : gjk.theCoordinates;
    return fillTemplate(gjk.outOfRange, { coordinates, size, end });
  }
  return fillTemplate(gjk.limit, { iteration, bounds, lessRadii });
}
