// The pair where the reader has put its bodies: poses, the engine's answer, and what the views show of both.
//
// The surfaces are those of the page (`app/share/web/live.py`), placed elsewhere.  The marks are drawn here: those of the
// step (`livesteps.js`), and with the last one the closest points and the distance, or the push-out.

import { bytesOf, inflated } from "./content.js";
import { Engine, LivePair, VERDICTS } from "./engine.js";
import { differenceSurface } from "./hull.js";
import { inPlane } from "./inplane.js";
import { LiveRun } from "./livesteps.js";
import { facetNormals, foldsBetween } from "./looks.js";
import { Marks, ZERO_VECTOR } from "./marks.js";
import { composed, multiplied, posedMatrix, relativePose } from "./poses.js";
import { digits } from "./text.js";
import { along, difference, transformed } from "./vectors.js";

/**
 * @typedef {import("./content.js").Content} Content
 * @typedef {import("./drawlist.js").DrawList} DrawList
 * @typedef {import("./drawlist.js").Pose} Pose
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./poses.js").Quaternion} Quaternion
 * @typedef {import("./looks.js").LookReader} LookReader
 * @typedef {import("./looks.js").Theme} Theme
 * @typedef {import("./player.js").ShownPane} ShownPane
 * @typedef {{surface: import("./drawlist.js").Surface, ends: Float32Array, folds: import("./drawlist.js").Folds}} Drawn
 *
 * @typedef {Omit<import("./engine.js").Core, "blocks" | "body"> & {blocks: number, body: any}} StoredCore  with numbers of arrays
 *
 * @typedef {object} WorldLook  The bodies drawn at some poses.
 * @property {number} look
 * @property {Record<"skins" | "edges" | "outlines" | "labels", number[]>} owners  of each part: 0 for A, 1 for B, or −1
 * @property {number[][]} poses  of A and B there
 *
 * @typedef {object} Live  What a page needs to answer a pair itself; without cores, it cannot, for the reason given.
 * @property {string} [reason]
 * @property {number} dimension  2 or 3
 * @property {StoredCore[]} cores
 * @property {number[][]} poses  4×4 matrices of A and B, as recorded
 * @property {number} tolerance
 * @property {WorldLook} apart
 * @property {WorldLook} overlapping
 * @property {number} difference  a look
 * @property {import("./marks.js").Colors} colors
 * @property {import("./livesteps.js").StepSettings} steps
 */

const NO_BREAK = "\u00a0"; // space
const WITNESS_SIZE = 10; // pixels, as all sizes here
const WITNESS_WIDTH = 2.5;
const PUSH_WIDTH = 4;
const LABEL_PRIORITY = 5; // of the answer
/** @type {Quaternion} */
const NO_TURN = [1, 0, 0, 0];

/**
 * The pair of a live page; null on others.
 * @param {Content} content
 * @param {LookReader} looks
 * @param {string | undefined} engine  the WebAssembly module of the page, as text
 * @returns {Promise<LiveScene | null>}
 */
export async function openLive({ header, arrays }, looks, engine) {
  const live = header.live;
  if (!live?.cores || !engine) return null;
  const module = await WebAssembly.compile(await inflated(bytesOf(engine)));
  const [a, b] = live.cores.map((core) => coreIn(core, arrays));
  return new LiveScene(new LivePair(new Engine(module), [a, b], live.tolerance), live, looks, header.pair);
}

/** A core with its arrays, which the page has by their numbers. @param {StoredCore} core @param {import("./content.js").Numbers[]} arrays @returns {import("./engine.js").Core} */
function coreIn(core, arrays) {
  const { numbers, ...lists } = core.body;
  const body = { numbers, ...Object.fromEntries(Object.entries(lists).map(([name, number]) => [name, arrays[number]])) };
  return { ...core, body, blocks: /** @type {Float64Array} */ (arrays[core.blocks]) };
}

export class LiveScene {
  /** @param {LivePair} pair @param {Live} live @param {LookReader} looks @param {string[]} names */
  constructor(pair, live, looks, names) {
    this.pair = pair;
    this.live = live;
    this.looks = looks;
    this.names = names;
    this.isPlanar = live.dimension === 2;
    this.vertices = [0, 1].map((body) => (this.isPlanar ? inPlane().coreLoop(pair.cores[body].blocks) : this.verticesOf(body)));
    /** @type {Quaternion[]} */
    this.turns = [NO_TURN, NO_TURN];
    this.shifts = [ZERO_VECTOR, ZERO_VECTOR];
    this.isMoved = false;
    /** @type {Drawn | null} */
    this.surface = null; // of A − B in space
    /** @type {Vec3[]} */
    this.loop = []; // of the difference of the cores in the plane
    this.turnsOfSurface = "";
    /** @type {Map<string, DrawList>} */
    this.lists = new Map();
    /** @type {string | null} */
    this.algorithm = null; // whose steps are shown; null if they are recorded alone
    /** @type {LiveRun | null} */
    this.computed = null; // at the poses
    this.poses = live.poses;
    this.answer = pair.answer(this.poses[0], this.poses[1]);
    this.words = this.inWords();
    this.numbers = this.inNumbers();
  }

