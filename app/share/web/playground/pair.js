// The pair of the playground: its bodies, what the engine answers about them, and what the views show.
//
// It is a `LiveScene` whose surfaces are made in the page: `app/share/web/live.py` records those of other pages.

import { DEFAULT_CAMERA, framed } from "../player/camera.js";
import { ON_TOP, SOLID, TRANSLUCENT } from "../player/drawlist.js";
import { Engine, LivePair } from "../player/engine.js";
import { LiveScene } from "../player/live.js";
import { foldsBetween } from "../player/looks.js";
import { ZERO_VECTOR } from "../player/marks.js";
import { multiplied } from "../player/poses.js";
import { along, difference, transformed } from "../player/vectors.js";
import { coreOf } from "./cores.js";
import { anglesOfQuaternion, matrixOfPose, quaternionInPlane } from "./rotations.js";
import { drawnShape } from "./surfaces.js";

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */
/** @typedef {import("../player/drawlist.js").Rgba} Rgba */
/** @typedef {import("../player/drawlist.js").DrawList} DrawList */
/** @typedef {import("../player/camera.js").OrbitCamera} OrbitCamera */
/** @typedef {import("../player/looks.js").Theme} Theme */
/** @typedef {import("../player/poses.js").Quaternion} Quaternion */
/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */
/** @typedef {import("./surfaces.js").Drawn} Drawn */
/** @typedef {{center: Vec3, radius: number}} Ball */

/**
 * @typedef {object} Settings  from Python: `app/share/web/course/playground.py`
 * @property {Record<number, Record<string, number>>} cores  numbers of kinds of cores, by dimension
 * @property {Record<string, [Rgba, Rgba]>} colors  in the dark and light themes
 * @property {{seeThrough: number, difference: number, plane: number, planeCore: number}} opacity
 * @property {import("../player/marks.js").Colors} marks  colours of what is drawn of steps and answers
 * @property {Record<number, Omit<import("../player/livesteps.js").StepSettings, "radii" | "center" | "middle">>} steps  by dimension
 * @property {number} tolerance
 * @property {Record<number, string>} scenes  the first of each dimension, as text
 */

const SEPARATING_AXES = "sat";
const [WORLD_APART, WORLD_OVER, DIFFERENCE_LOOK] = [0, 1, 2]; // numbers of looks
const EDGE_PIXELS = 1.6;
const OUTLINE_PIXELS = 2;
const DOT_PIXELS = 9; // of a point without rounding
const CROSS_PIXELS = 26; // of the origin
const CROSSHAIR = 2; // style of a point
const NAME_PRIORITY = 8;
const FRAMED = 1.12; // radii of the bodies that a camera shows
const EXTENT_STEP = 128; // points of a surface from which the place of a name is found, about
const ORIGIN_PRIORITY = 9;
const CORE_PIXELS = 1.2; // of the outline of the core of a rounded 2D shape
const CORE_PIXELS_DASH = 4;

/** The drawings of the pair, by numbers, as `LookReader` has them for recordings. */
export class PairLooks {
  /**
   * @param {PlacedBody[]} bodies
   * @param {Settings} settings
   * @param {PairLooks} [before]  whose surfaces and framing are kept where the shapes are the same objects
   */
  constructor(bodies, settings, before) {
    this.bodies = bodies;
    this.settings = settings;
    this.poses = bodies.map((body) => matrixOfPose(body.position, body.orientation));
    this.dimension = bodies[0].dimension;
    const isKept = bodies.map(({ dimension, type, shape }, i) =>
      before?.bodies[i].shape === shape && before.bodies[i].type === type && before.dimension === dimension);
    /** @type {Drawn[]} */
    this.drawn = bodies.map((body, i) => (before && isKept[i] ? before.drawn[i] : drawnShape(body)));
    /** @type {(import("../player/drawlist.js").Folds | null)[]} */
    this.folds = this.drawn.map(({ surface }, i) => (before && isKept[i] ? before.folds[i] : surface && foldsBetween(surface.positions)));
    /** @type {Float32Array[]} */
    this.extents = this.drawn.map(({ surface, vertices }, i) =>
      (before && isKept[i] ? before.extents[i] : sampled(surface && this.dimension === 3 ? surface.positions : Float32Array.from(vertices.flat()))));
    this.reaches = this.drawn.map(({ vertices }) => Math.max(...vertices.map((vertex) => Math.hypot(...vertex))));
    /** @type {Map<string, DrawList>} */
    this.lists = new Map();
    /** @type {PairLooks | null} */
    const framing = before && isKept.every(Boolean) ? before : null;
    this.worldBall = /** @type {Ball} */ (framing ? framing.worldBall : { center: ZERO_VECTOR, radius: 1 });
    this.differenceBall = /** @type {Ball} */ (framing ? framing.differenceBall : this.worldBall);
    /** @type {number} */
    this.ground = framing ? framing.ground : 0;
    if (!framing) this.frame();
  }

