// The programs of the renderer, and what they share.  All are started at once, in the order in which a picture needs
// them: drivers build several at a time, and a later picture does not stop for one that it is the first to need.

import { FRAME_BINDING, Program } from "./gpu.js";

/** @typedef {import("./gpu.js").Gl} Gl */
/** @typedef {import("./geometry.js").Kind} Kind */

// Vertex shader, fragment shader, switches.
const PASS_PROGRAMS = [
  ["fullscreen.vert", "background.frag"],
  ["grid.vert", "grid.frag"],
  ["cast.vert", "cast.frag"],
  ["fullscreen.vert", "blur.frag", "ALONG_X"],
  ["fullscreen.vert", "blur.frag", "ALONG_Z"],
  ["shade.vert", "shade.frag"],
  ["fullscreen.vert", "spread.frag"],
  ["fullscreen.vert", "composite.frag"],
];
/** The variants of emit.glsl that are used for each kind. @type {[Kind, string[]][]} */
const KIND_VARIANTS = [
  ["surface", ["COLOR", "LAYERS SINGLE", "LIGHT SINGLE", "DIM"]],
  ["stroke", ["COLOR", "DEPTH", "VEILED", "HALO"]],
  ["point", ["HALO", "COLOR"]],
  ["arrow", ["HALO", "COLOR"]],
];

export class Programs {
  /** @param {Gl} gl */
  constructor(gl) {
    this.gl = gl;
    /** @type {Map<string, Program>} */
    this.known = new Map();
    this.nothing = gl.createVertexArray();
    this.frames = /** @type {(WebGLBuffer | null)[]} */ ([]); // the uniform block of each view
    for (const [vertex, fragment, switches] of PASS_PROGRAMS) this.of(vertex, fragment, switches);
    for (const [kind, variants] of KIND_VARIANTS) for (const variant of variants) this.forKind(kind, variant);
  }

  /** @param {string} vertex @param {string} fragment @param {string} [switches] @returns {Program} */
  of(vertex, fragment, switches = "") {
    const key = `${vertex} ${fragment} ${switches}`;
    let program = this.known.get(key);
    if (!program) this.known.set(key, (program = new Program(this.gl, vertex, fragment, switches)));
    return program;
  }

  /** The program for a kind of item in a variant of emit.glsl; arrows share the shaders of strokes.
   * @param {Kind} kind @param {string} variant @returns {Program} */
  forKind(kind, variant) {
    if (kind === "arrow") return this.of("stroke.vert", "stroke.frag", `ARROW ${variant}`);
    return this.of(`${kind}.vert`, `${kind}.frag`, variant);
  }

  /** Sets the uniform block of shaders/frame.glsl for a view. @param {number} view @param {Float32Array} numbers */
  setFrame(view, numbers) {
    const gl = this.gl;
    this.frames[view] ??= gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.frames[view]);
    gl.bufferData(gl.UNIFORM_BUFFER, numbers, gl.DYNAMIC_DRAW);
  }

  /** Draws with the uniform block of that view from now on. @param {number} view */
  useFrame(view) {
    this.gl.bindBufferBase(this.gl.UNIFORM_BUFFER, FRAME_BINDING, this.frames[view]);
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
