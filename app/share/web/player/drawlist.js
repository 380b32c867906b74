// The contents of a picture as plain data: app/view/drawing/drawlist.py in JavaScript.  It depends on neither a GPU nor a
// page.
//
// Positions are in metres, colours are sRGB with alpha, 0…1, widths and sizes are in pixels at 100 %.  Shapes are in
// their own frame, relative to a `center` near them; marks are relative to the list's `anchor`: so single precision
// suffices.  Arrays of shapes stay the same objects while the shape is unchanged: what they need on the GPU is kept by
// their identity.

/** When a batch is drawn, and whether surfaces can occlude it. */
export const SOLID = 0; // depth-tested and writes depth
export const TRANSLUCENT = 1; // depth-tested against SOLID, in any order
export const ON_TOP = 2; // never occluded by a surface

/** @typedef {[number, number, number]} Vec3 */
/** @typedef {[number, number, number, number]} Rgba */
/** @typedef {0 | 1 | 2} Layer */
/** @typedef {ArrayLike<number>} Pose Twelve numbers: the rows of a 3×4 matrix, rotation and position, local → world. */

/**
 * A triangle mesh in one frame.
 * @typedef {Object} Surface
 * @property {Vec3} center  what positions and edges are relative to, in the local frame
 * @property {Float32Array} positions  nine per triangle: its corners, counter-clockwise seen from outside
 * @property {Float32Array} normals  nine per triangle: the unit normal at each corner
 * @property {Float32Array} edges  six per edge: its ends
 * @property {boolean} soft  the surface is smooth across the edges
 */

/**
 * A surface in one colour.
 * @typedef {Object} Skin
 * @property {Surface} surface
 * @property {Pose} pose
 * @property {Rgba} color
 * @property {Layer} layer
 * @property {boolean} castsShadow  on the ground, if it is drawn
 * @property {boolean} shell  a closed surface: where translucent, its far side is denser than its near side
 */

/**
 * Lines in one style.
 * @typedef {Object} Edges
 * @property {Float32Array} ends  six per line, relative to `center`
 * @property {Vec3} center  in the local frame
 * @property {Pose} pose
 * @property {Rgba} color
 * @property {number} width  pixels
 * @property {number} dash  length of a dash, and of a gap, in pixels; 0 is a solid line
 * @property {Layer} layer
 */

/**
 * The f edges shared by two of a surface's t triangles.
 * @typedef {Object} Folds
 * @property {Float32Array} ends  six per fold, relative to `center`
 * @property {Vec3} center  in the local frame
 * @property {Uint32Array} facets  two per fold: its triangles
 * @property {Float32Array} normals  three per triangle: its outward normal; any length will do, but 1 keeps precision
 * @property {Float32Array} offsets  one per triangle: normal · (a point of it − center)
 */

/**
 * The silhouette of a surface, which depends on the eye, so it is computed when drawn.
 * @typedef {Object} Outline
 * @property {Folds} folds
 * @property {Pose} pose
 * @property {Rgba} color
 * @property {number} width  pixels
 * @property {Layer} layer
 */

/**
 * Rows of floats.  Triangles have 12 per corner: position, unit normal, colour, two zeros.  Others have 13:
 * lines: start, end, colour, width, length of a dash and of a gap (0: solid), 0;
 * arrows: tail, tip, colour, shaft width, two zeros;
 * points: position, three zeros, colour, diameter, style (0 disc, 1 ring, 2 crosshair, 3 broken crosshair), 0.
 * @typedef {Object} Batch
 * @property {Float32Array} rows  positions relative to the list's anchor
 * @property {Layer} layer
 */

/**
 * Sample points of a surface, from which the place of its name is found.
 * @typedef {Object} Extent
 * @property {Float32Array} places  three per point, relative to `center`
 * @property {Vec3} center  in the local frame
 * @property {Pose} pose
 */

/**
 * Text beside a point.
 * @typedef {Object} Label
 * @property {string} text
 * @property {Vec3} position  in the world
 * @property {Rgba} color
 * @property {number} priority  labels with a higher priority are placed first
 * @property {Vec3 | null} awayFrom  prefer the side facing away from this point, such as an arrow's other end
 * @property {Extent | null} extent  the body that the label names: it is placed beside it
 * @property {boolean} asked  of a question: shown whatever labels a page declares
 */

/**
 * Everything in one view.
 * @typedef {Object} DrawList
 * @property {Skin[]} skins
 * @property {Edges[]} edges
 * @property {Outline[]} outlines
 * @property {Batch[]} triangles
 * @property {Batch[]} lines
 * @property {Batch[]} arrows
 * @property {Batch[]} points
 * @property {Label[]} labels
 * @property {Vec3} anchor  a point near everything in the list
 * @property {Vec3 | null} focus  the point that shells in front of it must not hide
 */