  /** Frames the views on the bodies at these poses. @param {number[][]} [poses] */
  frame(poses = this.poses) {
    const [a, b] = poses.map(([, , , x, , , , y, , , , z]) => /** @type {Vec3} */ ([x, y, z]));
    const [reachA, reachB] = this.reaches;
    this.worldBall = around({ center: a, radius: reachA }, { center: b, radius: reachB });
    this.differenceBall = around({ center: difference(a, b), radius: reachA + reachB }, { center: ZERO_VECTOR, radius: 0 });
    const heights = this.drawn.flatMap(({ vertices }, i) => vertices.map((vertex) => transformed(poses[i], vertex)[1]));
    this.ground = this.dimension === 2 ? 0 : Math.min(...heights); // a grid in the plane
    this.lists.clear();
  }

  /** @param {number} number @param {Theme} theme @returns {DrawList} */
  drawList(number, theme) {
    const key = `${number} ${theme}`;
    const list = this.lists.get(key) ?? (number === DIFFERENCE_LOOK ? this.difference(theme) : this.world(theme, number === WORLD_OVER));
    this.lists.set(key, list);
    return list;
  }

  /** @param {{look: number}} pane @returns {OrbitCamera} */
  camera({ look }) {
    const { center, radius } = look === DIFFERENCE_LOOK ? this.differenceBall : this.worldBall;
    const camera = this.dimension === 2 ? { ...DEFAULT_CAMERA, yaw: 0, pitch: 0, orthographic: true, flat: true } : DEFAULT_CAMERA;
    return framed(camera, center, FRAMED * (radius || 1), 1);
  }

  /** @param {string} name @param {Theme} theme @returns {Rgba} */
  color(name, theme) {
    return this.settings.colors[name][theme === "dark" ? 0 : 1];
  }

  /** Both bodies where they were put first. @param {Theme} theme @param {boolean} seeThrough @returns {DrawList} */
  world(theme, seeThrough) {
    const isPlanar = this.dimension === 2;
    const layer = seeThrough || isPlanar ? TRANSLUCENT : SOLID;
    const opacity = isPlanar ? this.settings.opacity.plane : seeThrough ? this.settings.opacity.seeThrough : 1;
    const names = ["a", "b"];
    const edge = (/** @type {number} */ i) => this.color(seeThrough || isPlanar ? `${names[i]}Ink` : `${names[i]}Edge`, theme);
    /** @type {Omit<import("../player/drawlist.js").Edges, "ends" | "pose" | "color">} */
    const lines = { center: ZERO_VECTOR, width: isPlanar ? OUTLINE_PIXELS : EDGE_PIXELS, dash: 0, layer: isPlanar ? SOLID : layer };
    const cores = this.drawn.flatMap(({ core }, i) => (core.length
      ? [{ ...lines, ends: core, pose: this.poses[i], color: faded(edge(i), this.settings.opacity.planeCore), width: CORE_PIXELS, dash: CORE_PIXELS_DASH }]
      : []));
    return {
      ...emptyList(this.worldBall.center),
      skins: this.drawn.flatMap(({ surface }, i) =>
        surface ? [{ surface, pose: this.poses[i], color: faded(this.color(`${names[i]}Skin`, theme), opacity), layer, castsShadow: !isPlanar, shell: seeThrough && !isPlanar }] : []),
      edges: [...this.drawn.flatMap(({ edges }, i) => (edges.length ? [{ ...lines, ends: edges, pose: this.poses[i], color: edge(i) }] : [])), ...cores],
      outlines: this.folds.flatMap((folds, i) => (folds && !isPlanar ? [{ folds, pose: this.poses[i], color: edge(i), width: OUTLINE_PIXELS, layer }] : [])),
      labels: this.bodies.map(({ name }, i) => ({
        text: name,
        position: ZERO_VECTOR,
        color: this.color(`${names[i]}Text`, theme),
        priority: NAME_PRIORITY,
        awayFrom: null,
        extent: { places: this.extents[i], center: ZERO_VECTOR, pose: this.poses[i] },
        asked: false,
      })),
    };
  }

