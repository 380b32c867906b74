// What a step of the separating axis test does, in words: `engine/sat/explain.py` in JavaScript.

import { fillTemplate } from "./stepwords.js";
import { digits, series } from "./text.js";

/** @typedef {import("./stepwords.js").StepWords} StepWords */
/** @typedef {import("./steps.js").StepRecord} StepRecord */
/** @typedef {{reason: number, pairs: number, nearest: [number, number], rises: Rises}} PassedOver */
/** @typedef {{a: [number, number], b: [number, number]}} Rises */
/** @typedef {string[]} Names */

/** @param {StepRecord} step @param {StepWords} words @param {Names} names */
export function satHeadline({ axis }, words, names) {
  return provenance(axis, words, names);
}

/** Where the axis comes from, what it shows, which edge pairs are skipped after it, and the best axis so far. @param {StepRecord} step @param {StepWords} words @param {Names} names */
export function satSentence(step, words, names) {
  const parts = [
    hullWords(step, words, names), finding(step.axis, words, names), arcWords(step.axis, words, names),
    ...skipWords(step.axis, words, names), best(step, words, names), countWords(step, words, names),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Where an axis comes from: "face normal 2 of A", "edge 0 of A × edge 1 of B". @param {any} axis @param {StepWords} words @param {Names} names */
export function provenance({ kind, feature_a, feature_b }, { sat, axisKind }, [a, b]) {
  if (kind === axisKind.FACE_A) return fillTemplate(sat.face, { face: feature_a, shape: a });
  if (kind === axisKind.FACE_B) return fillTemplate(sat.face, { face: feature_b, shape: b });
  if (kind === axisKind.IN_PLANE_A) return fillTemplate(sat.inPlane, { edge: feature_a, shape: a });
  if (kind === axisKind.IN_PLANE_B) return fillTemplate(sat.inPlane, { edge: feature_b, shape: b });
  return kind === axisKind.CLOSEST ? sat.closest : crossName(feature_a, feature_b, sat, a, b);
}

/** "overlap 0.3 m", "contact 0 m" or "gap 0.2 m" @param {any} axis @param {StepWords} words */
export function overlapWords(axis, words) {
  return `${words.relations[axis.relation]} ${overlapLength(axis, words)}`;
}

/** Whether the second least overlap equals the least: `axes_tie` in `engine/sat/steps.py`. @param {StepRecord} step @param {StepWords} words */
export function doAxesTie({ chosen, runner_up_at, runner_up_overlap }, { touching }) {
  const [of_a, of_b] = [chosen.interval_a, chosen.interval_b].map(([low, high]) => high - low);
  return runner_up_at >= 0 && Math.abs(runner_up_overlap - chosen.overlap) <= touching * Math.max(of_a, of_b);
}

/** Why the axis was skipped, in a few words; empty if it was tested. @param {any} axis @param {StepWords} words */
export function skippedReason({ skipped, same_as }, { sat, skip }) {
  if (skipped === skip.TESTED) return "";
  return skipped === skip.PARALLEL ? sat.parallelEdges : fillTemplate(sat.sameAxis, { step: same_as });
}

/** @param {any} axis @param {StepWords} words */
function overlapLength({ relation, overlap }, words) {
  return meters(relation === words.relation.CONTACT ? 0 : Math.abs(overlap));
}

/** @param {StepRecord} step @param {StepWords} words @param {Names} names */
function hullWords({ iteration, hulled }, { sat }, [a, b]) {
  const meshes = [a, b].filter((_, i) => hulled[i]);
  if (iteration > 0 || meshes.length === 0) return "";
  return fillTemplate(meshes.length === 1 ? sat.mesh : sat.meshes, { a: meshes[0], b });
}

/** What the axis shows, or why it was not tested. @param {any} axis @param {StepWords} words @param {Names} names */
function finding(axis, words, names) {
  const { sat, skip, relation } = words;
  const name = provenance(axis, words, names);
  const named = { name, Name: name[0].toUpperCase() + name.slice(1), step: axis.same_as, gap: meters(-axis.overlap) };
  if (axis.skipped === skip.PARALLEL) return fillTemplate(sat.parallel, named);
  if (axis.skipped !== skip.TESTED) return fillTemplate(sat.duplicate, named);
  if (axis.flat) return findingOfFlat(axis, words, names, named);
  if (axis.relation === relation.CONTACT) return fillTemplate(sat.touch, named);
  if (axis.relation === relation.GAP) return fillTemplate(sat.separates, named);
  return fillTemplate(sat.overlaps, { ...named, nesting: nestingWords(axis, sat, names), back: backWords(axis, sat, names) });
}

/** What the normal of a shape without thickness shows. @param {any} axis @param {StepWords} words @param {Names} names @param {Record<string, string | number>} named */
function findingOfFlat(axis, { sat, axisKind, relation }, [a, b], named) {
  const isA = axis.kind === axisKind.FACE_A;
  const [low, high] = isA ? axis.interval_a : axis.interval_b;
  const more = { ...named, flat: isA ? a : b, other: isA ? b : a };
  const start = fillTemplate(low === high ? sat.flatPoint : sat.flatRounded, more);
  if (axis.relation === relation.CONTACT) return fillTemplate(sat.flatTouch, { ...more, start });
  if (axis.relation === relation.GAP) return fillTemplate(sat.flatGap, { ...more, start });
  const meeting = fillTemplate(low === high ? sat.flatInside : sat.flatOverlap, { ...more, start });
  return fillTemplate(sat.flatBack, { meeting, back: backWords(axis, sat, [a, b]), otherWay: meters(axis.other_way) });
}

/** @param {any} axis @param {import("./stepwords.js").Templates} sat @param {Names} names */
function backWords({ overlap }, sat, [a, b]) {
  return fillTemplate(sat.back, { a, b, length: meters(overlap) });
}

/** If one projection contains the other, clearing it takes more than the length they share. @param {any} axis @param {import("./stepwords.js").Templates} sat @param {Names} names */
function nestingWords({ interval_a: [lowA, highA], interval_b: [lowB, highB] }, sat, [a, b]) {
  if (lowA < lowB && highB < highA) return fillTemplate(sat.nested, { inner: b, outer: a });
  return lowB < lowA && highA < highB ? fillTemplate(sat.nested, { inner: a, outer: b }) : "";
}

/** The numbers of skipped edge pairs by reason, and the one that came closest to being tested. @param {any} axis @param {StepWords} words @param {Names} names */
function skipWords(axis, words, names) {
  const { sat, skip } = words;
  /** @type {PassedOver[]} */
  const runs = axis.passed_over;
  const count = (/** @type {number} */ why) => runs.filter(({ reason }) => reason === why).reduce((sum, { pairs }) => sum + pairs, 0);
  const reasons = Object.values(skip).map((why) => /** @type {const} */ ([why, count(why)])).filter(([, pairs]) => pairs > 0);
  if (reasons.length === 0) return [];
  const total = runs.reduce((sum, { pairs }) => sum + pairs, 0);
  const pairs = fillTemplate(total === 1 ? sat.edgePair : sat.edgePairs, { total });
  const are = (/** @type {number} */ why, /** @type {number} */ number) => skippedAre(why, number, words, names);
  const said = reasons.length > 1
    ? fillTemplate(sat.skippedFor, { pairs, each: series(reasons.map(([why, number]) => `${number} ${are(why, number)}`)) })
    : fillTemplate(total === 1 ? sat.skippedOne : sat.skippedAll, { pairs, are: are(reasons[0][0], total) });
  return [said, ...nearestMiss(runs, words, names)];
}

/** @param {number} why @param {number} count @param {StepWords} words @param {Names} names */
function skippedAre(why, count, { sat, skip }, [a, b]) {
  const isOne = count === 1;
  if (why === skip.PARALLEL) return isOne ? sat.isParallel : sat.areParallel;
  if (why === skip.DUPLICATE) return isOne ? sat.repeats : sat.repeat;
  return fillTemplate(isOne ? sat.formsNone : sat.formNone, { a, b });
}

/** The skipped edge pair whose arcs came closest to crossing, and by how much they miss. @param {PassedOver[]} runs @param {StepWords} words @param {Names} names */
function nearestMiss(runs, { sat, skip }, [a, b]) {
  const apart = runs.filter(({ reason }) => reason === skip.NOT_A_FACE);
  if (apart.length === 0) return [];
  const run = apart.reduce((least, other) => (missOf(other.rises) < missOf(least.rises) ? other : least));
  return [fillTemplate(sat.nearest, { pair: crossName(run.nearest[0], run.nearest[1], sat, a, b), miss: digits(missOf(run.rises), 2) })];
}

/** Why the axis of an edge pair is no face normal of A − B; nothing if the arcs cross. @param {any} axis @param {StepWords} words @param {Names} names */
function arcWords(axis, { sat, axisKind, skip }, [a, b]) {
  if (axis.kind !== axisKind.EDGES || axis.skipped !== skip.TESTED || axis.crosses) return "";
  return fillTemplate(sat.arcsMiss, { a, b, miss: digits(missOf(axis.rises), 2) });
}

/** At the end, how many axes the Gauss map saves; nothing if all arcs cross. @param {StepRecord} step @param {StepWords} words @param {Names} names */
function countWords({ exit: why, pairs: { total, crossing } }, { sat, exit }, [a, b]) {
  if ((why !== exit.SEPARATING_AXIS && why !== exit.ALL_AXES_OVERLAP) || crossing === total) return "";
  return fillTemplate(sat.count, { a, b, total: grouped(total), crossing: grouped(crossing) });
}

/** The best axis so far, or what it means in the end. @param {StepRecord} step @param {StepWords} words @param {Names} names */
function best(step, words, names) {
  const { sat, exit, skip, relation } = words;
  const { chosen } = step;
  const [a, b] = names;
  if (step.exit === exit.DEGENERATE_INPUT) return fillTemplate(sat.tooLarge, { a, b });
  if (chosen.skipped !== skip.TESTED) return "";
  const named = { a, b, best: provenance(chosen, words, names), gap: meters(-chosen.overlap), overlap: meters(chosen.overlap) };
  if (step.exit === exit.SEPARATING_AXIS) return fillTemplate(sat.widest, named);
  if (step.exit === exit.ALL_AXES_OVERLAP && chosen.relation === relation.CONTACT) return fillTemplate(sat.onlyTouch, named);
  if (step.exit === exit.ALL_AXES_OVERLAP) {
    return fillTemplate(sat.least, { ...named, tie: doAxesTie(step, words) ? fillTemplate(sat.tied, { step: step.runner_up_at }) : "" });
  }
  const word = chosen.relation === relation.GAP ? sat.widestGap : sat.leastOverlap;
  if (step.chosen_at === step.iteration) return fillTemplate(sat.newBest, { word });
  return fillTemplate(sat.oldBest, { word, length: overlapLength(chosen, words), best: named.best });
}

/** @param {number} edgeA @param {number} edgeB @param {import("./stepwords.js").Templates} sat @param {string} a @param {string} b */
function crossName(edgeA, edgeB, sat, a, b) {
  return fillTemplate(sat.cross, { edgeA, edgeB, a, b });
}

/** By how much two arcs miss each other: `miss` in `engine/sat/gauss_map.py`. @param {Rises} rises */
function missOf({ a: [a, b], b: [c, d] }) {
  return Math.min(Math.max(a, b, -c, -d), Math.max(-a, -b, c, d));
}

/** @param {number} length */
function meters(length) {
  return `${digits(length)} m`;
}

/** A whole number with commas. @param {number} value */
function grouped(value) {
  return value.toLocaleString("en-US");
}
