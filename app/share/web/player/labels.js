// `LabelLayer`: the words over the views, as elements of the page: labels on plates beside their points, the view's
// title, and the axes in its corner.  Names come from a scene's author and are only ever set as text.

import { basis, lens } from "./camera.js";
import { boxAround, overlap, placeLabels, shifted } from "./placement.js";
import { along, transformed } from "./vectors.js";

/** @typedef {import("./camera.js").Lens} Lens */
/** @typedef {import("./camera.js").OrbitCamera} OrbitCamera */
/** @typedef {import("./drawlist.js").Extent} Extent */
/** @typedef {import("./drawlist.js").Label} Label */
/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {import("./placement.js").Box} Box */
/** @typedef {import("./placement.js").Pair} Pair */
/** @typedef {import("./painter.js").ViewRequest} ViewRequest */

/**
 * A view with words.
 * @typedef {ViewRequest & {title?: string, taken?: Box[]}} LabelledView  `taken` are boxes on the canvas in CSS pixels
 * that labels stay clear of
 */

/**
 * A label that is in the view.
 * @typedef {Object} Anchored
 * @property {Label} label
 * @property {Pair} anchor  pixels on the canvas
 * @property {Pair} toward
 */

const TEXT_SIZE = 15; // pixels at 100 %, as are all sizes here
const LEAST_TEXT = 12; // pixels
const SMALL_TEXT = 13;
const PLATE_PADDING = "1px 5px";
const PLATES = { dark: "rgb(18 20 26 / 72%)", light: "rgb(250 250 252 / 80%)" };
const LEADER_FROM = 20; // a label farther than this from its point gets a line to it
const VIEW_MARGIN = 4; // between labels and the border of the view
/** Sides of a body for its name, best first. @type {Pair[]} */
const NAME_SIDES = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const NAME_ROOM = 20; // side of the square reserved for a name, and its distance from the body
const HALVINGS = 12; // of an arrow, to find where it leaves the view
const AXIS_LENGTH = 26;
const LETTER_REACH = 1.35; // position of an axis' letter, in lengths of the axis
const AXES_CORNER = 3 * AXIS_LENGTH; // side of the square reserved for the axes
/** @type {[string, Vec3, Record<"dark" | "light", string>][]} */
const WORLD_AXES = [
  ["x", [1, 0, 0], { dark: "#ee6d6d", light: "#ab4040" }],
  ["y", [0, 1, 0], { dark: "#7acc5c", light: "#406f2f" }],
  ["z", [0, 0, 1], { dark: "#6699fa", light: "#4063a4" }],
];
const STEADY_FOR = 300; // milliseconds after which labels need not stay where they were, for they did not just move
const SVG = "http://www.w3.org/2000/svg";

export class LabelLayer {
  /** @param {HTMLElement} parent an element that covers the canvas exactly, and is positioned */
  constructor(parent) {
    this.element = document.createElement("div");
    this.element.style.cssText = "position:absolute;inset:0;overflow:hidden;pointer-events:none";
    this.lines = document.createElementNS(SVG, "svg");
    this.lines.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    this.element.append(this.lines);
    this.words = /** @type {Map<string, HTMLElement>} */ (new Map()); // by what they say and where
    this.sizes = /** @type {Map<string, Pair>} */ (new Map());
    this.corners = /** @type {Map<string, Pair>} */ (new Map()); // of labels, relative to their points
    this.drawn = -Infinity; // when they were placed
    parent.append(this.element);
  }

