// The steps of algorithms where the reader has put the bodies: runs as recorded ones are, whose steps the engine computes
// in the page.  `app/share/web/steps.py` says what is needed besides.

import { VERDICTS } from "./engine.js";
import { drawEpaInDifference, drawEpaInWorld } from "./epamarks.js";
import { epaChanges, epaHeadline, epaSentence } from "./epawords.js";
import { drawGjkInDifference, drawGjkInWorld, verticesOfSimplex } from "./gjkmarks.js";
import { gjkChanges, gjkHeadline, gjkSentence } from "./gjkwords.js";
import { inPlane } from "./inplane.js";
import { ORIGIN_ENCLOSED, RUNNING } from "./sight.js";
import { readSteps } from "./steps.js";
import { rowsOf, vertexTable } from "./stepwords.js";
import { roundedNumbers, subscripted } from "./text.js";

/**
 * @typedef {import("./marks.js").Marks} Marks
 * @typedef {import("./sight.js").Sight} Sight
 * @typedef {import("./steps.js").StepRecord} StepRecord
 * @typedef {import("./stepwords.js").StepWords} StepWords
 * @typedef {import("./content.js").Run} Run
 * @typedef {import("./content.js").Step} Step
 *
 * @typedef {object} SteppedAlgorithm
 * @property {string} name
 * @property {string} title
 * @property {import("./steps.js").Layouts} layouts
 * @property {import("./stepwords.js").NumberRow[]} rows
 *
 * @typedef {object} StepSettings  What a page needs for steps; without algorithms it computes none, for the reason given.
 * @property {string} [reason]
 * @property {number} most  steps of a run
 * @property {SteppedAlgorithm[]} algorithms  in the order of their numbers
 * @property {StepWords} words
 * @property {import("./sight.js").Visible} visible
 * @property {number} dimension  2 or 3
 * @property {{world: number, difference: number}} radii  of what the views show, metres
 * @property {import("./drawlist.js").Vec3} center  of the view of A − B
 * @property {boolean} offered  whether algorithms can be chosen that were not recorded
 * @property {string[] | null} labels  patterns of the labels that are shown; null: all
 * @property {number | null} decimals  to which numbers in labels are rounded
 *
 * @typedef {object} StepDrawer
 * @property {(marks: Marks, sight: Sight, radius: number) => void} world
 * @property {(marks: Marks, sight: Sight, radius: number) => void} difference
 * @property {(step: StepRecord, words: StepWords) => string} headline
 * @property {(step: StepRecord, words: StepWords, names: string[]) => string} sentence
 * @property {(step: StepRecord, before: StepRecord) => Record<string, boolean>} changes
 * @property {(step: StepRecord, words: StepWords) => import("./content.js").StepTable[]} tables
 * @property {(step: StepRecord) => boolean} showsClosest  whether the marks have the point of A − B nearest to the origin
 */

/** @type {Record<string, StepDrawer>} */
export const DRAWERS = {
  gjk: {
    world: drawGjkInWorld,
    difference: drawGjkInDifference,
    headline: gjkHeadline,
    sentence: gjkSentence,
    changes: gjkChanges,
    tables: (step, words) => [vertexTable("simplex", verticesOfSimplex(step.simplex), step.weights, words)],
    showsClosest: (step) => step.exit !== ORIGIN_ENCLOSED && step.radius === 0,
  },
  epa: {
    world: drawEpaInWorld,
    difference: drawEpaInDifference,
    headline: epaHeadline,
    sentence: epaSentence,
    changes: epaChanges,
    tables: (step, words) => [vertexTable("vertices", step.vertices, null, words)],
    showsClosest: () => false,
  },
};

const EVENTS_IN_ORDER = ["end", "failed", "start", "dropped", "changed", "added", "repeated", "improved", "stalled"]; // most significant first

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
    const number = settings.algorithms.findIndex((algorithm) => algorithm.name === name);
    const { title, layouts, rows } = settings.algorithms[number];
    const { count, verdict, numbers } = pair.steps(number, settings.most, poses[0], poses[1]);
    this.settings = settings;
    this.algorithm = name;
    this.title = title;
    this.rows = rows;
    this.names = names;
    this.drawer = (settings.dimension === 2 ? inPlane().drawers : DRAWERS)[name];
    this.isDecided = VERDICTS[verdict] !== "undecided"; // if it has ended
    this.origin = /** @type {import("./drawlist.js").Vec3} */ ([poses[0][3], poses[0][7], poses[0][11]]);
    this.records = readSteps(layouts, numbers, count);
    this.first = 0;
    this.last = count - 1;
    this.isLive = true;
    this.steps = this.records.map((_, step) => new LiveStep(this, step));
    const { lower, upper } = this.boundsOfShapes();
    const ofDepth = name === "epa" && upper.every((bound) => bound !== null && bound <= 0);
    this.bounds = { lower, upper, ofDepth, truth: null };
  }

  /** Draws the marks of a step. @param {Marks} marks @param {"world" | "difference"} view @param {number} number */
  draw(marks, view, number) {
    const { settings: { dimension, visible, radii, center, labels, decimals }, records, names, origin } = this;
    if (!visible.steps) return;
    this.drawer[view](marks, { steps: records, number, names, origin, visible, planar: dimension === 2, center }, radii[view]);
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
    const bound = (/** @type {"lower" | "upper"} */ side) =>
      this.records.map((step) => (Number.isFinite(step[side]) ? step[side] - step.radius : null));
    return { lower: bound("lower"), upper: bound("upper") };
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
    const happened = this.happened();
    this.event = happened.find((event) => event !== "improved" && event !== "stalled") ?? "repeated";
    this.events = happened.map((event) => run.settings.words.events[event]);
  }

  get headline() {
    return subscripted(this.run.drawer.headline(this.record, this.run.settings.words));
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
    const happened = before ? { ...run.drawer.changes(record, before) } : { start: true };
    if (before) {
      const [bounds, old] = [record, before].map(({ lower, upper, radius }) => [lower - radius, upper - radius]);
      const improved = bounds[0] > old[0] || bounds[1] < old[1];
      happened.improved = improved;
      happened.stalled = !improved;
    }
    happened.end = run.isEnd(this.number) && run.isDecided;
    happened.failed = run.isEnd(this.number) && !happened.end;
    return EVENTS_IN_ORDER.filter((event) => happened[event]);
  }
}
