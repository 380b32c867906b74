// The numbers of a body to type: its kind, sizes, position and angles.  A number that cannot be used is explained below
// its field, and changes nothing.

import { fill, html } from "../player/dom.js";
import { KINDS, presetShape } from "./kinds.js";
import { anglesOfQuaternion, quaternionInPlane, quaternionOfAngles } from "./rotations.js";
import { lengthOf, numberOf, SceneFault, valueOf } from "./scenes.js";

/** @typedef {import("./kinds.js").Field} Field */
/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */
/** @typedef {(body: PlacedBody) => void} Change */

const DIGITS = 6; // significant, of numbers in fields; what was typed is kept in full
const LONGEST_NUMBER = 40; // characters
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const COORDINATES = ["x", "y", "z"];
/** @type {Record<number, string>} */
const COUNTS = { 2: "two", 3: "three" };
const DEGREES = 180 / Math.PI;
const MOST_DEGREES = 360_000;
let fieldCount = 0; // so that each message has an id of its own

/** A number in a field. @param {number} value */
function fieldText(value) {
  return String(Number(value.toPrecision(DIGITS)));
}

/** The number that a person typed.  Throws a `SceneFault`. @param {string} text @param {string} place @returns {number} */
export function typedNumber(text, place) {
  const bare = text.trim().replace("−", "-");
  if (bare === "") throw new SceneFault(place, "type a number");
  if (/^[+-]?\d*,\d+$/.test(bare)) throw new SceneFault(place, `write the decimal with a point: ${bare.replace(",", ".")}`);
  if (bare.length > LONGEST_NUMBER || !NUMBER.test(bare)) throw new SceneFault(place, "must be a number, such as 0.5 or -2e-3");
  return numberOf(Number(bare), place);
}

/** The points that a person typed, one on each line. @param {Field} field @param {string} text @returns {number[][]} */
export function typedPoints(field, text) {
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), place: `${field.title}, line ${i + 1}` })).filter(({ line }) => line !== "");
  const points = lines.map(({ line, place }) => {
    const parts = line.split(/[\s;]+/);
    if (parts.length !== field.size) throw new SceneFault(place, `must be ${COUNTS[field.size]} numbers with spaces between them, got ${parts.length}`);
    return parts.map((part) => typedNumber(part, place));
  });
  return /** @type {number[][]} */ (valueOf(field, points, field.title));
}

/** The form of one body. */
export class BodyForm {
  /** @param {number} index  0 for A, 1 for B @param {Change} change */
  constructor(index, change) {
    this.change = change;
    this.title = html("legend", { class: index === 0 ? "body-a" : "body-b" });
    this.kind = html("select", { change: () => this.choose(this.kind.value) });
    this.sizes = html("div", { class: "fields" });
    this.pose = html("div", { class: "fields" });
    this.element = html("fieldset", {}, this.title, html("label", { class: "kind" }, html("span", {}, "Shape"), this.kind), this.sizes, this.pose);
    /** @type {PlacedBody | null} */
    this.body = null;
    /** @type {(() => void)[]} */
    this.writers = []; // that put the body's numbers into their fields
    this.shownKind = "";
    this.dimension = 0; // of the kinds that are offered
    /** @type {{angles: number[], orientation: number[]} | null} */
    this.typed = null;
  }

  /** Puts a body into the fields. @param {PlacedBody} body @param {boolean} anew  whether it replaces what is being typed, too */
  show(body, anew) {
    this.body = body;
    if (anew || kindOf(body) !== this.shownKind) this.build(body);
    else for (const write of this.writers) write();
  }

  /** @param {PlacedBody} body */
  build(body) {
    this.shownKind = kindOf(body);
    this.writers = [];
    this.offerKinds(body.dimension);
    this.title.textContent = body.name;
    this.kind.value = body.type;
    fill(this.sizes, ...KINDS[body.dimension][body.type].fields.map((field) => this.fieldOf(field)));
    const now = () => /** @type {PlacedBody} */ (this.body);
    const turn = (/** @type {number[]} */ angles) => {
      this.typed = { angles, orientation: quaternionOfAngles(angles) };
      this.change({ ...now(), orientation: this.typed.orientation });
    };
    if (body.dimension === 2) {
      this.buildPlanePose(now);
      return;
    }
    fill(this.pose,
      this.numbers("Position", "m", COORDINATES, () => now().position, numberOf, (position) => this.change({ ...now(), position: /** @type {any} */ (position) })),
      this.numbers("Rotation about x, then y, then z", "°", COORDINATES, () => this.anglesOf(now()), degreesOf, turn));
  }

  /** The pose of a 2D body. @param {() => PlacedBody} now */
  buildPlanePose(now) {
    const move = (/** @type {number[]} */ [x, y]) => this.change({ ...now(), position: [x, y, 0] });
    const turn = (/** @type {number[]} */ [degrees]) => {
      const angle = degrees / DEGREES;
      this.change({ ...now(), angle, orientation: quaternionInPlane(angle) });
    };
    fill(this.pose,
      this.numbers("Position", "m", COORDINATES.slice(0, 2), () => now().position.slice(0, 2), numberOf, move),
      this.numbers("Rotation", "°", [""], () => [(now().angle ?? 0) * DEGREES], degreesOf, turn));
  }

