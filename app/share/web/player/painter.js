// Paints draw lists with WebGL2, in passes that each set all the state they need: those of app/view/renderer/renderer.py.
//
// 1. Ground: background, grid and shadow.  Seen from below, the grid comes after the solid surfaces instead.
// 2. Solid: surfaces, then strokes and points with soft edges (first colour, then depth).
// 3. Translucent: surfaces with order-independent transparency, then strokes and points; see shaders/emit.glsl.
// 4. On top: after the depth buffer is cleared.  Strokes and points get a halo.

import { eye, groundAxis, homogeneousEye, unitProjection, unitView } from "./camera.js";
import { ON_TOP, SOLID, TRANSLUCENT } from "./drawlist.js";
import { drawItem, drawItems, MARK_KINDS } from "./geometry.js";
import { RowCache } from "./gpu.js";
import { drawGrid, Shadow } from "./ground.js";
import { Programs } from "./programs.js";
import { LOOKS } from "./shaders.js";
import { Targets } from "./targets.js";
import { difference, dot } from "./vectors.js";

/** @typedef {import("./gpu.js").Gl} Gl */
/** @typedef {import("./geometry.js").Item} Item */
/** @typedef {import("./geometry.js").Kind} Kind */
/** @typedef {import("./camera.js").OrbitCamera} OrbitCamera */
/** @typedef {import("./drawlist.js").DrawList} DrawList */
/** @typedef {import("./drawlist.js").Layer} Layer */
/** @typedef {import("./targets.js").Translucent} Translucent */

/**
 * A picture to draw.
 * @typedef {Object} ViewRequest
 * @property {DrawList} drawList
 * @property {OrbitCamera} camera  already `fitted` to the aspect of `rect`
 * @property {{x: number, y: number, width: number, height: number}} rect  on the canvas, CSS pixels from the top left
 * @property {"dark" | "light"} theme
 * @property {number | null} gridHeight  of the ground along the camera's vertical axis; null draws no ground
 * @property {import("./drawlist.js").Vec3} [shift]  of everything but the grid, as drawn, since it was recorded
 * @property {number} scale  of lines and points: 1 at 100 %
 */

/**
 * A request in pixels of the framebuffers.
 * @typedef {Object} DrawnView
 * @property {ViewRequest} request
 * @property {number} number  of the request
 * @property {Item[]} items
 * @property {{left: number, bottom: number, width: number, height: number}} room
 * @property {Float32Array} frame  the uniform block
 * @property {number} scale
 * @property {Shadow | null} shadow
 */

const NO_LAYER = -6e4; // about the most negative half float: the identity of a maximum
// Polygon offsets: the ground slightly away, so that a floor at its height covers it; translucent surfaces nearer, by
// the depth's slope over a pixel and the rounding of a depth, so that one on a solid surface stays visible.
const IN_PLACE_OFFSET = [0, 0], FURTHER = [1, 1], NEARER = [-1, -16];
/** @type {Kind[][]} Groups of marks on top, each above the one before. */
const TOP_GROUPS = [["stroke", "arrow"], ["point"]];

/** What is on the GPU of one context. */
export class Painter {
  /** @param {Gl} gl */
  constructor(gl) {
    this.gl = gl;
    // Without targets of floats, translucent surfaces are sorted, and there is no shadow.
    this.floats = Boolean(gl.getExtension("EXT_color_buffer_float") ?? gl.getExtension("EXT_color_buffer_half_float"));
    this.wide = Boolean(gl.getExtension("EXT_color_buffer_float") && gl.getExtension("EXT_float_blend"));
    this.programs = new Programs(gl);
    this.cache = new RowCache();
    this.targets = new Targets(gl, gl.canvas.width, gl.canvas.height);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.enable(gl.SCISSOR_TEST);
  }

