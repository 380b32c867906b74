// The views: the pictures side by side, their labels, and the pointer, touch and keys that move the cameras.

import { fitted, orbited, panned, zoomed } from "./camera.js";
import { choiceAt } from "./choices.js";
import { html } from "./dom.js";
import { DragGrip } from "./drag.js";
import { LabelLayer } from "./labels.js";
import { LiveGrip } from "./livegrip.js";
import { DrawListRenderer } from "./renderer.js";
import { along, difference } from "./vectors.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./player.js").ShownPane} ShownPane
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {{x: number, y: number, width: number, height: number}} Rect  CSS pixels in the canvas
 * @typedef {{pane: ShownPane, rect: Rect, key: string}} Placed
 */

const GAP = 4; // pixels between panes
const WIDE = 1.15; // width to height above which two panes lie side by side
const NOTCH = 100; // pixels that a wheel scrolls in one notch
const LINE = 33; // pixels of a scrolled line
const KEY_ORBIT = 24; // pixels of a drag that an arrow key stands for
const REFERENCE = 640; // width of a view in which marks have their size at 100 %
const SMALLEST_MARKS = 0.7;
let helpCount = 0; // so that each player's help has an id of its own

export class Views {
  /**
   * @param {Player} player
   * @param {boolean} wheelAlways  whether the wheel zooms before the views have the focus
   */
  constructor(player, wheelAlways) {
    this.player = player;
    this.wheelAlways = wheelAlways;
    /** @type {Map<string, OrbitCamera>} */
    this.cameras = new Map();
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    /** @type {string | null} */
    this.held = null;
    /** @type {import("./choices.js").PictureChoices | null} */
    this.choices = null; // of the question that is being asked
    /** @type {number | null} */
    this.chosen = null; // among them, while it is pressed
    const id = `gjkscope-views-help-${++helpCount}`;
    this.canvas = html("canvas", { tabindex: 0, role: "img", "aria-label": "Views", "aria-describedby": id });
    this.overlay = html("div", { class: "overlay", "aria-hidden": "true" });
    const help = "Arrow keys orbit, Shift and arrow keys pan, plus and minus zoom, F resets the cameras.";
    this.element = html("div", { class: "views" }, this.canvas, this.overlay, html("p", { class: "hidden", id }, help));
    const cameraOf = (/** @type {Placed} */ placed) => this.recordedCamera(placed);
    this.grip = player.live ? new LiveGrip(player, cameraOf) : new DragGrip(player, cameraOf, (view, way) => this.moveAlong(view, way));
    if (player.drag && this.grip instanceof DragGrip) this.element.append(this.grip.element);
    this.renderer = this.openRenderer();
    this.labels = new LabelLayer(this.overlay);
    this.listen();
  }

  /** The renderer; null in a browser without WebGL2, where the rest of the page still explains the steps. */
  openRenderer() {
    try {
      return new DrawListRenderer(this.canvas);
    } catch (fault) {
      const words = fault instanceof Error ? fault.message : String(fault);
      this.element.replaceChildren(html("p", { class: "fault", role: "alert" }, words));
      this.element.classList.add("missing");
      return null;
    }
  }

  /** Draws the panes. */
  draw() {
    if (!this.renderer) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const placed = this.placed();
    this.renderer.resize(this.canvas.clientWidth, this.canvas.clientHeight, ratio);
    this.grip.draw(placed);
    const requests = placed.map(({ pane, rect, key }) => ({
      drawList: pane.drawList,
      camera: fitted(this.recordedCamera({ pane, rect, key }), rect.width / rect.height),
      shift: this.shiftOf(pane),
      rect,
      theme: this.player.theme,
      gridHeight: pane.ground,
      scale: Math.max(Math.min(rect.width / REFERENCE, 1), SMALLEST_MARKS),
      title: pane.title,
      taken: pane.view === this.grip.view ? this.grip.taken : [],
    }));
    this.renderer.draw(requests);
    this.labels.draw(requests);
    this.canvas.setAttribute("aria-label", placed.map(({ pane }) => pane.title).join(" and "));
  }

  /** Gives the cameras back to what was recorded. */
  frame() {
    this.cameras.clear();
    this.player.changed();
  }

  /** Moves a camera that the reader has moved along with what is dragged. @param {string} view @param {Vec3} way */
  moveAlong(view, way) {
    for (const [key, camera] of this.cameras) {
      if (key.endsWith(` ${view}`)) this.cameras.set(key, { ...camera, target: along(camera.target, way, 1) });
    }
  }

  /** Whether the reader has moved a camera. */
  get isMoved() {
    return this.cameras.size > 0;
  }

  dispose() {
    this.renderer?.dispose();
  }

  /** @returns {Placed[]} */
  placed() {
    const panes = this.player.panes;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const rects = arranged(panes.length, width, height);
    return panes.map((pane, place) => ({ pane, rect: rects[place], key: `${place} ${pane.view}` }));
  }

  /** @param {ShownPane} pane @param {string} key */
  camera(pane, key) {
    return this.cameras.get(key) ?? pane.camera;
  }

  /** The camera in the coordinates of the recording, which may be shown shifted. @param {Placed} placed @returns {OrbitCamera} */
  recordedCamera({ pane, key }) {
    const camera = this.camera(pane, key);
    return { ...camera, target: difference(camera.target, this.shiftOf(pane)) };
  }