  /** @param {import("./kinds.js").Dimension} dimension */
  offerKinds(dimension) {
    if (this.dimension === dimension) return;
    this.dimension = dimension;
    fill(this.kind, ...Object.entries(KINDS[dimension]).map(([type, { title }]) => html("option", { value: type }, title)));
  }

  /** As they were typed, until the body is turned otherwise: other angles may stand for the same rotation. @param {PlacedBody} body @returns {number[]} */
  anglesOf(body) {
    return this.typed?.orientation === body.orientation ? this.typed.angles : anglesOfQuaternion(body.orientation);
  }

  /** @param {string} type */
  choose(type) {
    if (this.body) this.change({ ...this.body, type, shape: presetShape(this.body.dimension, type) });
  }

  /** @param {Field} field */
  fieldOf(field) {
    const now = () => /** @type {PlacedBody} */ (this.body);
    const get = () => now().shape[field.key];
    const set = (/** @type {any} */ value) => this.change({ ...now(), shape: { ...now().shape, [field.key]: value } });
    const length = (/** @type {number} */ value, /** @type {string} */ place) => lengthOf(value, place, field.type === "rounding");
    switch (field.type) {
      case "axis": return this.axis(field, get, set);
      case "points": return this.points(field, get, set);
      case "vector": return this.numbers(field.title, "m", COORDINATES.slice(0, field.size), get, numberOf, set);
      case "sizes": return this.numbers(field.title, "m", COORDINATES.slice(0, field.size), get, length, set);
      default: return this.numbers(field.title, "m", [""], () => [get()], length, ([value]) => set(value));
    }
  }

  /**
   * Fields of numbers that belong together.
   * @param {string} title
   * @param {string} unit
   * @param {string[]} names
   * @param {() => ArrayLike<number>} get
   * @param {(value: number, place: string) => number} checked  throws a `SceneFault`
   * @param {(values: number[]) => void} set
   */
  numbers(title, unit, names, get, checked, set) {
    const message = messageBox();
    /** @type {HTMLInputElement[]} */
    const inputs = names.map((name, i) => {
      const place = name ? `${title} ${name}` : title;
      return html("input", {
        type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": `${place}, ${unit === "°" ? "degrees" : "metres"}`, "aria-describedby": message.id,
        input: (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.target);
          const read = () => set(Array.from(get(), (value, k) => (k === i ? checked(typedNumber(input.value, place), place) : value)));
          said(input, message, read);
        },
        blur: () => write(),
      });
    });
    const write = () => inputs.forEach((input, i) => {
      if (input !== document.activeElement && !input.hasAttribute("aria-invalid")) input.value = fieldText(get()[i]);
    });
    this.writers.push(write);
    write();
    const cells = inputs.map((input, i) => html("span", { class: "cell" }, names[i] && html("span", { "aria-hidden": "true" }, names[i]), input));
    return html("div", { class: "group", role: "group", "aria-label": title }, html("span", { class: "title", "aria-hidden": "true" }, `${title}, ${unit}`), html("div", { class: "cells" }, ...cells), message);
  }

  /** @param {Field} field @param {() => string} get @param {(value: string) => void} set */
  axis(field, get, set) {
    const select = html("select", { change: () => set(select.value) }, ...COORDINATES.slice(0, field.size).map((axis) => html("option", {}, axis)));
    const write = () => (select.value = get());
    this.writers.push(write);
    write();
    return html("label", { class: "group" }, html("span", { class: "title" }, field.title), select);
  }

  /** @param {Field} field @param {() => number[][]} get @param {(value: number[][]) => void} set */
  points(field, get, set) {
    const message = messageBox();
    const area = html("textarea", {
      rows: 6, spellcheck: "false", "aria-describedby": message.id,
      input: () => said(area, message, () => set(typedPoints(field, area.value))),
      blur: () => write(),
    });
    const write = () => {
      if (area !== document.activeElement && !area.hasAttribute("aria-invalid")) area.value = get().map((point) => point.map(fieldText).join(" ")).join("\n");
    };
    this.writers.push(write);
    write();
    return html("div", { class: "group" }, html("label", {}, html("span", { class: "title" }, `${field.title}, m: ${COORDINATES.slice(0, field.size).join(" ")} on each line`), area), message);
  }
}

/** @param {PlacedBody} body */
function kindOf({ dimension, type }) {
  return `${dimension} ${type}`;
}

/** @param {number} value @param {string} place */
function degreesOf(value, place) {
  if (Math.abs(value) > MOST_DEGREES) throw new SceneFault(place, `must lie between −${MOST_DEGREES} and ${MOST_DEGREES} degrees`);
  return value;
}

function messageBox() {
  return html("p", { class: "message", id: `playground-message-${++fieldCount}`, role: "status" });
}

/** Does what a field asks for, or says below it why not. @param {HTMLElement} input @param {HTMLElement} message @param {() => void} act */
function said(input, message, act) {
  try {
    act();
    input.removeAttribute("aria-invalid");
    message.textContent = "";
  } catch (fault) {
    if (!(fault instanceof SceneFault)) throw fault;
    input.setAttribute("aria-invalid", "true");
    message.textContent = fault.message;
  }
}
