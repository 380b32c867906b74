// Dragging among recorded places: a body along a line, with a slider; or freely, by its shape or by a grip that takes the
// arrow keys.
//
// Only one body of a pair has been recorded at other places.  Where the scene has no third one, the other can be dragged
// as well: only where they are relative to each other matters, so the recording is shown shifted, with the first body
// where it was.

import { basis, fitted, lens, pixelSize } from "./camera.js";
import { html, svg } from "./dom.js";
import { boxAround } from "./placement.js";
import { convexHull, distanceToHull, hullArea } from "./planar.js";
import { along, difference, dot, transformed } from "./vectors.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./views.js").Placed} Placed
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./placement.js").Box} Box
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./drawlist.js").Extent} Extent
 * @typedef {import("./planar.js").Pixel} Pixel  on the canvas, CSS pixels
 *
 * @typedef {object} Hold  What is dragged.
 * @property {Pixel[]} pixels  where the places are, out of reach outside of the view; those in front of or behind what
 *   is dragged have a depth
 * @property {Pixel} offset  from the pointer to the place
 * @property {Vec3[] | null} shifts  of the recording at each place; null: it stays
 */

const GRIP_RADIUS = 11; // pixels
const REACH_RADIUS = 22; // within which a finger takes hold of it
const SHAPE_REACH = 6; // around a body, within which it is taken hold of
const OUT_OF_REACH = { x: Infinity, y: Infinity };
const ALONG_LINE = "M-3 -3.5L-6.5 0L-3 3.5M3 -3.5L6.5 0L3 3.5";
const ALL_WAYS = "M-4.5 -2L-6.5 0L-4.5 2M4.5 -2L6.5 0L4.5 2M-2 -4.5L0 -6.5L2 -4.5M-2 4.5L0 6.5L2 4.5";
const ORIGIN_VIEW = "difference"; // whose origin is dragged: places are relative to A − B there
/** @type {Record<string, Pixel>} */
const ARROW_WAYS = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

/**
 * The slider of a line: for the keyboard, screen readers, and views that show the line from its end.
 * @param {Player} player
 * @returns {Part}
 */
export function dragSlider(player) {
  const { drag } = player;
  if (!drag || drag.free) return { element: html("div", { hidden: true }), update: () => undefined };
  const slide = (/** @type {Event} */ event) => player.dragTo(Number(/** @type {HTMLInputElement} */ (event.target).value));
  const slider = html("input", { type: "range", min: 0, max: drag.places.length - 1, input: slide });
  const where = html("output", {});
  const element = html("div", { class: "drag" }, html("label", {}, `Move ${drag.body}`, slider), where);
  const update = () => {
    const { words } = drag.places[player.place];
    slider.value = String(player.place);
    const answer = player.run?.answer;
    slider.setAttribute("aria-valuetext", answer ? `${words}: ${answer.words}, ${answer.distance}` : words);
    where.textContent = words;
  };
  return { element, update };
}

export class DragGrip {
  /**
   * @param {Player} player
   * @param {(placed: Placed) => OrbitCamera} cameraOf  in the coordinates of the recording
   * @param {(view: string, way: Vec3) => void} follow  moves a camera of the reader's along
   */
  constructor(player, cameraOf, follow) {
    this.player = player;
    this.cameraOf = cameraOf;
    this.follow = follow;
    this.view = player.drag?.view ?? "world";
    /** @type {Pixel[]} */
    this.pixels = []; // of the places
    /** @type {Hold | null} */
    this.held = null;
    /** @type {Placed | undefined} */
    this.shown = undefined; // the view in which something is dragged, as drawn last
    const { drag, header } = player;
    const isFree = drag?.free === true;
    const name = drag?.body ?? "";
    const kind = this.view === ORIGIN_VIEW ? "origin" : name === header.pair[0] ? "body-a" : "body-b";
    const max = (drag?.places.length ?? 1) - 1;
    const spoken = isFree && { tabindex: 0, role: "slider", "aria-label": `Drag ${name}`, "aria-valuemin": 0, "aria-valuemax": max };
    this.line = svg("path", { class: "rail" });
    this.arrows = svg("path", { d: isFree ? ALL_WAYS : ALONG_LINE });
    this.grip = svg("g", { class: `grip ${kind}`, ...spoken },
      svg("title", {}, `Drag ${name}`),
      svg("circle", { class: "reach", r: REACH_RADIUS }),
      svg("circle", { class: "knob", r: GRIP_RADIUS }),
      this.arrows);
    this.element = svg("svg", { class: "overlay rails", "aria-hidden": isFree ? false : "true" }, this.line, this.grip);
    this.listen();
  }