  /** Puts both bodies back to their recorded poses. */
  reset() {
    if (!this.isMoved) return;
    this.turns = [NO_TURN, NO_TURN];
    this.shifts = [ZERO_VECTOR, ZERO_VECTOR];
    this.isMoved = false;
    this.update();
  }

  /** @param {number} body  0 or 1 @param {Vec3} way  metres */
  move(body, way) {
    this.shift(body, along(this.shifts[body], way, 1));
  }

  /** @param {number} body @param {Vec3} shift  metres from its recorded position */
  shift(body, [x, y, z]) {
    this.shifts[body] = [x, y, this.isPlanar ? 0 : z];
    this.isMoved = true;
    this.update();
  }

  /** Turns a body about its own position. @param {number} body @param {Vec3} axis  unit @param {number} angle  radians */
  turn(body, axis, angle) {
    const [sine, cosine] = [Math.sin(angle / 2), Math.cos(angle / 2)];
    this.turns[body] = multiplied([cosine, sine * axis[0], sine * axis[1], sine * axis[2]], this.turns[body]);
    this.isMoved = true;
    this.update();
  }

  /** Puts a body at a position, metres, as it is turned. @param {number} body @param {Vec3} position */
  place(body, position) {
    const [x, y, z] = [3, 7, 11].map((i) => this.live.poses[body][i]);
    this.shift(body, difference(position, [x, y, z]));
  }

  update() {
    this.poses = [0, 1].map((body) => posedMatrix(this.live.poses[body], this.turns[body], this.shifts[body]));
    this.answer = this.pair.answer(this.poses[0], this.poses[1]);
    this.words = this.inWords();
    this.numbers = this.inNumbers();
    this.computed = null;
    this.lists.clear();
  }

  /** The algorithms whose steps the page can compute. */
  get algorithms() {
    return this.live.steps.algorithms ?? [];
  }

  /** Shows the steps of an algorithm; null, or one that the page cannot compute, shows those that were recorded. @param {string | null} name */
  choose(name) {
    this.algorithm = this.algorithms.some((algorithm) => algorithm.name === name) ? name : null;
    this.computed = null;
    this.lists.clear();
  }

  /** The steps at the poses; undefined if they are recorded alone. @returns {LiveRun | undefined} */
  get run() {
    if (this.algorithm && !this.computed) {
      this.computed = new LiveRun(this.live.steps, this.algorithm, this.pair, this.poses, [this.names[0], this.names[1]]);
    }
    return this.computed ?? undefined;
  }

  get verdict() {
    return VERDICTS[this.answer.verdict];
  }

  /** Whether the distance, the normal and the closest points are known. */
  get isMeasured() {
    return !Number.isNaN(this.answer.distance) && !Number.isNaN(this.answer.normal[0]) && !Number.isNaN(this.answer.witnessA[0]);
  }

  /** The signed distance in words, or its bounds. */
  get distance() {
    const { distance, lower, upper } = this.answer;
    if (!Number.isNaN(distance)) return `${digits(distance)}${NO_BREAK}m`;
    return this.verdict === "penetrating" ? `≤${NO_BREAK}${digits(upper)}${NO_BREAK}m` : `≥${NO_BREAK}${digits(lower)}${NO_BREAK}m`;
  }

  /** The answer as its panel shows it. @returns {import("./content.js").Answer & {found: string}} */
  inWords() {
    const { lower, upper } = this.answer;
    return {
      verdict: this.verdict,
      words: this.verdict,
      distance: this.distance,
      about: "computed in this page by the engine's own functions, compiled to WebAssembly",
      found: `bounds ${digits(lower)} to ${digits(upper)} m`,
      proof: "not certified",
      proved: false,
      certificate: "Certificates need exact arithmetic, which this page does not have.",
    };
  }

