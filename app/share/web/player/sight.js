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
 *
 * @typedef {object} Sight
 * @property {StepRecord[]} steps  of the run
 * @property {number} number  of the step
 * @property {[string, string]} names  of the bodies
 * @property {Vec3} origin  A's position, to which all points of the step are relative
 * @property {Visible} visible
 * @property {boolean} planar  whether the scene is 2D
 * @property {Vec3} center  of the view of A − B
 */

export const RUNNING = 0; // number of `Exit` in `engine/result.py`; a test compares it, and the next one
export const ORIGIN_ENCLOSED = 3;

/** Whether the step ends the run, so that its result is drawn too. @param {Sight} sight */
export function isLastStep({ steps, number }) {
  return steps[number].exit !== RUNNING;
}
