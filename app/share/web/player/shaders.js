// What the renderer shares with the window's: shaders as GLSL ES 3.00 by file name, and the look of each theme.
// app/share/web/shaders.py fills both in when it makes a page.

/**
 * A vertical gradient, and what depends on it; see `Background` in app/view/renderer/renderer.py.
 * @typedef {Object} Look
 * @property {number[]} top
 * @property {number[]} bottom
 * @property {number[]} ink  of the ground grid
 * @property {number} shadow  how much the darkest shadow darkens the ground
 * @property {number[]} shell  how the two sides of a translucent shell differ
 */

/** @type {Record<string, string>} */
export const SHADERS = {};

/** @type {Record<string, Look>} By theme: "dark" or "light". */
export const LOOKS = {};

/** A stage with its includes, and with macros defined that choose its variant.
 * @param {string} file @param {string} switches separated by spaces */
export function stageSource(file, switches) {
  const defines = switches.split(" ").filter(Boolean).map((name) => `#define ${name}\n`);
  const text = SHADERS[file].replace(/#include "(.*)"\n/g, (_, name) => SHADERS[name]);
  return SHADERS.head + defines.join("") + text;
}
