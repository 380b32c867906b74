// Dragging a body along its recorded line: a slider, and a grip on the body in the world view.

import { fitted, lens } from "./camera.js";
import { html, svg } from "./dom.js";
import { boxAround } from "./placement.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./views.js").Placed} Placed
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 * @typedef {import("./placement.js").Box} Box
 * @typedef {{x: number, y: number}} Pixel  on the canvas, CSS pixels
 */

const GRIP_RADIUS = 11; // pixels
const REACH_RADIUS = 22; // within which a finger takes hold of it
const ARROWS = "M-3 -3.5L-6.5 0L-3 3.5M3 -3.5L6.5 0L3 3.5";

/**
 * The slider: for the keyboard, screen readers, and views that show the line from its end.
 * @param {Player} player
 * @returns {Part}
 */
export function dragSlider(player) {
  const { drag } = player;
  if (!drag) return { element: html("div", { hidden: true }), update: () => undefined };
  const slide = (/** @type {Event} */ event) => player.dragTo(Number(/** @type {HTMLInputElement} */ (event.target).value));
  const slider = html("input", { type: "range", min: 0, max: drag.places.length - 1, input: slide });
  const where = html("output", {});
  const element = html("div", { class: "drag" }, html("label", {}, `Move ${drag.body}`, slider), where);
  const update = () => {
    const { words } = drag.places[player.place];
    const answer = player.run?.answer;
    slider.value = String(player.place);
    slider.setAttribute("aria-valuetext", answer ? `${words}: ${answer.verdict}, ${answer.distance}` : words);
    where.textContent = words;
  };
  return { element, update };
}

export class DragGrip {
  /**
   * @param {Player} player
   * @param {(placed: Placed) => OrbitCamera} cameraOf
   */
  constructor(player, cameraOf) {
    this.player = player;
    this.cameraOf = cameraOf;
    /** @type {Pixel[]} */
    this.pixels = []; // of the places
    /** @type {Pixel | null} */
    this.held = null; // from the pointer to the middle of the grip, while it is held
    const name = player.drag?.body ?? "";
    this.line = svg("path", { class: "rail" });
    this.arrows = svg("path", { d: ARROWS });
    this.grip = svg("g", { class: name === player.header.pair[0] ? "grip body-a" : "grip body-b" },
      svg("title", {}, `Drag ${name}`), svg("circle", { class: "reach", r: REACH_RADIUS }), svg("circle", { class: "knob", r: GRIP_RADIUS }), this.arrows);
    this.element = svg("svg", { class: "overlay rails", "aria-hidden": "true" }, this.line, this.grip);
    this.listen();
  }

  /**
   * Puts the grip on the body, and the line through its places.
   * @param {Placed[]} placed
   */
  draw(placed) {
    const world = placed.find(({ pane }) => pane.view === "world");
    const { drag, place } = this.player;
    const isHidden = !world || !drag || this.player.film !== undefined;
    this.element.toggleAttribute("hidden", isHidden);
    if (isHidden) return;
    const { rect } = world;
    const seen = lens(fitted(this.cameraOf(world), rect.width / rect.height), rect.width, rect.height);
    this.pixels = drag.places.map(({ grip }) => {
      const { x, y } = seen(grip);
      return { x: rect.x + x, y: rect.y + y };
    });
    const [first, last, here] = [this.pixels[0], this.pixels[this.pixels.length - 1], this.pixels[place]];
    this.line.setAttribute("d", `M${this.pixels.map(({ x, y }) => `${x} ${y}`).join("L")}`);
    this.grip.setAttribute("transform", `translate(${here.x} ${here.y})`);
    this.arrows.setAttribute("transform", `rotate(${(Math.atan2(last.y - first.y, last.x - first.x) * 180) / Math.PI})`);
  }

  /** What labels stay clear of. @returns {Box[]} */
  get taken() {
    const here = this.pixels[this.player.place];
    return here ? [boxAround([here.x, here.y], GRIP_RADIUS)] : [];
  }

  listen() {
    const { grip } = this;
    grip.addEventListener("pointerdown", (event) => {
      const here = this.pixels[this.player.place];
      grip.setPointerCapture(event.pointerId);
      this.held = { x: here.x - event.clientX, y: here.y - event.clientY };
    });
    grip.addEventListener("pointermove", (event) => {
      if (this.held) this.player.dragTo(nearest(this.pixels, { x: event.clientX + this.held.x, y: event.clientY + this.held.y }));
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      grip.addEventListener(end, () => {
        this.held = null;
      });
    }
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
