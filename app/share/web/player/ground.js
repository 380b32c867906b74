// The ground of a view: a grid that adapts to the camera's distance, and a soft shadow of the bodies;
// app/view/renderer/ground.py in JavaScript.

import { groundAxis, unitView } from "./camera.js";
import { ON_TOP } from "./drawlist.js";
import { drawItem } from "./geometry.js";
import { difference, transformed } from "./vectors.js";

/** @typedef {import("./camera.js").OrbitCamera} OrbitCamera */
/** @typedef {import("./drawlist.js").DrawList} DrawList */
/** @typedef {import("./drawlist.js").Skin} Skin */
/** @typedef {import("./drawlist.js").Vec3} Vec3 */
/** @typedef {import("./geometry.js").Item} Item */
/** @typedef {import("./gpu.js").Gl} Gl */
/** @typedef {import("./programs.js").Programs} Programs */

const GRID_REACH = 14; // radius of the ground in camera distances
const GRID_CELLS = 6; // minimum number of fine cells per camera distance
const GRID_DECADE = 10;
const SHADOW_SIDE = 64; // pixels
const SHADOW_ROOM = 2; // size of the shadow patch relative to the casters
const HIGHEST = 1e4; // half sides above the ground; from there a shadow is negligible

// The directions of the ground's two axes and its normal in the world, as columns of a matrix: with y and with z up.
const UPRIGHT_Y = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const UPRIGHT_Z = [1, 0, 0, 0, 0, 1, 0, -1, 0];
const Y_AXIS_COLOR = [0.36, 0.62, 0.28];
const Z_AXIS_COLOR = [0.3, 0.48, 0.8];

/** The side of the fine cells (a power of ten, metres) and the opacity of their lines (0…1).
 * @param {number} distance of the camera @returns {[number, number]} */
export function gridCell(distance) {
  const exponent = Math.log10((distance / GRID_CELLS) * GRID_DECADE);
  return [GRID_DECADE ** Math.floor(exponent - 1), 1 - (exponent - Math.floor(exponent))];
}

/** A point moved vertically to the ground. @param {Vec3} point @param {number} height @param {number} axis @returns {Vec3} */
function atHeight(point, height, axis) {
  return axis === 2 ? [point[0], point[1], height] : [point[0], height, point[2]];
}

/** Draws the grid, relative to its own centre instead of an anchor, so that no body affects its rounding.
 * @param {Gl} gl @param {Programs} programs @param {OrbitCamera} camera @param {number} height
 * @param {number[]} ink @param {number} scale @param {Vec3} [shift]  of everything else, which the camera follows */
export function drawGrid(gl, programs, camera, height, ink, scale, shift = [0, 0, 0]) {
  const axis = groundAxis(camera), upright = axis === 2;
  const { target, distance } = camera;
  const x = target[0] + shift[0], z = upright ? -target[1] - shift[1] : target[2] + shift[2];
  const [cell, fineness] = gridCell(distance);
  const period = cell * GRID_DECADE ** 2;
  const phase = (/** @type {number} */ at) => (((at % period) + period) % period) / cell;
  programs.of("grid.vert", "grid.frag").use({
    from_center: unitView(camera, atHeight(target, height, axis)),
    upright: upright ? UPRIGHT_Z : UPRIGHT_Y,
    second_axis: upright ? Y_AXIS_COLOR : Z_AXIS_COLOR,
    reach: distance * GRID_REACH,
    ink,
    cell,
    fineness,
    phase: [phase(x), phase(z)],
    origin: [-x, -z],
    line_width: scale,
  });
  programs.drawCorners(4);
}

/**
 * The square of ground that receives the shadow.
 * @typedef {Object} Patch
 * @property {Vec3} center  in the world
 * @property {number} half  half its side, metres
 * @property {number[]} upright
 */