  /** Places the words of these views in place of the last ones. @param {LabelledView[]} requests */
  draw(requests) {
    this.lines.replaceChildren();
    const now = performance.now();
    if (now - this.drawn > STEADY_FOR) this.corners.clear();
    this.drawn = now;
    const kept = new Set(requests.flatMap((request, number) => this.#drawView(request, number)));
    for (const [key, element] of this.words) {
      if (kept.has(key)) continue;
      element.remove();
      this.words.delete(key);
      this.corners.delete(key);
    }
  }

  dispose() {
    this.element.remove();
  }

  /** Draws one view; returns the keys of its words. @param {LabelledView} view @param {number} number */
  #drawView(view, number) {
    const { rect, camera, scale, theme, title = "", taken = [] } = view;
    const inner = boundsOf(rect);
    const shown = anchoredLabels(view);
    const keys = shown.map(({ label }, i) => `${number} ${i} ${label.text}`);
    const wishes = shown.map(({ label, anchor, toward }, i) => ({
      anchor, size: this.#sizeOf(label.text, scale), priority: label.priority, toward,
      kept: this.corners.get(keys[i]) ?? null,
    }));
    const titleKey = `${number} title ${title}`;
    const heading = this.#title(title, titleKey, view);
    this.#axes(camera, rect, theme);
    const corner = { left: inner.right - AXES_CORNER, top: inner.bottom - AXES_CORNER, right: inner.right, bottom: inner.bottom };
    const places = placeLabels(wishes, inner, [...taken, heading, corner], scale);
    shown.forEach(({ label, anchor }, i) => this.#label(keys[i], label, places[i], anchor, view));
    return [...keys, titleKey];
  }

  /** @param {string} key @param {Label} label @param {Box | null} box @param {Pair} anchor @param {LabelledView} view */
  #label(key, label, box, anchor, { rect, scale, theme }) {
    const element = this.#word(key, "label", label.text);
    element.hidden = box === null;
    this.corners.delete(key);
    if (!box) return;
    this.corners.set(key, [box.left - anchor[0], box.top - anchor[1]]);
    const ink = cssColor(label.color);
    Object.assign(element.style, plateStyle(scale), { color: ink, background: PLATES[theme] });
    place(element, box.left, box.top);
    const x = Math.min(Math.max(anchor[0], box.left), box.right), y = Math.min(Math.max(anchor[1], box.top), box.bottom);
    if (Math.abs(x - anchor[0]) + Math.abs(y - anchor[1]) > LEADER_FROM * scale) this.#line(anchor, [x, y], ink, 1, 0.55);
  }

  /** The title in the view's corner; returns the box that it takes.
   * @param {string} title @param {string} key @param {LabelledView} view @returns {Box} */
  #title(title, key, { rect, theme }) {
    const element = this.#word(key, "title", title);
    element.style.cssText += `;font-size:${SMALL_TEXT}px;color:${theme === "dark" ? "#a2aab5" : "#4d5663"}`;
    place(element, rect.x + 14, rect.y + 10);
    const known = this.sizes.get(key) ?? [element.offsetWidth, element.offsetHeight];
    this.sizes.set(key, [known[0], known[1]]);
    return { left: rect.x, top: rect.y, right: rect.x + 14 + known[0], bottom: rect.y + 10 + known[1] };
  }

  /** The world's axes in the lower right corner, back to front.
   * @param {OrbitCamera} camera @param {LabelledView["rect"]} rect @param {"dark" | "light"} theme */
  #axes(camera, rect, theme) {
    const [right, up, back] = basis(camera);
    const middle = AXES_CORNER / 2;
    const x = rect.x + rect.width - middle, y = rect.y + rect.height - middle;
    const arms = WORLD_AXES.filter(([name]) => !camera.flat || name !== "z").map(([name, way, inks]) => {
      const k = way.indexOf(1);
      return { name, ink: inks[theme], across: right[k] * AXIS_LENGTH, down: -up[k] * AXIS_LENGTH, near: back[k] };
    });
    for (const { name, ink, across, down } of arms.sort((one, other) => one.near - other.near)) {
      this.#line([x, y], [x + across, y + down], ink, 2, 1);
      const style = `fill:${ink};font-size:${SMALL_TEXT}px;text-anchor:middle;dominant-baseline:central`;
      const letter = this.#shape("text", { x: x + across * LETTER_REACH, y: y + down * LETTER_REACH });
      letter.style.cssText = style;
      letter.textContent = name;
    }
  }

  /** The size of a label's plate; measured once per text and scale. @param {string} text @param {number} scale @returns {Pair} */
  #sizeOf(text, scale) {
    const key = `${scale} ${text}`;
    let size = this.sizes.get(key);
    if (!size) {
      const element = wordElement("label", text);
      Object.assign(element.style, plateStyle(scale), { visibility: "hidden" });
      this.element.append(element);
      size = [element.offsetWidth, element.offsetHeight];
      element.remove();
      this.sizes.set(key, size);
    }
    return size;
  }

  /** @param {string} key @param {string} kind @param {string} text */
  #word(key, kind, text) {
    let element = this.words.get(key);
    if (!element) {
      this.words.set(key, (element = wordElement(kind, text)));
      this.element.append(element);
    }
    return element;
  }

  /** @param {Pair} from @param {Pair} to @param {string} stroke @param {number} width @param {number} opacity */
  #line([x1, y1], [x2, y2], stroke, width, opacity) {
    this.#shape("line", { x1, y1, x2, y2, stroke, opacity, "stroke-width": width });
  }

  /** @param {string} name @param {Record<string, string | number>} attributes */
  #shape(name, attributes) {
    const shape = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
    for (const key in attributes) shape.setAttribute(key, String(attributes[key]));
    this.lines.append(shape);
    return shape;
  }
}

/** @param {string} kind @param {string} text */
function wordElement(kind, text) {
  const element = document.createElement("div");
  element.className = `gjkscope-${kind}`;
  element.append(...withSubscripts(text));
  element.style.cssText = "position:absolute;left:0;top:0;white-space:pre";
  return element;
}

