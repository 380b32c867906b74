// The steps of algorithms where the reader has put the bodies: runs as recorded ones are, whose steps the engine computes
// in the page.  `app/share/web/steps.py` says what is needed besides.

import { placedBody } from "./bodies.js";
import { VERDICTS } from "./engine.js";
import { drawEpaInDifference, drawEpaInWorld } from "./epamarks.js";
import { epaChanges, epaHeadline, epaSentence } from "./epawords.js";
import { drawGjkInDifference, drawGjkInWorld, verticesOfSimplex } from "./gjkmarks.js";
import { gjkChanges, gjkHeadline, gjkSentence } from "./gjkwords.js";
import { inPlane } from "./inplane.js";
import { drawMprInDifference, drawMprInWorld } from "./mprmarks.js";
import { beliefsOf } from "./mprbeliefs.js";
import { mprChanges, mprHeadline, mprSentence } from "./mprwords.js";
import { axesOfRun } from "./sataxes.js";
import { drawSatInDifference, drawSatInWorld } from "./satmarks.js";
import { satHeadline, satSentence } from "./satwords.js";
import { ORIGIN_ENCLOSED, RUNNING } from "./sight.js";
import { readSteps } from "./steps.js";
import { rowsOf, vertexTable } from "./stepwords.js";
import { roundedNumbers, subscripted } from "./text.js";

/**
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./bodies.js").PlacedBody} PlacedBody
 * @typedef {import("./steps.js").StepRecord} StepRecord
 * @typedef {import("./stepwords.js").StepWords} StepWords
 * @typedef {import("./content.js").Run} Run
 * @typedef {import("./content.js").Step} Step
 *
 * @typedef {object} SteppedAlgorithm
 * @property {string} name
 * @property {number} number  for the engine
 * @property {string} title
 * @property {import("./steps.js").Layouts} layouts
 * @property {import("./stepwords.js").NumberRow[]} rows
 *
 * @typedef {object} StepSettings  What a page needs for steps; without algorithms it computes none, for the reason given.
 * @property {string} [reason]
 * @property {number} most  steps of a run
 * @property {SteppedAlgorithm[]} algorithms  those that take the pair
 * @property {StepWords} words
 * @property {import("./sight.js").Visible} visible
 * @property {number} dimension  2 or 3
 * @property {import("./drawlist.js").Vec3} middle  of what the world view shows
 * @property {{world: number, difference: number}} radii  of what the views show, metres
 * @property {import("./drawlist.js").Vec3} center  of the view of A − B
 * @property {boolean} offered  whether algorithms can be chosen that were not recorded
 * @property {string[] | null} labels  patterns of the labels that are shown; null: all
 * @property {number | null} decimals  to which numbers in labels are rounded
 *
 * @typedef {object} StepDrawer
 * @property {(marks: Marks, sight: Sight, radius: number) => void} world
 * @property {(marks: Marks, sight: Sight, radius: number) => void} difference
 * @property {(step: StepRecord, words: StepWords, names: string[]) => string} headline
 * @property {(step: StepRecord, words: StepWords, names: string[]) => string} sentence
 * @property {(step: StepRecord, before: StepRecord) => Record<string, boolean>} changes
 * @property {(step: StepRecord) => [number, number]} bounds  on the signed distance
 * @property {(step: StepRecord, words: StepWords) => import("./content.js").StepTable[]} tables
 * @property {(step: StepRecord) => boolean} showsClosest  whether the marks have the point of A − B nearest to the origin
 * @property {boolean} seeksDepth  whether its bounds are best shown as those on a depth
 * @property {(step: StepRecord, words: StepWords) => boolean} isMistaken  about where the origin is
 * @property {(steps: StepRecord[], words: StepWords, names: string[]) => Run["axes"]} axes  of SAT
 */

/** @param {StepRecord} step @returns {[number, number]} */
export const boundsOfCores = ({ lower, upper, radius }) => [lower - radius, upper - radius];
const never = () => false;