  /** How far a view is shown from where it was recorded. @param {ShownPane} pane @returns {Vec3} */
  shiftOf(pane) {
    return pane.view === "world" ? this.player.shift : [0, 0, 0];
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointercancel", (event) => this.released(event));
    canvas.addEventListener("touchstart", (event) => this.touched(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.keyed(event));
    canvas.addEventListener("dblclick", () => this.frame());
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const point = { x: event.offsetX, y: event.offsetY };
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, point);
    this.held = this.at(event.offsetX, event.offsetY)?.key ?? null;
    this.chosen = this.pointers.size === 1 && event.button === 0 ? this.choiceAt(event) : null;
    if (this.pointers.size > 1) this.grip.drop();
    else if (event.button === 0 && this.chosen === null) this.grip.take(point, event.shiftKey);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.pointers.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    if (!before) {
      this.hovered(event, now);
      return;
    }
    if (this.pointers.size === 2) this.pinched(event.pointerId, before, now);
    else if (this.chosen !== null) this.pointers.set(event.pointerId, before); // it is not yet known whether it is a click
    else if (this.grip.held) this.grip.pull(now);
    else if (!this.scrollsBy(event)) this.dragged(now.x - before.x, now.y - before.y, event.shiftKey || (event.buttons & 6) > 0);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event @param {import("./planar.js").Pixel} point */
  hovered(event, point) {
    const choice = this.choiceAt(event);
    this.choices?.point(choice);
    this.canvas.style.cursor = choice !== null ? "pointer" : this.grip.at(point) !== null ? "grab" : "";
  }

  /** The choice under a pointer; null if there is none. @param {PointerEvent} event @returns {number | null} */
  choiceAt(event) {
    const { choices } = this;
    const placed = this.placed().find(({ pane }) => pane.view === choices?.view);
    if (!choices || !placed) return null;
    const point = { x: event.offsetX, y: event.offsetY };
    return choiceAt(choices, placed, this.recordedCamera(placed), point, event.pointerType === "touch");
  }

  /** Whether a pointer only scrolls the page: a finger on flat views, which it would push aside. @param {PointerEvent} event */
  scrollsBy(event) {
    return event.pointerType === "touch" && this.placed().every(({ pane, key }) => this.camera(pane, key).flat);
  }

  /** @param {PointerEvent} event */
  released(event) {
    const { chosen } = this;
    this.pointers.delete(event.pointerId);
    this.chosen = null;
    this.grip.drop();
    if (chosen !== null && event.type === "pointerup" && this.choiceAt(event) === chosen) this.choices?.choose(chosen);
  }

  /**
   * Keeps the browser from scrolling the page where a finger drags something, or two fingers zoom.
   * @param {TouchEvent} event
   */
  touched(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [{ clientX, clientY }] = event.touches;
    if (event.touches.length > 1 || this.grip.at({ x: clientX - left, y: clientY - top }) !== null) event.preventDefault();
  }

  /**
   * One of two fingers moved: their distance zooms, their middle pans.
   * @param {number} id
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   */
  pinched(id, before, now) {
    const other = [...this.pointers].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const ratio = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
    this.zoom(Math.log(ratio || 1) / -Math.log(0.88), (now.x + other.x) / 2, (now.y + other.y) / 2);
    this.dragged((now.x - before.x) / 2, (now.y - before.y) / 2, true);
  }

  /** @param {number} dx @param {number} dy @param {boolean} pans */
  dragged(dx, dy, pans) {
    this.moveCameras((camera, { rect, key }) => {
      if (!pans && !camera.flat) return orbited(camera, dx, dy);
      return key === this.held || this.held === null ? panned(camera, dx, dy, rect.height) : camera;
    });
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.wheelAlways && !event.ctrlKey && document.activeElement !== this.canvas) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.zoom(-pixels / NOTCH, event.offsetX, event.offsetY);
  }

  /**
   * Zooms all panes; the point under the pointer stays where it is.
   * @param {number} notches
   * @param {number} x
   * @param {number} y
   */
  zoom(notches, x, y) {
    const under = this.at(x, y);
    this.moveCameras((camera, { rect, key }) => {
      if (!under || key !== under.key) return zoomed(camera, notches);
      /** @type {[number, number]} */
      const toward = [(2 * (x - rect.x)) / rect.width - 1, 1 - (2 * (y - rect.y)) / rect.height];
      return zoomed(camera, notches, toward, rect.width / rect.height);
    });
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    const notches = { "+": 1, "=": 1, "-": -1 }[event.key];
    if (way === undefined && notches === undefined) return;
    event.preventDefault();
    this.held = null;
    if (way) this.dragged(way[0] * KEY_ORBIT, way[1] * KEY_ORBIT, event.shiftKey);
    else if (notches) this.moveCameras((camera) => zoomed(camera, notches));
  }

  /** @param {(camera: OrbitCamera, placed: Placed) => OrbitCamera} move */
  moveCameras(move) {
    for (const placed of this.placed()) this.cameras.set(placed.key, move(this.camera(placed.pane, placed.key), placed));
    this.player.changed();
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.placed().find(({ rect }) => x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height);
  }
}

/**
 * Rectangles for panes: one fills the canvas, two lie beside or below each other, three and four in two columns.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @returns {Rect[]}
 */
export function arranged(count, width, height) {
  const columns = count > 1 && (count > 2 || width > WIDE * height) ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const [wide, high] = [(width - (columns - 1) * GAP) / columns, (height - (rows - 1) * GAP) / rows];
  return Array.from({ length: count }, (_, place) => ({
    x: (place % columns) * (wide + GAP),
    y: Math.floor(place / columns) * (high + GAP),
    width: wide,
    height: high,
  }));
}
