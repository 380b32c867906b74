// Reads and writes scenes of two bodies in the format of scene files, strictly: nothing unknown is accepted, and each
// fault says where it is and what would be right.  The text may come from anybody, by a link.

import { KINDS, presetShape } from "./kinds.js";
import { quaternionInPlane, quaternionOfRows } from "./rotations.js";

/** @typedef {import("../player/drawlist.js").Vec3} Vec3 */
/** @typedef {import("./kinds.js").Field} Field */
/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */
/** @typedef {import("./kinds.js").Dimension} Dimension */
/** @typedef {{name: string, bodies: PlacedBody[], notes: string[]}} ReadScene  with what was left out */

export const LARGEST = 1e6; // metres, of positions and sizes: pictures have single precision
export const SMALLEST = 1e-6; // metres, of sizes
export const MOST_TEXT = 65_536; // characters of a scene
const DEEPEST = 12; // brackets within brackets; a scene of two bodies needs five
const LONGEST_NAME = 60; // characters
const MOST_BODIES = 64; // of which two are shown
const RIGID = 1e-5; // by which R·Rᵀ may differ from the identity, as in `engine/pose.py`
const SHOWN_KEYS = ["gjkscope", "name", "shapes", "pairs"];
/** Keys of scene files that the playground does not use. */
const LEFT_OUT = ["dimension", "about", "source", "expected", "reported", "unread", "opens", "gravity", "response"];
const BODY_KEYS = { 2: ["name", "type", "position", "angle"], 3: ["name", "type", "position", "orientation", "transform"] };
/** @type {Record<number, string[]>} */
const AXES = { 2: ["x", "y"], 3: ["x", "y", "z"] };
const OPEN_THERE = "save the scene as a file and open it in the application: gjkscope open FILE";
/** What is said of kinds that only the application has. @type {Record<string, string>} */
const IN_APPLICATION = {
  mesh: `this page has convex shapes only; ${OPEN_THERE}`,
  heightfield: `this page has convex shapes only; ${OPEN_THERE}`,
  compound: `this page has convex shapes only; ${OPEN_THERE}`,
  chain: `this page has convex shapes only; ${OPEN_THERE}`,
  superellipsoid: `it needs powers, whose bits browsers do not promise; ${OPEN_THERE}`,
};
const LEFT_OUT_OF_BODIES = ["mass", "color", "velocity", "angular_velocity", "friction", "restitution"];

/** What is wrong with a scene, in a sentence for its author. */
export class SceneFault extends Error {
  /** @param {string} place  in the scene @param {string} words */
  constructor(place, words) {
    super((place ? `${place}: ${words}` : words).replace(/[\s\p{Cc}]+/gu, " ")); // one line, whatever is quoted
  }
}

/** The scene in a text.  Throws a `SceneFault`. @param {string} text @returns {ReadScene} */
export function readScene(text) {
  if (text.length > MOST_TEXT) throw new SceneFault("", `The scene has ${text.length} characters; the playground takes at most ${MOST_TEXT}.`);
  if (nestingOf(text) > DEEPEST) throw new SceneFault("", `Brackets are nested more than ${DEEPEST} deep, which no scene needs.`);
  let value;
  try {
    value = JSON.parse(text);
  } catch (fault) {
    throw new SceneFault("", `This is not JSON: ${fault instanceof Error ? fault.message : fault}`);
  }
  return sceneOf(value);
}

/** The greatest number of brackets that are open at once, outside strings. @param {string} text */
function nestingOf(text) {
  let [depth, deepest, inString] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (inString && letter === "\\") i++;
    else if (letter === '"') inString = !inString;
    else if (inString) continue;
    else if (letter === "[" || letter === "{") deepest = Math.max(deepest, ++depth);
    else if (letter === "]" || letter === "}") depth--;
  }
  return deepest;
}

/** @param {unknown} value @returns {ReadScene} */
function sceneOf(value) {
  const scene = recordOf(value, "");
  if (scene.gjkscope !== 1) throw new SceneFault("gjkscope", `must be 1, the version of the format, got ${shownValue(scene.gjkscope)}`);
  const dimension = scene.dimension ?? 3;
  if (dimension !== 2 && dimension !== 3) throw new SceneFault("dimension", `must be 2 or 3, got ${shownValue(scene.dimension)}`);
  checkKeys(scene, [...SHOWN_KEYS, ...LEFT_OUT], "");
  const shapes = listOf(scene.shapes, "shapes");
  if (shapes.length < 2) throw new SceneFault("shapes", `must be at least 2 shapes, got ${shapes.length}`);
  if (shapes.length > MOST_BODIES) throw new SceneFault("shapes", `must be at most ${MOST_BODIES} shapes here, got ${shapes.length}`);
  const names = shapes.map((shape, i) => nameOf(recordOf(shape, `shapes[${i}]`).name, `shapes[${i}].name`));
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= 0) throw new SceneFault(`shapes[${twice}].name`, `must be unique, got ${shownValue(names[twice])} again`);
  const pair = pairOf(scene, names);
  /** @type {Set<string>} */
  const left = new Set(LEFT_OUT.filter((key) => key !== "dimension" && key in scene));
  const bodies = pair.map((i) => bodyOf(recordOf(shapes[i], `shapes[${i}]`), dimension, `shapes[${i}]`, left));
  const notes = shapes.length > 2 ? [`Only the pair ${names[pair[0]]} and ${names[pair[1]]} is shown, of ${shapes.length} shapes.`] : [];
  if (left.size > 0) notes.push(`Not used here: ${[...left].join(", ")}.`);
  return { name: nameOf(scene.name, "name"), bodies, notes };
}

