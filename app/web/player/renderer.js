// `DrawListRenderer`: draws lists as seen by cameras, side by side on one canvas, with WebGL2.  It is the second
// renderer of draw lists, after app/renderer/, and shares its shaders; it knows nothing about collision detection.

import { openContext } from "./gpu.js";
import { Painter } from "./painter.js";

/** @typedef {import("./painter.js").ViewRequest} ViewRequest */

export class DrawListRenderer {
  /** Throws an error, in a sentence for the reader, if there is no WebGL2. @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pixelRatio = 1;
    this.gl = openContext(canvas);
    this.requests = /** @type {ViewRequest[]} */ ([]); // the last ones
    this.onLost = (/** @type {Event} */ event) => event.preventDefault(); // or the browser does not restore it
    this.onRestored = () => {
      this.painter = new Painter(this.gl);
      this.draw(this.requests);
    };
    canvas.addEventListener("webglcontextlost", this.onLost);
    canvas.addEventListener("webglcontextrestored", this.onRestored);
    this.painter = new Painter(this.gl);
  }

  /** Sets the size of the canvas in CSS pixels, and how many pixels the screen has per CSS pixel; then draw again.
   * @param {number} width @param {number} height @param {number} pixelRatio */
  resize(width, height, pixelRatio) {
    this.pixelRatio = pixelRatio;
    const size = [width, height].map((side) => Math.max(Math.round(side * pixelRatio), 1));
    if (this.canvas.width !== size[0]) this.canvas.width = size[0];
    if (this.canvas.height !== size[1]) this.canvas.height = size[1];
  }

  /** Draws these views in place of the last ones. @param {ViewRequest[]} requests */
  draw(requests) {
    this.requests = requests;
    if (this.gl.isContextLost()) return;
    this.painter.draw(requests, this.pixelRatio);
  }

  /** Frees everything; nothing can be drawn any more. */
  dispose() {
    this.canvas.removeEventListener("webglcontextlost", this.onLost);
    this.canvas.removeEventListener("webglcontextrestored", this.onRestored);
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.requests = [];
  }
}