  /** Draws these views into a picture of that size in the lower left corner of the canvas.
   * @param {ViewRequest[]} requests @param {[number, number]} size pixels
   * @param {number} pixelRatio pixels of the screen per CSS pixel
   * @param {Shadow[]} shadows those of the views in the last picture; updated */
  draw(requests, size, pixelRatio, shadows) {
    this.#fitTargets(size);
    this.cache.sweep();
    const views = requests.map((request, number) => this.#view(request, number, size[1], pixelRatio));
    const shown = views.filter(({ room }) => room.width > 0 && room.height > 0);
    for (const view of shown) {
      this.programs.setFrame(view.number, view.frame);
      view.shadow = this.#castShadow(view, shadows);
    }
    this.#drawBelow(shown);
    this.#drawOnTop(shown);
    this.#show(shown);
  }

  /** @param {[number, number]} used size of the picture */
  #fitTargets(used) {
    const { width, height } = this.gl.canvas;
    if (this.targets.width !== width || this.targets.height !== height) {
      this.targets.release();
      this.targets = new Targets(this.gl, width, height);
    }
    this.targets.used = used;
  }

  /** @param {ViewRequest} request @param {number} number @param {number} whole height of the picture
   * @param {number} ratio @returns {DrawnView} */
  #view(request, number, whole, ratio) {
    const { rect, drawList, camera } = request;
    const left = Math.round(rect.x * ratio), top = Math.round(rect.y * ratio);
    const width = Math.round((rect.x + rect.width) * ratio) - left;
    const height = Math.round((rect.y + rect.height) * ratio) - top;
    const room = { left, bottom: whole - top - height, width, height };
    const scale = request.scale * ratio;
    const items = drawItems(this.gl, this.cache, drawList, homogeneousEye(camera));
    return { request, number, items, room, frame: frameNumbers(request, room, scale), scale, shadow: null };
  }

  /** @param {DrawnView} view @param {Shadow[]} shadows */
  #castShadow({ request, items, number }, shadows) {
    const { gridHeight, camera, drawList } = request;
    if (gridHeight === null || camera.flat || !this.floats) return null;
    shadows[number] ??= new Shadow(this.gl);
    shadows[number].update(this.programs, drawList, items, gridHeight, camera.zUp);
    return shadows[number];
  }

  /** Draws all but what is on top into the picture. @param {DrawnView[]} views */
  #drawBelow(views) {
    const { gl, targets } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.canvas);
    this.#clearDepth();
    this.#each(views, (view) => {
      this.#drawGround(view);
      this.#drawSolid(view);
    });
    const seen = views.filter((view) => hasItems(view, TRANSLUCENT));
    if (!seen.length) targets.resolve();
    else if (this.floats) this.#drawTranslucent(seen);
    else this.#drawSorted(seen);
  }

  /** Background, and the ground as seen from above, as then all bodies are in front of it.
   * @param {DrawnView} view */
  #drawGround({ request, scale, shadow }) {
    const { camera, gridHeight, theme, drawList, shift } = request;
    const look = LOOKS[theme];
    this.#state({});
    this.programs.of("fullscreen.vert", "background.frag").use({ top: look.top, bottom: look.bottom });
    this.programs.drawCorners(3);
    if (gridHeight === null || !isAbove(camera, gridHeight)) return;
    this.#state({ blend: true });
    drawGrid(this.gl, this.programs, camera, gridHeight, look.ink, scale, shift);
    shadow?.draw(this.programs, drawList.anchor, look.shadow);
  }

  /** @param {DrawnView} view */
  #drawSolid(view) {
    const { camera, gridHeight, theme, shift } = view.request;
    this.#state({ test: true, writeDepth: true });
    this.#items(view, SOLID, ["surface"], "COLOR");
    if (gridHeight !== null && !isAbove(camera, gridHeight)) {
      this.#state({ test: true, blend: true, offset: FURTHER });
      drawGrid(this.gl, this.programs, camera, gridHeight, LOOKS[theme].ink, view.scale, shift);
    }
    this.#state({ test: true, blend: true });
    this.#items(view, SOLID, MARK_KINDS, "COLOR");
    if (!hasItems(view, TRANSLUCENT)) return; // only these are tested against the marks' depth
    this.#state({ test: true, writeDepth: true, writeColor: false });
    this.#items(view, SOLID, MARK_KINDS, "DEPTH");
  }

  /** @param {DrawnView[]} views */
  #drawTranslucent(views) {
    const { gl, targets } = this;
    const translucent = targets.forTranslucent(this.wide);
    targets.copyDepths(translucent);
    this.#gather(views, translucent);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.canvas);
    this.programs.bind(0, translucent.layersTexture);
    this.#each(views, (view) => {
      this.#state({ test: true, blend: true, offset: NEARER });
      gl.blendFunc(gl.ZERO, gl.ONE_MINUS_SRC_ALPHA);
      this.#items(view, TRANSLUCENT, ["surface"], "DIM");
      this.#state({ test: true, blend: true });
      this.#items(view, TRANSLUCENT, MARK_KINDS, "VEILED");
    });
    targets.resolve();
    this.#addLight(views, translucent);
  }

  /** Finds the depth range and absorbance of the layers at each pixel, then sums their light.
   * @param {DrawnView[]} views @param {Translucent} translucent */
  #gather(views, { layers, light, layersTexture }) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, layers);
    this.#clearColor(NO_LAYER, NO_LAYER, 0, 0);
    this.#each(views, (view) => {
      this.#state({ test: true, blend: true, offset: NEARER });
      gl.blendFunc(gl.ONE, gl.ONE);
      gl.blendEquationSeparate(gl.MAX, gl.FUNC_ADD);
      this.#items(view, TRANSLUCENT, ["surface"], "LAYERS SINGLE");
      gl.blendEquation(gl.FUNC_ADD);
    });
    gl.bindFramebuffer(gl.FRAMEBUFFER, light);
    this.#clearColor(0, 0, 0, 0);
    this.programs.bind(0, layersTexture);
    this.#each(views, (view) => {
      this.#state({ test: true, blend: true, offset: NEARER });
      gl.blendFunc(gl.ONE, gl.ONE);
      this.#items(view, TRANSLUCENT, ["surface"], "LIGHT SINGLE");
    });
  }

  /** Adds the light of the surfaces per pixel, until the alpha that they dimmed is 1 again.
   * @param {DrawnView[]} views @param {Translucent} translucent */
  #addLight(views, { lightTexture }) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.picture);
    this.programs.bind(0, lightTexture);
    this.#each(views, (view) => {
      if (!hasItems(view, TRANSLUCENT, "surface")) return;
      this.#state({ blend: true });
      gl.blendFuncSeparate(gl.ONE_MINUS_DST_ALPHA, gl.ONE, gl.ONE, gl.ONE);
      this.programs.of("fullscreen.vert", "composite.frag").use({ light: 0 });
      this.programs.drawCorners(3);
    });
  }

  /** Translucent items without targets of floats: from back to front by their centres, far sides first.
   * @param {DrawnView[]} views */
  #drawSorted(views) {
    this.#each(views, (view) => {
      this.#state({ test: true, blend: true, offset: NEARER });
      const ordered = [...view.items].sort((one, other) => depthOf(other, view) - depthOf(one, view));
      for (const item of ordered) this.#bothSides({ ...view, items: [item] }, TRANSLUCENT);
      this.#state({ test: true, blend: true });
      this.#items(view, TRANSLUCENT, MARK_KINDS, "COLOR");
    });
    this.targets.resolve();
  }

  /** Draws what nothing occludes into the picture. @param {DrawnView[]} views */
  #drawOnTop(views) {
    const gl = this.gl, { canvas, picture, pictureTexture } = this.targets;
    const raised = views.filter((view) => hasItems(view, ON_TOP, "surface"));
    if (raised.length) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, canvas);
      this.#clearDepth();
      this.#copyPicture(views, pictureTexture);
      this.#each(raised, (view) => {
        this.#state({ test: true, writeDepth: true, blend: true });
        this.#bothSides(view, ON_TOP);
      });
      this.targets.resolve();
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, picture);
    this.#each(views, (view) => {
      this.#state({ blend: true });
      for (const kinds of TOP_GROUPS) {
        this.#items(view, ON_TOP, kinds, "HALO");
        this.#items(view, ON_TOP, kinds, "COLOR");
      }
    });
  }

  /** Far sides before near sides: right for convex bodies. @param {DrawnView} view @param {Layer} layer */
  #bothSides(view, layer) {
    const gl = this.gl;
    gl.enable(gl.CULL_FACE);
    for (const hidden of [gl.FRONT, gl.BACK]) {
      gl.cullFace(hidden);
      this.#items(view, layer, ["surface"], "COLOR");
    }
    gl.disable(gl.CULL_FACE);
  }

  /** Copies the picture to the page. @param {DrawnView[]} views */
  #show(views) {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, null);
    this.#clearColor(0, 0, 0, 0);
    this.#copyPicture(views, this.targets.pictureTexture);
  }

  /** @param {DrawnView[]} views @param {WebGLTexture | null} texture */
  #copyPicture(views, texture) {
    this.programs.bind(0, texture);
    this.#each(views, () => {
      this.#state({});
      this.programs.of("fullscreen.vert", "spread.frag").use({ picture: 0 });
      this.programs.drawCorners(3);
    });
  }

  /** Calls `draw` for each view, with the viewport and the uniform block set.
   * @param {DrawnView[]} views @param {(view: DrawnView) => void} draw */
  #each(views, draw) {
    for (const view of views) {
      const { left, bottom, width, height } = view.room;
      this.gl.viewport(left, bottom, width, height);
      this.gl.scissor(left, bottom, width, height);
      this.programs.useFrame(view.number);
      draw(view);
    }
  }

  /** Draws the items of those kinds in a layer. @param {DrawnView} view @param {Layer} layer @param {Kind[]} kinds
   * @param {string} variant */
  #items(view, layer, kinds, variant) {
    for (const kind of kinds) {
      const items = view.items.filter((item) => item.layer === layer && item.kind === kind);
      if (!items.length) continue;
      const program = this.programs.forKind(kind, variant).use({ layers: 0 });
      for (const item of items) drawItem(this.gl, program, item);
    }
  }

  /** Sets the state of a pass; colours blend premultiplied unless it says otherwise afterwards.
   * @param {{test?: boolean, writeDepth?: boolean, writeColor?: boolean, blend?: boolean, offset?: number[]}} state */
  #state({ test = false, writeDepth = false, writeColor = true, blend = false, offset = IN_PLACE_OFFSET }) {
    const gl = this.gl;
    (test ? gl.enable : gl.disable).call(gl, gl.DEPTH_TEST);
    (blend ? gl.enable : gl.disable).call(gl, gl.BLEND);
    gl.depthMask(writeDepth);
    gl.colorMask(writeColor, writeColor, writeColor, writeColor);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.polygonOffset(offset[0], offset[1]);
  }

  /** Clears the whole picture, not only the last view. @param {number[]} color */
  #clearColor(...color) {
    this.targets.scissor();
    this.gl.colorMask(true, true, true, true);
    this.gl.clearBufferfv(this.gl.COLOR, 0, color);
  }

  #clearDepth() {
    this.targets.scissor();
    this.gl.depthMask(true);
    this.gl.clearBufferfv(this.gl.DEPTH, 0, [1]);
  }
}