  /** What surrounds A − B, whose surface `LiveScene` makes; only the styles of this one are used. @param {Theme} theme @returns {DrawList} */
  difference(theme) {
    const color = this.color("difference", theme);
    const edge = this.color("differenceInk", theme);
    const none = { center: ZERO_VECTOR, positions: new Float32Array(), normals: new Float32Array(), edges: new Float32Array(), soft: this.drawn.every(({ edges }) => edges.length === 0) };
    const pose = this.poses[0];
    const place = difference(ZERO_VECTOR, this.differenceBall.center);
    return {
      ...emptyList(this.differenceBall.center),
      skins: [{ surface: none, pose, color: faded(color, this.settings.opacity.difference), layer: TRANSLUCENT, castsShadow: false, shell: true }],
      edges: [{ ends: none.edges, center: ZERO_VECTOR, pose, color: edge, width: EDGE_PIXELS, dash: 0, layer: TRANSLUCENT }],
      outlines: [{ folds: foldsBetween(none.positions), pose, color: edge, width: OUTLINE_PIXELS, layer: TRANSLUCENT }],
      points: [{ rows: Float32Array.from([...place, 0, 0, 0, ...this.color("origin", theme), CROSS_PIXELS, CROSSHAIR, 0]), layer: ON_TOP }],
      labels: [{ text: "origin", position: ZERO_VECTOR, color: this.color("origin", theme), priority: ORIGIN_PRIORITY, awayFrom: null, extent: null, asked: false }],
    };
  }

  /** What `LiveScene` needs to know, as a page's header has it. */
  get live() {
    const owners = (/** @type {boolean[]} */ has) => has.flatMap((known, i) => (known ? [i] : []));
    const shown = this.drawn.map(({ surface }) => surface !== null);
    const [outlined, cored] = [this.drawn.map(({ edges }) => edges.length > 0), this.drawn.map(({ core }) => core.length > 0)];
    const outlines = this.dimension === 2 ? [] : owners(shown);
    const owned = { skins: owners(shown), edges: [...owners(outlined), ...owners(cored)], outlines, labels: [0, 1] };
    return {
      dimension: this.dimension,
      cores: [],
      poses: this.poses,
      tolerance: this.settings.tolerance,
      apart: { look: WORLD_APART, owners: owned, poses: this.poses },
      overlapping: { look: WORLD_OVER, owners: owned, poses: this.poses },
      difference: DIFFERENCE_LOOK,
      colors: this.settings.marks,
      steps: {
        ...this.settings.steps[this.dimension],
        algorithms: this.algorithms,
        radii: { world: this.worldBall.radius, difference: this.differenceBall.radius },
        center: this.differenceBall.center,
        middle: this.worldBall.center,
      },
    };
  }

  /** The algorithms whose steps can be computed; the faces and edges of hulls, which SAT needs, are not made here. */
  get algorithms() {
    const known = this.settings.steps[this.dimension].algorithms;
    return known.filter(({ name }) => name !== SEPARATING_AXES || this.bodies.every(({ type }) => type === "box"));
  }

  /** The panes as a page's header has them. */
  get panes() {
    return [
      { view: "world", title: "World", look: WORLD_APART, camera: 0, ground: this.ground },
      { view: "difference", title: "A − B", look: DIFFERENCE_LOOK, camera: 0, ...(this.dimension === 2 ? { ground: 0 } : {}) },
    ];
  }
}