/** What an algorithm need not have of its own. */
export const PLAIN = { seeksDepth: false, showsClosest: never, isMistaken: never, changes: () => ({}), tables: () => [], axes: () => undefined };

/** The algorithms whose steps a page draws and explains; `engine/batch/stepped.py` lists those that it computes. @type {Record<string, StepDrawer>} */
export const DRAWERS = {
  gjk: {
    ...PLAIN,
    world: drawGjkInWorld,
    difference: drawGjkInDifference,
    headline: gjkHeadline,
    sentence: gjkSentence,
    changes: gjkChanges,
    bounds: boundsOfCores,
    tables: (step, words) => [vertexTable("simplex", verticesOfSimplex(step.simplex), step.weights, words)],
    showsClosest: (step) => step.exit !== ORIGIN_ENCLOSED && step.radius === 0,
  },
  epa: {
    ...PLAIN,
    world: drawEpaInWorld,
    difference: drawEpaInDifference,
    headline: epaHeadline,
    sentence: epaSentence,
    changes: epaChanges,
    bounds: boundsOfCores,
    tables: (step, words) => [vertexTable("vertices", step.vertices, null, words)],
    seeksDepth: true,
  },
  sat: {
    ...PLAIN,
    world: drawSatInWorld,
    difference: drawSatInDifference,
    headline: satHeadline,
    sentence: satSentence,
    bounds: ({ chosen }) => [chosen.skipped ? -Infinity : -chosen.overlap, Infinity],
    axes: axesOfRun,
  },
  mpr: {
    ...PLAIN,
    world: drawMprInWorld,
    difference: drawMprInDifference,
    headline: mprHeadline,
    sentence: mprSentence,
    changes: mprChanges,
    bounds: ({ lower, upper }) => [lower, upper],
    tables: ({ before, portal }, words) =>
      [vertexTable("before", before, null, words), vertexTable("portal", portal, null, words)].filter(({ rows }) => rows.length > 0),
    isMistaken: (step, words) => beliefsOf(step, words).some(({ isWrong }) => isWrong),
  },
};

const EVENTS_IN_ORDER = ["end", "failed", "start", "mistaken", "dropped", "changed", "added", "repeated", "improved", "stalled"]; // most significant first

/** A run whose steps were computed in the page. */
export class LiveRun {
  /**
   * @param {StepSettings} settings
   * @param {string} name  of the algorithm
   * @param {import("./engine.js").LivePair} pair
   * @param {number[][]} poses
   * @param {[string, string]} names
   */
  constructor(settings, name, pair, poses, names) {
    const algorithm = /** @type {SteppedAlgorithm} */ (settings.algorithms.find((known) => known.name === name));
    const { number, title, layouts, rows } = algorithm;
    const { count, verdict, numbers } = pair.steps(number, settings.most, poses[0], poses[1]);
    this.settings = settings;
    this.algorithm = name;
    this.title = title;
    this.rows = rows;
    this.names = names;
    this.drawer = (settings.dimension === 2 ? inPlane().drawers : DRAWERS)[name];
    this.isDecided = VERDICTS[verdict] !== "undecided"; // if it has ended
    this.bodies = /** @type {[PlacedBody, PlacedBody]} */ (pair.cores.map((core, body) => placedBody(core, poses[body])));
    this.origin = /** @type {import("./drawlist.js").Vec3} */ ([poses[0][3], poses[0][7], poses[0][11]]);
    this.records = readSteps(layouts, numbers, count);
    this.first = 0;
    this.last = count - 1;
    this.isLive = true;
    this.steps = this.records.map((_, step) => new LiveStep(this, step));
    const { lower, upper } = this.boundsOfShapes();
    const ofDepth = this.drawer.seeksDepth && upper.every((bound) => bound !== null && bound <= 0);
    this.bounds = { lower, upper, ofDepth, truth: null };
  }

