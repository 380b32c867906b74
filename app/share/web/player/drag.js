// Dragging among recorded places: a body along a line, with a slider; or freely, with a grip that takes the arrow keys.

import { fitted, lens } from "./camera.js";
import { html, svg } from "./dom.js";
import { boxAround } from "./placement.js";
import { difference } from "./vectors.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./views.js").Placed} Placed
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./placement.js").Box} Box
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {{x: number, y: number}} Pixel  on the canvas, CSS pixels
 */

const GRIP_RADIUS = 11; // pixels
const REACH_RADIUS = 22; // within which a finger takes hold of it
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
   * @param {(placed: Placed) => OrbitCamera} cameraOf
   * @param {(view: string, way: Vec3) => void} follow  moves a camera of the reader's along
   */
  constructor(player, cameraOf, follow) {
    this.player = player;
    this.cameraOf = cameraOf;
    this.follow = follow;
    this.view = player.drag?.view ?? "world";
    /** @type {Pixel[]} */
    this.pixels = []; // of the places
    /** @type {Pixel | null} */
    this.held = null; // from the pointer to the middle of the grip, while it is held
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
    const { rect } = placed;
    const seen = lens(fitted(this.cameraOf(placed), rect.width / rect.height), rect.width, rect.height);
    const from = this.view === ORIGIN_VIEW ? grips[this.player.place] : [0, 0, 0];
    return grips.map((grip) => {
      const { x, y } = seen(difference(grip, from));
      return { x: rect.x + x, y: rect.y + y };
    });
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
    grip.addEventListener("pointerdown", (event) => {
      const here = this.pixels[this.player.place];
      if (!here) return;
      grip.setPointerCapture(event.pointerId);
      this.held = { x: here.x - event.clientX, y: here.y - event.clientY };
    });
    grip.addEventListener("pointermove", (event) => {
      if (this.held) this.moveTo(nearest(this.pixels, { x: event.clientX + this.held.x, y: event.clientY + this.held.y }));
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      grip.addEventListener(end, () => {
        this.held = null;
      });
    }
    grip.addEventListener("keydown", (event) => {
      const way = ARROW_WAYS[event.key];
      if (!way || this.pixels.length === 0) return;
      event.preventDefault();
      this.moveTo(neighbour(this.pixels, this.player.place, way));
    });
  }
}

/**
 * The number of the pixel that is nearest to a point.
 * @param {Pixel[]} pixels
 * @param {Pixel} point
 */
export function nearest(pixels, point) {
  const lengths = pixels.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
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