/** The numbers of the two shapes to show: the first pair, or the first two. @param {Record<string, unknown>} scene @param {string[]} names */
function pairOf(scene, names) {
  if (scene.pairs === undefined || scene.pairs === null) return [0, 1];
  const pairs = listOf(scene.pairs, "pairs");
  if (pairs.length === 0) return [0, 1];
  const pair = listOf(pairs[0], "pairs[0]");
  const numbers = pair.map((name) => names.indexOf(String(name)));
  if (numbers.length !== 2 || numbers.includes(-1) || numbers[0] === numbers[1]) {
    throw new SceneFault("pairs[0]", "must be the names of two of the shapes");
  }
  return numbers;
}

/** @param {Record<string, unknown>} given @param {Dimension} dimension @param {string} place @param {Set<string>} left  collects keys that are not used @returns {PlacedBody} */
function bodyOf(given, dimension, place, left) {
  const type = given.type;
  const kinds = KINDS[dimension];
  if (typeof type !== "string" || !Object.hasOwn(kinds, type)) {
    const more = typeof type === "string" && Object.hasOwn(IN_APPLICATION, type) ? IN_APPLICATION[type] : "the application has more kinds";
    throw new SceneFault(`${place}.type`, `must be one of ${Object.keys(kinds).join(", ")} here, got ${shownValue(type)}; ${more}`);
  }
  const { fields } = kinds[type];
  checkKeys(given, [...BODY_KEYS[dimension], ...LEFT_OUT_OF_BODIES, ...fields.map(({ key }) => key)], place);
  for (const key of LEFT_OUT_OF_BODIES) if (key in given) left.add(key);
  const shape = presetShape(dimension, type);
  for (const field of fields) {
    if (field.key in given) shape[field.key] = valueOf(field, given[field.key], `${place}.${field.key}`);
    else if (field.type === "axis" || field.type === "rounding") continue;
    else throw new SceneFault(`${place}.${field.key}`, `missing: a ${type} needs it`);
  }
  const pose = dimension === 2 ? planePoseOf(given, place) : poseOf(given, place);
  return { name: nameOf(given.name, `${place}.name`), dimension, type, shape, ...pose };
}

/** @param {Record<string, unknown>} given @param {string} place @returns {Pick<PlacedBody, "position" | "angle" | "orientation">} */
function planePoseOf(given, place) {
  const [x, y] = given.position === undefined ? [0, 0] : numbersOf(given.position, 2, `${place}.position`);
  const angle = given.angle === undefined ? 0 : numberOf(given.angle, `${place}.angle`);
  return { position: [x, y, 0], angle, orientation: quaternionInPlane(angle) };
}

/** @param {Record<string, unknown>} given @param {string} place @returns {{position: Vec3, orientation: number[]}} */
function poseOf(given, place) {
  if (given.transform === undefined) {
    const position = given.position === undefined ? /** @type {Vec3} */ ([0, 0, 0]) : vectorOf(given.position, `${place}.position`);
    if (given.orientation === undefined) return { position, orientation: [0, 0, 0, 1] };
    const orientation = numbersOf(given.orientation, 4, `${place}.orientation`);
    const length = Math.hypot(...orientation);
    if (!(length > SMALLEST)) throw new SceneFault(`${place}.orientation`, "must not be zero");
    return { position, orientation };
  }
  if (given.position !== undefined || given.orientation !== undefined) throw new SceneFault(`${place}.transform`, "cannot be combined with position or orientation");
  const rows = listOf(given.transform, `${place}.transform`).map((row, i) => numbersOf(row, 4, `${place}.transform[${i}]`));
  if (rows.length !== 4 || rows[3].join(" ") !== "0 0 0 1") throw new SceneFault(`${place}.transform`, "must be 4 rows of 4 numbers, the last one 0 0 0 1");
  if (!isRotation(rows)) throw new SceneFault(`${place}.transform`, "must be rigid: a rotation and a position");
  return { position: [rows[0][3], rows[1][3], rows[2][3]], orientation: quaternionOfRows(rows) };
}