  /** Rows of a label and a value. @returns {[string, string][]} */
  inNumbers() {
    const { distance, lower, upper, normal, witnessA, witnessB } = this.answer;
    const inWords = (/** @type {ArrayLike<number>} */ v) => Array.from(v).slice(0, this.live.dimension).map((value) => digits(value)).join(", ");
    const vector = (/** @type {ArrayLike<number>} */ v) => (Number.isNaN(v[0]) ? "unknown" : `(${inWords(v)})`);
    const [a, b] = this.names;
    return [
      ["signed distance", Number.isNaN(distance) ? "unknown" : `${digits(distance)} m`],
      ["lower bound", `${digits(lower)} m`],
      ["upper bound", `${digits(upper)} m`],
      ["normal", vector(normal)],
      [`witness on ${a}`, `${vector(witnessA)} m`],
      [`witness on ${b}`, `${vector(witnessB)} m`],
      [`position of ${a}`, `${vector([3, 7, 11].map((i) => this.poses[0][i]))} m`],
      [`position of ${b}`, `${vector([3, 7, 11].map((i) => this.poses[1][i]))} m`],
    ];
  }

  /** The recorded panes with what the reader has moved, and a step or an axis that is pointed at. @param {ShownPane[]} recorded @param {Theme} theme @param {number} number @param {number} [axis] @returns {ShownPane[]} */
  panes(recorded, theme, number, axis) {
    const shown = recorded.filter(({ view }) => view === "world" || view === "difference");
    return shown.map((pane) => ({ ...pane, drawList: this.drawList(pane.view, theme, axis ?? number, axis !== undefined) }));
  }

  /** @param {string} view @param {Theme} theme @param {number} number @param {boolean} isPointed @returns {DrawList} */
  drawList(view, theme, number, isPointed) {
    const key = `${view} ${theme} ${number} ${isPointed}`;
    const list = this.lists.get(key) ?? (view === "world" ? this.world(theme, number, isPointed) : this.difference(theme, number, isPointed));
    this.lists.set(key, list);
    return list;
  }

  /** Whether the answer is shown with a step. @param {number} number @param {boolean} isPointed */
  showsAnswer(number, isPointed) {
    return this.isMeasured && !isPointed && (this.run?.showsAnswer(number) ?? true);
  }

  /** @param {Theme} theme @param {number} number @param {boolean} isPointed @returns {DrawList} */
  world(theme, number, isPointed) {
    const recorded = this.verdict === "separated" ? this.live.apart : this.live.overlapping;
    const list = this.looks.drawList(recorded.look, theme);
    /** @template T @param {T[]} parts @param {number[]} owners @param {(part: T, placed: (pose: Pose) => Pose) => T} place @returns {T[]} */
    const placed = (parts, owners, place) => parts.map((part, i) =>
      owners[i] < 0 ? part : place(part, (pose) => composed(this.poses[owners[i]], relativePose(recorded.poses[owners[i]], pose))));
    const { owners } = recorded;
    const labels = placed(list.labels, owners.labels, (label, to) =>
      label.extent ? { ...label, extent: { ...label.extent, pose: to(label.extent.pose) } } : label);
    const marks = new Marks(list.anchor, this.live.colors, theme);
    this.run?.draw(marks, "world", number, isPointed);
    if (this.showsAnswer(number, isPointed)) this.drawAnswer(marks);
    return marks.over({
      ...list,
      skins: placed(list.skins, owners.skins, (skin, to) => ({ ...skin, pose: to(skin.pose) })),
      edges: placed(list.edges, owners.edges, (edges, to) => ({ ...edges, pose: to(edges.pose) })),
      outlines: placed(list.outlines, owners.outlines, (outline, to) => ({ ...outline, pose: to(outline.pose) })),
      labels,
    });
  }

  /** Draws the closest points and the distance, or the push-out of A. @param {Marks} marks */
  drawAnswer(marks) {
    const { distance, normal, witnessA, witnessB } = this.answer;
    const [a, b] = [along(witnessA, ZERO_VECTOR, 0), along(witnessB, ZERO_VECTOR, 0)];
    marks.line(a, b, "text", WITNESS_WIDTH);
    marks.point(a, "a", WITNESS_SIZE);
    marks.point(b, "b", WITNESS_SIZE);
    if (distance > 0) marks.label(this.distance, b, "text", LABEL_PRIORITY, a);
    else if (distance < 0) {
      const tip = along(a, normal, distance);
      marks.arrow(a, tip, "push", PUSH_WIDTH);
      marks.label(`push-out ${digits(-distance)} m`, tip, "pushText", LABEL_PRIORITY, a);
    }
  }

