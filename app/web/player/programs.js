// The programs of the renderer, each built when it is first needed, and what they share.

import { FRAME_BINDING, Program } from "./gpu.js";

/** @typedef {import("./gpu.js").Gl} Gl */
/** @typedef {import("./geometry.js").Kind} Kind */

const FRAME_FLOATS = 48; // of the uniform block in shaders/frame.glsl

export class Programs {
  /** @param {Gl} gl */
  constructor(gl) {
    this.gl = gl;
    this.known = /** @type {Map<string, Program>} */ (new Map());
    this.nothing = gl.createVertexArray();
    this.frame = gl.createBuffer();
    gl.bindBufferBase(gl.UNIFORM_BUFFER, FRAME_BINDING, this.frame);
    gl.bufferData(gl.UNIFORM_BUFFER, 4 * FRAME_FLOATS, gl.DYNAMIC_DRAW);
  }

  /** @param {string} vertex @param {string} fragment @param {string} [switches] */
  of(vertex, fragment, switches = "") {
    const key = `${vertex} ${fragment} ${switches}`;
    let program = this.known.get(key);
    if (!program) this.known.set(key, (program = new Program(this.gl, vertex, fragment, switches)));
    return program;
  }

  /** The program for a kind of item in a variant of emit.glsl; arrows share the shaders of strokes.
   * @param {Kind} kind @param {string} variant */
  forKind(kind, variant) {
    if (kind === "arrow") return this.of("stroke.vert", "stroke.frag", `ARROW ${variant}`);
    return this.of(`${kind}.vert`, `${kind}.frag`, variant);
  }

  /** Sets the uniform block of a picture. @param {Float32Array} numbers */
  setFrame(numbers) {
    this.gl.bindBuffer(this.gl.UNIFORM_BUFFER, this.frame);
    this.gl.bufferSubData(this.gl.UNIFORM_BUFFER, 0, numbers);
  }

  /** @param {number} unit @param {WebGLTexture | null} texture */
  bind(unit, texture) {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, texture);
  }

  /** Draws a triangle (3) or a square (4) whose corners the shader computes. @param {3 | 4} corners */
  drawCorners(corners) {
    this.gl.bindVertexArray(this.nothing);
    this.gl.drawArrays(corners === 3 ? this.gl.TRIANGLES : this.gl.TRIANGLE_STRIP, 0, corners);
  }
}