/** @param {number[][]} rows */
function isRotation([p, q, r]) {
  const dots = [[p, p, 1], [q, q, 1], [r, r, 1], [p, q, 0], [q, r, 0], [r, p, 0]];
  const product = (/** @type {any} */ a, /** @type {any} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const volume = p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  return volume > 0 && dots.every(([a, b, wanted]) => Math.abs(product(a, b) - Number(wanted)) <= RIGID);
}

// --- values ---

/** @param {Field} field @param {unknown} value @param {string} place */
export function valueOf(field, value, place) {
  switch (field.type) {
    case "length": return lengthOf(value, place, false);
    case "rounding": return lengthOf(value, place, true);
    case "sizes": return numbersOf(value, field.size, place).map((size, i) => lengthOf(size, `${place}[${i}]`, false));
    case "vector": return numbersOf(value, field.size, place);
    case "axis":
      if (typeof value !== "string" || !AXES[field.size].includes(value)) {
        throw new SceneFault(place, `must be ${AXES[field.size].join(" or ")}, got ${shownValue(value)}`);
      }
      return value;
    case "points": return checkedPoints(field, value, place);
  }
}

/** @param {Field} field @param {unknown} value @param {string} place */
function checkedPoints({ size, least = 1, most = Infinity }, value, place) {
  const points = listOf(value, place);
  if (points.length < least || points.length > most) {
    throw new SceneFault(place, `must be ${least === most ? most : `${least} to ${most}`} points here, got ${points.length}`);
  }
  return points.map((point, i) => numbersOf(point, size, `${place}[${i}]`));
}

/** @param {unknown} value @param {string} place @param {boolean} zero  whether it may be 0 */
export function lengthOf(value, place, zero) {
  const length = numberOf(value, place);
  if (zero && length === 0) return 0;
  if (length < SMALLEST) throw new SceneFault(place, zero ? `must be 0, or at least ${SMALLEST} m, got ${length}` : `must be at least ${SMALLEST} m, got ${length}`);
  return length;
}

/** @param {unknown} value @param {string} place @returns {Vec3} */
function vectorOf(value, place) {
  const [x, y, z] = numbersOf(value, 3, place);
  return [x, y, z];
}

/** @param {unknown} value @param {number} count @param {string} place @returns {number[]} */
function numbersOf(value, count, place) {
  const numbers = listOf(value, place);
  if (numbers.length !== count) throw new SceneFault(place, `must be ${count} numbers, got ${numbers.length}`);
  return numbers.map((number, i) => numberOf(number, `${place}[${i}]`));
}

/** @param {unknown} value @param {string} place @returns {number} */
export function numberOf(value, place) {
  if (typeof value !== "number") throw new SceneFault(place, `must be a number, got ${shownValue(value)}`);
  if (!Number.isFinite(value)) throw new SceneFault(place, "must be a finite number");
  if (Math.abs(value) > LARGEST) throw new SceneFault(place, `must lie between −${LARGEST} and ${LARGEST} here, got ${value}`);
  return value;
}

/** @param {unknown} value @param {string} place @returns {string} */
function nameOf(value, place) {
  if (typeof value !== "string") throw new SceneFault(place, `must be a name, got ${shownValue(value)}`);
  if (value.trim() === "" || /\p{C}|(?! )\p{Z}/u.test(value)) throw new SceneFault(place, "must be a name of printable characters on one line");
  if (value.length > LONGEST_NAME) throw new SceneFault(place, `must have at most ${LONGEST_NAME} characters here, got ${value.length}`);
  return value;
}

/** @param {unknown} value @param {string} place @returns {Record<string, unknown>} */
function recordOf(value, place) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SceneFault(place, `${place ? "must" : "A scene must"} be an object in braces, got ${shownValue(value)}`);
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {string} place @returns {unknown[]} */
function listOf(value, place) {
  if (!Array.isArray(value)) throw new SceneFault(place, value === undefined ? "missing" : `must be a list in brackets, got ${shownValue(value)}`);
  return value;
}

/** @param {Record<string, unknown>} given @param {string[]} known @param {string} place */
function checkKeys(given, known, place) {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new SceneFault(place, `has a key that is not known here: ${shownValue(unknown)}`);
}

/** A value in a message, shortened. @param {unknown} value */
function shownValue(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// --- writing ---

/** The scene as the text of a scene file. @param {string} name @param {PlacedBody[]} bodies @param {number} [indent] */
export function sceneText(name, bodies, indent = 0) {
  const isPlanar = bodies[0].dimension === 2;
  const poseOfBody = (/** @type {PlacedBody} */ { position, orientation, angle }) => (isPlanar ? { position: position.slice(0, 2), angle } : { position, orientation });
  const shapes = bodies.map((body) => ({ name: body.name, type: body.type, ...body.shape, ...poseOfBody(body) }));
  return JSON.stringify({ gjkscope: 1, name, ...(isPlanar ? { dimension: 2 } : {}), shapes, pairs: [bodies.map((body) => body.name)] }, null, indent);
}