  get axes() {
    return this.drawer.axes(this.records, this.settings.words, this.names);
  }

  /** Draws the marks of a step, or of an axis that is pointed at. @param {Marks} marks @param {"world" | "difference"} view @param {number} number @param {boolean} isPointed @param {Sight["surface"]} [surface]  of A − B */
  draw(marks, view, number, isPointed, surface = null) {
    const { settings: { dimension, visible, radii, center, middle, words, labels, decimals }, records, names, origin, bodies } = this;
    if (!visible.steps) return;
    const planar = dimension === 2;
    this.drawer[view](marks, { steps: records, number, names, origin, visible, planar, center, bodies, middle, words, surface, isPointed }, radii[view]);
    const shown = labels && new RegExp(`^(?:${labels.join("|")})$`);
    marks.labels = marks.labels.filter(({ text }) => !shown || shown.test(text));
    if (decimals !== null) for (const label of marks.labels) label.text = roundedNumbers(label.text, decimals);
  }

  /** Whether the answer is shown with a step: with the last one, or with all whose marks are hidden. @param {number} number */
  showsAnswer(number) {
    return this.isEnd(number) || !this.settings.visible.steps;
  }

  /** Whether a step ends the run. @param {number} number */
  isEnd(number) {
    return this.records[number].exit !== RUNNING;
  }

  /** Whether the marks of a step have the point of A − B that is nearest to the origin. @param {number} number */
  showsClosest(number) {
    return this.settings.visible.steps && this.drawer.showsClosest(this.records[number]);
  }

  /** The bounds on the signed distance after each step. */
  boundsOfShapes() {
    const bounds = this.records.map((step) => this.drawer.bounds(step).map((bound) => (Number.isFinite(bound) ? bound : null)));
    return { lower: bounds.map(([lower]) => lower), upper: bounds.map(([, upper]) => upper) };
  }
}

/** A step as pages have recorded ones; what it says is made when it is asked for. @implements {Step} */
class LiveStep {
  /** @param {LiveRun} run @param {number} number */
  constructor(run, number) {
    this.run = run;
    this.number = number;
    this.record = run.records[number];
    this.before = run.records[number - 1];
    this.panes = /** @type {import("./content.js").Pane[]} */ ([]);
    this.mistaken = run.drawer.isMistaken(this.record, run.settings.words);
    const happened = this.happened();
    this.event = happened.find((event) => event !== "improved" && event !== "stalled") ?? "repeated";
    this.events = happened.map((event) => run.settings.words.events[event]);
  }

  get headline() {
    return subscripted(this.run.drawer.headline(this.record, this.run.settings.words, this.run.names));
  }

  get sentence() {
    const sentence = subscripted(this.run.drawer.sentence(this.record, this.run.settings.words, this.run.names));
    const isCut = this.number === this.run.last && !this.run.isEnd(this.number);
    return isCut ? `${sentence} A page shows the first ${this.run.steps.length} steps; there are more.` : sentence;
  }

  get numbers() {
    return rowsOf(this.run.rows, this.record, this.before, this.run.settings.words);
  }

  get tables() {
    return this.run.drawer.tables(this.record, this.run.settings.words);
  }

  /** What happened in the step, most significant first. */
  happened() {
    const { record, before, run } = this;
    /** @type {Record<string, boolean>} */
    const happened = before ? { ...run.drawer.changes(record, before), mistaken: this.mistaken } : { start: true };
    const bounds = run.drawer.bounds(record);
    if (before && bounds.some(Number.isFinite)) {
      const old = run.drawer.bounds(before);
      happened.improved = bounds[0] > old[0] || bounds[1] < old[1];
      happened.stalled = !happened.improved;
    }
    if (!Object.values(happened).includes(true)) happened.repeated = true;
    happened.end = run.isEnd(this.number) && run.isDecided;
    happened.failed = run.isEnd(this.number) && !happened.end;
    return EVENTS_IN_ORDER.filter((event) => happened[event]);
  }
}