/** The text with its mathematical subscripts, as in app/view/words/subscripts.py. @param {string} text @returns {Node[]} */
function withSubscripts(text) {
  const nodes = /** @type {Node[]} */ ([]);
  let end = 0;
  for (const match of text.matchAll(/(?<![\w.])(?:(w)(\d+)(?!\w)|(s)_([^()_]+)(?=\())/g)) {
    const sub = document.createElement("sub");
    sub.textContent = match[2] ?? match[4];
    sub.style.cssText = "font-size:0.72em;line-height:0;vertical-align:-0.2em";
    nodes.push(document.createTextNode(text.slice(end, match.index) + (match[1] ?? match[3])), sub);
    end = match.index + match[0].length;
  }
  return [...nodes, document.createTextNode(text.slice(end))];
}

/** @param {number} scale */
function plateStyle(scale) {
  return { fontSize: `${Math.max(TEXT_SIZE * scale, LEAST_TEXT)}px`, lineHeight: "1.2", padding: PLATE_PADDING, borderRadius: "3px" };
}

/** @param {HTMLElement} element @param {number} x @param {number} y */
function place(element, x, y) {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** @param {import("./drawlist.js").Rgba} color */
function cssColor([red, green, blue, alpha]) {
  return `rgb(${Math.round(red * 255)} ${Math.round(green * 255)} ${Math.round(blue * 255)} / ${alpha})`;
}

/** The part of a view that labels may take. @param {LabelledView["rect"]} rect @returns {Box} */
function boundsOf({ x, y, width, height }) {
  return { left: x + VIEW_MARGIN, top: y + VIEW_MARGIN, right: x + width - VIEW_MARGIN, bottom: y + height - VIEW_MARGIN };
}

/** The labels whose points are in the view, with their pixels on the canvas and preferred directions.
 * @param {LabelledView} view @returns {Anchored[]} */
function anchoredLabels({ drawList, camera, rect, scale }) {
  const seen = lens(camera, rect.width, rect.height);
  const bodies = drawList.labels.map(({ extent }) => extent && bodyPixels(extent, seen));
  return drawList.labels.flatMap((label, i) => {
    const others = bodies.filter((body, j) => body && j !== i);
    const found = bodies[i]
      ? besideBody(bodies[i], /** @type {BodyPixels[]} */ (others), scale)
      : atPoint(label, seen);
    if (!found.visible) return [];
    return [{ label, anchor: [rect.x + found.x, rect.y + found.y], toward: found.toward }];
  });
}

/** @typedef {{x: number, y: number, visible: boolean, toward: Pair}} Found */

/** Of an arrow whose head is outside, where it leaves the view. @param {Label} label @param {Lens} seen @returns {Found} */
function atPoint({ position, awayFrom }, seen) {
  const head = seen(position);
  if (!awayFrom) return { ...head, toward: [0, 0] };
  const tail = seen(awayFrom), x = head.x - tail.x, y = head.y - tail.y, length = Math.hypot(x, y);
  /** @type {Pair} */
  const toward = length > 0 ? [x / length, y / length] : [0, 0];
  return { ...(head.visible ? head : seen(lastInside(awayFrom, position, seen))), toward };
}

/** The last point in the view from a tail to a head; the tail if that is outside, too.
 * @param {Vec3} tail @param {Vec3} head @param {Lens} seen @returns {Vec3} */
function lastInside(tail, head, seen) {
  if (!seen(tail).visible) return tail;
  /** @type {Vec3} */
  const way = [head[0] - tail[0], head[1] - tail[1], head[2] - tail[2]];
  let inside = 0, outside = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2;
    if (seen(along(tail, way, middle)).visible) inside = middle;
    else outside = middle;
  }
  return along(tail, way, inside);
}

/** @typedef {{pixels: {x: number, y: number, visible: boolean}[], box: Box}} BodyPixels */

/** @param {Extent} extent @param {Lens} seen @returns {BodyPixels} */
function bodyPixels({ places, center, pose }, seen) {
  const pixels = Array.from({ length: places.length / 3 }, (_, i) => (
    seen(transformed(pose, center.map((value, k) => value + places[3 * i + k])))));
  const xs = pixels.map(({ x }) => x), ys = pixels.map(({ y }) => y);
  return { pixels, box: { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) } };
}

/** The outermost pixel of a body on the best side where its name does not cover other bodies.
 * @param {BodyPixels} body @param {BodyPixels[]} others @param {number} scale @returns {Found} */
function besideBody(body, others, scale) {
  const room = NAME_ROOM * scale;
  const ends = NAME_SIDES.map((toward) => ({ ...outermost(body, toward), toward }));
  const boxes = others.map(({ box }) => box);
  const free = ends.find(({ x, y, toward }) => (
    overlap(shifted(boxAround([x, y], room / 2), toward[0] * room, toward[1] * room), boxes) === 0));
  return free ?? ends[0];
}

/** @param {BodyPixels} body @param {Pair} way */
function outermost({ pixels }, way) {
  const reach = (/** @type {{x: number, y: number}} */ { x, y }) => x * way[0] + y * way[1];
  return pixels.reduce((best, pixel) => (reach(pixel) > reach(best) ? pixel : best));
}