/** @param {DrawnView} view @param {Layer} layer @param {Kind} [kind] */
function hasItems(view, layer, kind) {
  return view.items.some((item) => item.layer === layer && (!kind || item.kind === kind));
}

/** @param {OrbitCamera} camera @param {number} gridHeight */
function isAbove(camera, gridHeight) {
  return eye(camera)[groundAxis(camera)] > gridHeight;
}

/** The distance of an item's centre along the viewing direction. @param {Item} item @param {DrawnView} view */
function depthOf({ placement }, { frame }) {
  return -(dot([frame[2], frame[6], frame[10]], [placement[3], placement[7], placement[11]]) + frame[14]);
}

/** The uniform block of shaders/frame.glsl.
 * @param {ViewRequest} request @param {DrawnView["room"]} room @param {number} scale */
function frameNumbers({ camera, drawList, theme }, room, scale) {
  const view = unitView(camera, drawList.anchor);
  const { left, bottom, width, height } = room;
  return Float32Array.from([
    ...view, ...unitProjection(camera, width / height),
    width, height, -left, -bottom,
    scale, 0, 0, 0,
    ...LOOKS[theme].shell, 0,
    ...seenFocus(drawList, view),
  ]);
}

/** The focus in eye space, its last component 1; zeros if there is none. @param {DrawList} list @param {number[]} view */
function seenFocus({ focus, anchor }, view) {
  if (!focus) return [0, 0, 0, 0];
  const from = difference(focus, anchor);
  return [0, 1, 2].map((k) => dot([view[k], view[4 + k], view[8 + k]], from) + view[12 + k]).concat(1);
}
