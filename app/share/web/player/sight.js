// A step to draw, with what its drawing depends on besides: `app/view/drawing/marks/sight.py` in JavaScript.

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./steps.js").StepRecord} StepRecord
 *
 * @typedef {object} Visible  What the views show, as `Visibility` in Python has it.
 * @property {boolean} steps
 * @property {boolean} supports
 * @property {boolean} planes
 * @property {boolean} regions
 * @property {boolean} path
 * @property {boolean} witnesses
 * @property {boolean} closer  in 2D
 * @property {boolean} difference
 * @property {boolean} beliefs
 * @property {boolean} separating_plane
 *
 * @typedef {object} Sight
 * @property {StepRecord[]} steps  of the run
 * @property {number} number  of the step
 * @property {[string, string]} names  of the bodies
 * @property {Vec3} origin  A's position, to which all points of the step are relative
 * @property {Visible} visible
 * @property {boolean} planar  whether the scene is 2D
 * @property {Vec3} center  of the view of A − B
 * @property {[import("./bodies.js").PlacedBody, import("./bodies.js").PlacedBody]} bodies
 * @property {Vec3} middle  of what the world view shows
 * @property {import("./stepwords.js").StepWords} words
 * @property {boolean} [isPointed]  whether it is an axis that is pointed at, without the result of the run
 * @property {{positions: Float32Array, shift: Vec3} | null} surface  of A − B, as triangles, and where it is; null if it is flat or not shown
 */

export const RUNNING = 0; // number of `Exit` in `engine/result.py`; a test compares it, and the next one
export const ORIGIN_ENCLOSED = 3;

/** Whether the step ends the run, so that its result is drawn too. @param {Sight} sight */
export function isLastStep({ steps, number, isPointed }) {
  return steps[number].exit !== RUNNING && !isPointed;
}
