// What pages draw and say of 2D scenes: `plane.js` fills this, in pages that may show one; pages of 3D scenes are without
// it, and smaller.

/**
 * @typedef {import("./drawlist.js").Vec3} Vec3
 *
 * @typedef {object} InPlane
 * @property {Record<string, import("./livesteps.js").StepDrawer>} drawers  of steps, by the names of algorithms
 * @property {(blocks: Float64Array) => Vec3[]} coreLoop  the outline of a core's vertices
 * @property {(a: Vec3[], b: Vec3[]) => Vec3[]} differenceLoop  that of A − B, given those of A and of B
 * @property {(marks: import("./marks.js").Marks, loop: Vec3[], radius: number) => void} drawDifference
 */

/** @type {{known: InPlane | null}} */
const planeParts = { known: null };

/** @param {InPlane} known */
export function fillInPlane(known) {
  planeParts.known = known;
}

export function inPlane() {
  if (!planeParts.known) throw new Error("This page has no drawings of 2D scenes.");
  return planeParts.known;
}