/** The shadow on the ground of one view.  It does not depend on the camera. */
export class Shadow {
  /** @param {Gl} gl */
  constructor(gl) {
    this.gl = gl;
    this.textures = [0, 1].map(() => gl.createTexture());
    this.targets = this.textures.map((texture) => halfFloatTarget(gl, texture));
    this.cast = /** @type {{list: DrawList, height: number} | null} */ (null);
    this.patch = /** @type {Patch | null} */ (null);
  }

  /** Renders the shadow of a list, unless it was the last.
   * @param {Programs} programs @param {DrawList} list @param {Item[]} items @param {number} height @param {boolean} zUp */
  update(programs, list, items, height, zUp) {
    if (this.cast?.list === list && this.cast.height === height) return;
    this.cast = { list, height };
    const casters = list.skins.filter((skin) => skin.castsShadow && skin.surface.positions.length > 0);
    this.patch = casters.length ? patchOf(casters, height, zUp) : null;
    if (!this.patch) return;
    const gl = this.gl;
    gl.viewport(0, 0, SHADOW_SIDE, SHADOW_SIDE);
    gl.disable(gl.SCISSOR_TEST);
    this.#drawFromAbove(programs, items.filter((item) => item.castsShadow && item.layer !== ON_TOP), list.anchor);
    gl.disable(gl.BLEND);
    this.#blur(programs, "ALONG_X", 0);
    this.#blur(programs, "ALONG_Z", 1);
    gl.enable(gl.SCISSOR_TEST);
  }

  /** Darkens the ground. @param {Programs} programs @param {Vec3} anchor @param {number} darkness 0…1 */
  draw(programs, anchor, darkness) {
    if (!this.patch) return;
    const { center, half, upright } = this.patch;
    programs.bind(0, this.textures[0]);
    const program = programs.of("shade.vert", "shade.frag");
    program.use({ center: difference(center, anchor), half_side: half, darkness, upright, shadow: 0 });
    programs.drawCorners(4);
  }

  release() {
    for (const target of this.targets) this.gl.deleteFramebuffer(target);
    for (const texture of this.textures) this.gl.deleteTexture(texture);
  }

  /** @param {Programs} programs @param {Item[]} items @param {Vec3} anchor */
  #drawFromAbove(programs, items, anchor) {
    const gl = this.gl, patch = /** @type {Patch} */ (this.patch);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets[0]);
    gl.clearBufferfv(gl.COLOR, 0, [0, 0, -HIGHEST, 0]);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendEquation(gl.MAX);
    const uniforms = { center: difference(patch.center, anchor), half_side: patch.half, upright: patch.upright };
    const program = programs.of("cast.vert", "cast.frag").use(uniforms);
    for (const item of items) drawItem(gl, program, item);
    gl.blendEquation(gl.FUNC_ADD);
  }

  /** @param {Programs} programs @param {string} way @param {number} from */
  #blur(programs, way, from) {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.targets[1 - from]);
    programs.bind(0, this.textures[from]);
    programs.of("fullscreen.vert", "blur.frag", way).use({ source: 0 });
    programs.drawCorners(3);
  }
}

/** @param {Gl} gl @param {WebGLTexture | null} texture */
function halfFloatTarget(gl, texture) {
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, SHADOW_SIDE, SHADOW_SIDE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  const target = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, target);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return target;
}

/** The ground below and around the shadow casters; null if they have no size.
 * @param {Skin[]} casters @param {number} height @param {boolean} zUp @returns {Patch | null} */
function patchOf(casters, height, zUp) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const { surface, pose } of casters) {
    for (let i = 0; i < surface.positions.length; i += 3) {
      const local = surface.center.map((value, k) => value + surface.positions[i + k]);
      transformed(pose, local).forEach((value, k) => {
        low[k] = Math.min(low[k], value);
        high[k] = Math.max(high[k], value);
      });
    }
  }
  const half = (Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2) * SHADOW_ROOM;
  /** @type {Vec3} */
  const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  if (!(half > 0)) return null;
  return { center: atHeight(middle, height, zUp ? 2 : 1), half, upright: zUp ? UPRIGHT_Z : UPRIGHT_Y };
}