  /**
   * Puts the grip where it is taken hold of, and the line through its places.
   * @param {Placed[]} placed
   */
  draw(placed) {
    const shown = placed.find(({ pane }) => pane.view === this.view);
    this.shown = shown;
    const { drag, place } = this.player;
    this.element.toggleAttribute("hidden", !shown || !this.player.canDrag);
    this.pixels = shown && drag ? this.pixelsIn(shown, drag.places.map(({ grip }) => grip)) : [];
    if (!drag || this.pixels.length === 0) return;
    const [first, last, here] = [this.pixels[0], this.pixels[this.pixels.length - 1], this.pixels[place]];
    this.grip.setAttribute("transform", `translate(${here.x} ${here.y})`);
    if (drag.free) {
      this.grip.setAttribute("aria-valuenow", String(place));
      this.grip.setAttribute("aria-valuetext", drag.places[place].words);
      return;
    }
    this.line.setAttribute("d", `M${first.x} ${first.y}L${last.x} ${last.y}`);
    this.arrows.setAttribute("transform", `rotate(${(Math.atan2(last.y - first.y, last.x - first.x) * 180) / Math.PI})`);
  }

  /**
   * Where the places are on the canvas.  The origin stays, and A − B moves: its places are relative to where it is.
   * @param {Placed} placed
   * @param {Vec3[]} grips
   * @returns {Pixel[]}
   */
  pixelsIn(placed, grips) {
    const from = this.view === ORIGIN_VIEW ? grips[this.player.place] : [0, 0, 0];
    return this.pixelsOf(placed, grips.map((grip) => difference(grip, from)));
  }

  /** @param {Placed} placed @param {Vec3[]} points @returns {Pixel[]} */
  pixelsOf(placed, points) {
    const { rect } = placed;
    const seen = lens(fitted(this.cameraOf(placed), rect.width / rect.height), rect.width, rect.height);
    return points.map((point) => {
      const { x, y } = seen(point);
      return { x: rect.x + x, y: rect.y + y };
    });
  }

  /** The name of what is dragged from there; null if nothing is. @param {Pixel} point @returns {string | null} */
  at(point) {
    const { player, shown } = this;
    const here = this.pixels[player.place];
    if (!player.drag || !shown || !here || !player.canDrag) return null;
    if (Math.hypot(here.x - point.x, here.y - point.y) <= GRIP_RADIUS) return player.drag.body;
    const near = this.bodies(shown).filter(({ hull }) => distanceToHull(hull, point) <= SHAPE_REACH);
    near.sort((one, other) => hullArea(one.hull) - hullArea(other.hull)); // one in front of another can be taken hold of
    return near[0]?.name ?? null;
  }

  /** The outlines of the bodies that can be dragged. @param {Placed} shown @returns {{name: string, hull: Pixel[]}[]} */
  bodies(shown) {
    const names = [this.player.drag?.body, this.player.drag?.other];
    return shown.pane.drawList.labels.flatMap(({ text, extent }) =>
      extent && names.includes(text) ? [{ name: text, hull: convexHull(this.pixelsOf(shown, pointsOf(extent))) }] : []);
  }

  /** Takes hold of what is at a point; returns whether there is anything. @param {Pixel} point */
  take(point) {
    const name = this.at(point);
    if (name !== null) this.hold(name, point);
    return name !== null;
  }

  /** @param {string} name @param {Pixel} point */
  hold(name, point) {
    const { drag, place, shift } = this.player;
    if (!drag || !this.shown) return;
    const isOther = name === drag.other;
    const here = drag.places[place].grip;
    const shifts = isOther ? drag.places.map(({ grip }) => along(difference(here, grip), shift, 1)) : null;
    const pixels = shifts ? this.pixelsOf(this.shown, shifts.map((to) => along(difference(to, shift), here, 1))) : this.pixels;
    if (drag.solid) this.deepen(this.shown, pixels, drag.places.map(({ grip }) => difference(grip, here)));
    for (const tell of this.player.grippers) tell(true);
    const { rect } = this.shown;
    const offset = { x: pixels[place].x - point.x, y: pixels[place].y - point.y };
    // What left the view could not be taken hold of again.
    const stays = (/** @type {Pixel} */ { x, y }) => isWithin(rect, { x: x - offset.x, y: y - offset.y });
    this.held = { pixels: pixels.map((pixel) => (stays(pixel) ? pixel : OUT_OF_REACH)), offset, shifts };
  }