  /** A − B at the poses, with the step and the nearest point of its surface. @param {Theme} theme @param {number} number @param {boolean} isPointed @returns {DrawList} */
  difference(theme, number, isPointed) {
    const list = this.looks.drawList(this.live.difference, theme);
    const surface = this.isPlanar ? null : this.differenceSurface();
    const [a, b] = this.poses.map((pose) => [pose[3], pose[7], pose[11]]);
    const [x, y, z] = difference(a, b);
    const pose = [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
    const marks = new Marks(list.anchor, this.live.colors, theme);
    if (this.isPlanar) this.drawPlaneDifference(marks, [x, y, 0]);
    this.run?.draw(marks, "difference", number, isPointed, surface && { positions: surface.surface.positions, shift: [x, y, z] });
    if (this.showsAnswer(number, isPointed)) this.drawNearest(marks, this.run?.showsClosest(number) ?? false);
    const drawn = (/** @type {any[]} */ parts, /** @type {object} */ own) => (surface ? parts.slice(0, 1).map((part) => ({ ...part, ...own, pose })) : []);
    return marks.over({
      ...list,
      skins: drawn(list.skins, { surface: surface?.surface }),
      edges: drawn(list.edges, { ends: surface?.ends, center: ZERO_VECTOR }),
      outlines: drawn(list.outlines, { folds: surface?.folds }),
      // On the other side of the origin, so as not to cover the way to the surface.
      labels: list.labels.map((label) => ({ ...label, awayFrom: this.isMeasured && this.answer.distance !== 0 ? this.nearest : null })),
    });
  }

  /** The point of the surface of A − B that is nearest to the origin; NaN if it is unknown. @returns {Vec3} */
  get nearest() {
    return along(ZERO_VECTOR, this.answer.normal, -this.answer.distance);
  }

  /** Draws the way from the origin to the surface of A − B; `isDrawn` if the step has it already. @param {Marks} marks @param {boolean} isDrawn */
  drawNearest(marks, isDrawn) {
    const { nearest, answer: { distance } } = this;
    if (distance > 0 && !isDrawn) {
      marks.line(ZERO_VECTOR, nearest, "text", WITNESS_WIDTH);
      marks.point(nearest, "text", WITNESS_SIZE);
      marks.label(`closest ${digits(distance)} m`, nearest, "text", LABEL_PRIORITY, ZERO_VECTOR);
    } else if (distance < 0) {
      marks.arrow(nearest, ZERO_VECTOR, "push", PUSH_WIDTH);
      marks.label(`push-out ${digits(-distance)} m`, nearest, "pushText", LABEL_PRIORITY, ZERO_VECTOR);
    }
  }

  /** @param {Marks} marks @param {Vec3} shift  the difference of the positions */
  drawPlaneDifference(marks, shift) {
    if (this.hasTurned()) this.loop = inPlane().differenceLoop(...this.turnedVertices());
    inPlane().drawDifference(marks, this.loop.map((point) => along(point, shift, 1)), this.pair.cores[0].radius + this.pair.cores[1].radius);
  }

  /** Whether a body has turned since A − B was made. */
  hasTurned() {
    const turns = this.turns.join(" ");
    const has = turns !== this.turnsOfSurface;
    this.turnsOfSurface = turns;
    return has;
  }

  /** The vertices of both bodies as they are turned. @returns {[Vec3[], Vec3[]]} */
  turnedVertices() {
    const [a, b] = this.vertices.map((vertices, body) => {
      const rotation = this.poses[body].map((value, i) => (i % 4 === 3 ? 0 : value));
      return vertices.map((point) => transformed(rotation, point));
    });
    return [a, b];
  }

  /** The surface of A − B, relative to the difference of the positions; made again when a body has turned. */
  differenceSurface() {
    if (!this.hasTurned()) return this.surface;
    const made = differenceSurface(...this.turnedVertices());
    this.surface = made && {
      surface: { center: ZERO_VECTOR, positions: made.positions, normals: facetNormals(made.positions), edges: made.edges, soft: false },
      ends: made.edges,
      folds: foldsBetween(made.positions),
    };
    return this.surface;
  }

  /** The vertices of a body's surface in its own frame. @param {number} body @returns {Vec3[]} */
  verticesOf(body) {
    const { look, owners, poses } = this.live.apart;
    /** @type {Map<string, Vec3>} */
    const found = new Map();
    this.looks.drawList(look, "dark").skins.forEach(({ surface, pose }, number) => {
      if (owners.skins[number] !== body) return;
      const local = relativePose(poses[body], pose);
      for (let i = 0; i < surface.positions.length; i += 3) {
        const corner = surface.positions.subarray(i, i + 3);
        const key = corner.join(" ");
        if (!found.has(key)) found.set(key, transformed(local, corner));
      }
    });
    return [...found.values()];
  }
}
