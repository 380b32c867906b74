// Choices in the picture: the marks of a question's answers, which the pointer chooses; target_at in
// app/view/drawing/predictions.py in JavaScript.

import { fitted, lens } from "./camera.js";
import { distanceToSegment } from "./planar.js";

/**
 * @typedef {import("./planar.js").Pixel} Pixel
 * @typedef {import("./views.js").Placed} Placed
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 *
 * @typedef {object} PictureChoices
 * @property {string} view  in which they are
 * @property {Vec3[][]} marks  the corners of each; none for an answer in words
 * @property {boolean} atTips  whether a mark's handle is its last corner, not its middle
 * @property {(number: number | null) => void} point  the pointer has come to one, or left all
 * @property {(number: number) => void} choose
 */

const REACHED = 13; // pixels within which a mark can be chosen
const REACHED_BY_FINGER = 24;

/**
 * The number of the choice at a point of a view; null if there is none.
 * @param {PictureChoices} choices
 * @param {Placed} placed
 * @param {OrbitCamera} camera
 * @param {Pixel} point  on the canvas
 * @param {boolean} byFinger
 */
export function choiceAt(choices, { rect }, camera, point, byFinger) {
  const seen = lens(fitted(camera, rect.width / rect.height), rect.width, rect.height);
  const drawn = choices.marks.map((corners) => corners.map((corner) => {
    const { x, y } = seen(corner);
    return { x: rect.x + x, y: rect.y + y };
  }));
  const reach = byFinger ? REACHED_BY_FINGER : REACHED;
  const near = (/** @type {number[]} */ lengths) => {
    const least = Math.min(...lengths);
    return least <= reach ? lengths.indexOf(least) : null;
  };
  // Handles first: an edge may pass close to that of a face.
  return near(drawn.map((pixels) => distanceToHandle(pixels, choices.atTips, point)))
    ?? near(drawn.map((pixels) => (pixels.length === 2 ? distanceToSegment(pixels[0], pixels[1], point) : Infinity)));
}

/** @param {Pixel[]} pixels @param {boolean} atTip @param {Pixel} point */
function distanceToHandle(pixels, atTip, point) {
  if (pixels.length === 0) return Infinity;
  const mean = (/** @type {"x" | "y"} */ part) => pixels.reduce((sum, pixel) => sum + pixel[part], 0) / pixels.length;
  const handle = atTip ? pixels[pixels.length - 1] : { x: mean("x"), y: mean("y") };
  return Math.hypot(handle.x - point.x, handle.y - point.y);
}