  /**
   * Gives pixels the depths of their places, so that dragging keeps to a plane that is parallel to the screen.
   * @param {Placed} shown
   * @param {Pixel[]} pixels
   * @param {Vec3[]} ways  from what is dragged
   */
  deepen(shown, pixels, ways) {
    const camera = fitted(this.cameraOf(shown), shown.rect.width / shown.rect.height);
    const [back, size] = [basis(camera)[2], pixelSize(camera, shown.rect.height)];
    pixels.forEach((pixel, place) => {
      pixel.depth = dot(ways[place], back) / size;
    });
  }

  /** Drags what is held. @param {Pixel} point */
  pull(point) {
    if (!this.held) return;
    const { pixels, offset, shifts } = this.held;
    const place = nearest(pixels, { x: point.x + offset.x, y: point.y + offset.y });
    if (shifts) this.player.dragTo(place, shifts[place]);
    else this.moveTo(place);
  }

  drop() {
    if (!this.held) return;
    this.held = null;
    for (const tell of this.player.grippers) tell(false);
  }

  /** What labels stay clear of. @returns {Box[]} */
  get taken() {
    const here = this.pixels[this.player.place];
    return here && this.player.canDrag ? [boxAround([here.x, here.y], GRIP_RADIUS)] : [];
  }

  /** @param {number} place */
  moveTo(place) {
    const { player } = this;
    const places = player.drag?.places ?? [];
    if (this.view === ORIGIN_VIEW) this.follow(this.view, difference(places[player.place].grip, places[place].grip));
    player.dragTo(place);
  }

  listen() {
    const { grip } = this;
    const pointOf = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top } = this.element.getBoundingClientRect(); // it covers the canvas
      return { x: clientX - left, y: clientY - top };
    };
    grip.addEventListener("pointerdown", (event) => {
      if (!this.player.drag || this.pixels.length === 0) return;
      grip.setPointerCapture(event.pointerId);
      this.hold(this.player.drag.body, pointOf(event));
    });
    grip.addEventListener("pointermove", (event) => this.pull(pointOf(event)));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) grip.addEventListener(end, () => this.drop());
    // Otherwise a browser scrolls the page instead, and cancels the pointer.
    grip.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    grip.addEventListener("keydown", (event) => {
      const way = ARROW_WAYS[event.key];
      if (event.key === "Enter") for (const tell of this.player.grippers) tell(false);
      if (!way || this.pixels.length === 0) return;
      event.preventDefault();
      for (const tell of this.player.grippers) tell(true);
      this.moveTo(neighbour(this.pixels, this.player.place, way));
    });
  }
}

/** @param {import("./views.js").Rect} rect @param {Pixel} pixel */
function isWithin({ x, y, width, height }, pixel) {
  return pixel.x >= x && pixel.x <= x + width && pixel.y >= y && pixel.y <= y + height;
}

/** Points of a body's surface, in the world. @param {Extent} extent @returns {Vec3[]} */
function pointsOf({ places, center, pose }) {
  return Array.from({ length: places.length / 3 }, (_, i) => transformed(pose, along(center, places.subarray(3 * i, 3 * i + 3), 1)));
}

/**
 * The number of the pixel that is nearest to a point.
 * @param {Pixel[]} pixels
 * @param {Pixel} point
 */
export function nearest(pixels, point) {
  const lengths = pixels.map(({ x, y, depth = 0 }) => Math.hypot(x - point.x, y - point.y, depth));
  return lengths.indexOf(Math.min(...lengths));
}

/**
 * The number of the pixel that comes next in a direction; the same one if none does.
 * @param {Pixel[]} pixels
 * @param {number} from
 * @param {Pixel} way  a unit vector
 */
export function neighbour(pixels, from, way) {
  const here = pixels[from];
  const costs = pixels.map(({ x, y }) => {
    const [right, down] = [x - here.x, y - here.y];
    const [ahead, aside] = [right * way.x + down * way.y, Math.abs(right * way.y - down * way.x)];
    return ahead > aside && ahead > 0 ? ahead + 2 * aside : Infinity; // straight ahead, if that is not too far
  });
  const least = Math.min(...costs);
  return least < Infinity ? costs.indexOf(least) : from;
}