/** The pair where the visitor has put it; it is always live, as nothing is recorded. */
export class PlaygroundPair extends LiveScene {
  /** @param {WebAssembly.Module} module @param {PairLooks} looks @param {string} algorithm  whose steps are shown */
  constructor(module, looks, algorithm) {
    const { bodies, settings } = looks;
    const [a, b] = bodies.map((body) => coreOf(body, settings.cores));
    const pair = new LivePair(new Engine(module), [a, b], settings.tolerance);
    super(pair, looks.live, /** @type {any} */ (looks), bodies.map(({ name }) => name));
    this.pairLooks = looks;
    this.isMoved = true;
    this.choose(this.algorithms.some(({ name }) => name === algorithm) ? algorithm : this.algorithms[0].name);
  }

  /** Nothing is recorded to go back to. */
  reset() {
    this.isMoved = true;
  }

  /** @param {number} body @returns {Vec3[]} */
  verticesOf(body) {
    return /** @type {any} */ (this.looks).drawn[body].vertices;
  }

  /** The bodies where they are now. @returns {(PlacedBody & {angles: Vec3})[]} */
  get bodies() {
    return this.pairLooks.bodies.map((body, i) => {
      const [x, y, z, w] = body.orientation;
      const [tw, tx, ty, tz] = multiplied(this.turns[i], [w, x, y, z]);
      const isTurned = this.turns[i].some((part, k) => part !== (k === 0 ? 1 : 0));
      if (body.dimension === 2) {
        const angle = isTurned ? 2 * Math.atan2(tz, tw) : body.angle ?? 0;
        const turned = isTurned ? quaternionInPlane(angle) : body.orientation;
        return { ...body, position: along(body.position, this.shifts[i], 1), angle, orientation: turned, angles: anglesOfQuaternion(turned) };
      }
      const orientation = isTurned ? [tx, ty, tz, tw] : body.orientation;
      return { ...body, position: along(body.position, this.shifts[i], 1), orientation, angles: anglesOfQuaternion(orientation) };
    });
  }

  /** With points that have no surface. @param {Theme} theme @param {number} number @param {boolean} isPointed @returns {DrawList} */
  world(theme, number, isPointed) {
    const list = super.world(theme, number, isPointed);
    /** @type {import("../player/drawlist.js").Batch[]} */
    const dots = this.pairLooks.drawn.flatMap(({ surface, edges }, i) => {
      if (surface || edges.length > 0) return [];
      const [, , , x, , , , y, , , , z] = this.poses[i];
      const rows = [...difference([x, y, z], list.anchor), 0, 0, 0, ...this.pairLooks.color(i === 0 ? "a" : "b", theme), DOT_PIXELS, 0, 0];
      return [{ rows: Float32Array.from(rows), layer: ON_TOP }];
    });
    return { ...list, points: [...dots, ...list.points] };
  }
}

/** The smallest ball around two. @param {Ball} one @param {Ball} other @returns {Ball} */
function around(one, other) {
  const apart = Math.hypot(...difference(other.center, one.center));
  if (apart + other.radius <= one.radius) return one;
  if (apart + one.radius <= other.radius) return other;
  const radius = (apart + one.radius + other.radius) / 2;
  const way = difference(other.center, one.center);
  return { center: along(one.center, way, (radius - one.radius) / apart), radius };
}

/** @param {Float32Array} places */
function sampled(places) {
  const every = Math.ceil(places.length / 3 / EXTENT_STEP);
  return places.filter((_, i) => Math.floor(i / 3) % every === 0);
}

/** @param {Vec3} anchor @returns {DrawList} */
function emptyList(anchor) {
  return { skins: [], edges: [], outlines: [], triangles: [], lines: [], arrows: [], points: [], labels: [], anchor, focus: null };
}

/** @param {Rgba} color @param {number} opacity @returns {Rgba} */
function faded([red, green, blue], opacity) {
  return [red, green, blue, opacity];
}
