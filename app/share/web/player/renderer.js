// `DrawListRenderer`: draws lists as seen by cameras, side by side on one canvas, with WebGL2.  It is the second
// renderer of draw lists, after app/view/renderer/, and shares its shaders; it knows nothing about collision detection.
//
// All renderers of a page share one context, whose picture is copied to their canvases: browsers allow 16 contexts or
// so, and programs and framebuffers are then needed only once.  Where the context is lost, canvases keep their pictures
// until it is restored.

import { openContext } from "./gpu.js";
import { Painter } from "./painter.js";

/** @typedef {import("./painter.js").ViewRequest} ViewRequest */

const FINEST = 2; // pixels of the screen per CSS pixel beyond which nothing looks smoother
const MOST_PIXELS = 9e6; // of a canvas: framebuffers take about 64 bytes per pixel

export class DrawListRenderer {
  /** Throws an error, in a sentence for the reader, if there is no WebGL2. @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.stage = openStage(this);
    this.pixelRatio = 1;
    this.requests = /** @type {ViewRequest[]} */ ([]); // the last ones
    this.shadows = /** @type {import("./ground.js").Shadow[]} */ ([]);
  }

  /** Sets the size of the canvas in CSS pixels, and how many pixels the screen has per CSS pixel; then draw again.
   * @param {number} width @param {number} height @param {number} pixelRatio */
  resize(width, height, pixelRatio) {
    this.pixelRatio = Math.min(pixelRatio, FINEST, Math.sqrt(MOST_PIXELS / Math.max(width * height, 1)));
    const size = [width, height].map((side) => Math.max(Math.round(side * this.pixelRatio), 1));
    if (this.canvas.width !== size[0]) this.canvas.width = size[0];
    if (this.canvas.height !== size[1]) this.canvas.height = size[1];
  }

  /** Draws these views in place of the last ones. @param {ViewRequest[]} requests */
  draw(requests) {
    this.requests = requests;
    this.stage.draw(this);
  }

  /** Frees everything; nothing can be drawn any more. */
  dispose() {
    this.requests = [];
    this.stage.leave(this);
  }
}

/** @type {Stage | null} */
let sharedStage = null;

/** The stage of the page, with one more user. @param {DrawListRenderer} user */
function openStage(user) {
  sharedStage ??= new Stage();
  sharedStage.users.add(user);
  return sharedStage;
}

/** The context, on a canvas that is not in the page. */
class Stage {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.gl = openContext(this.canvas);
    this.users = /** @type {Set<DrawListRenderer>} */ (new Set());
    this.painter = new Painter(this.gl);
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault()); // or it is not restored
    this.canvas.addEventListener("webglcontextrestored", () => this.#restore());
  }

  /** @param {DrawListRenderer} user */
  draw({ canvas, requests, pixelRatio, shadows }) {
    const { width, height } = canvas;
    if (this.gl.isContextLost()) return;
    // It only grows: canvases of different sizes may be drawn in turn.
    if (this.canvas.width < width) this.canvas.width = width;
    if (this.canvas.height < height) this.canvas.height = height;
    this.painter.draw(requests, [width, height], pixelRatio, shadows);
    const page = canvas.getContext("2d");
    page?.clearRect(0, 0, width, height);
    page?.drawImage(this.canvas, 0, this.canvas.height - height, width, height, 0, 0, width, height);
  }

  /** The last user frees the context. @param {DrawListRenderer} user */
  leave(user) {
    this.users.delete(user);
    for (const shadow of user.shadows) shadow.release();
    user.shadows = [];
    if (this.users.size > 0 || sharedStage !== this) return;
    sharedStage = null;
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #restore() {
    if (sharedStage !== this) return;
    this.painter = new Painter(this.gl);
    for (const user of this.users) {
      user.shadows = [];
      this.draw(user);
    }
  }
}
