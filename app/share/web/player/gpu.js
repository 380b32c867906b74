// Small helpers around WebGL2: programs, and buffers that are kept while they are used.

import { stageSource } from "./shaders.js";

/** @typedef {WebGL2RenderingContext} Gl */
/** @typedef {number | Float32Array | number[]} UniformValue */

// Attributes have the same places in all programs, so that a vertex array fits every variant.
const ATTRIBUTE_PLACES = [
  ["in_position", "in_start"],
  ["in_normal", "in_end"],
  ["in_color"],
  ["in_part", "in_stroke", "in_width", "in_point"],
];
export const FRAME_BINDING = 0;

/** A context, or an error in a sentence. @param {HTMLCanvasElement} canvas @returns {Gl} */
export function openContext(canvas) {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false, stencil: false });
  if (!gl) throw new Error("This browser cannot draw in 3D here: WebGL2 is missing or switched off.");
  return gl;
}

/** What WebGL returns null for only if the context is lost.
 * @template T @param {T | null} value @returns {T} */
function made(value) {
  return /** @type {T} */ (value);
}

/** A program, which drivers build in the background until it is first used; unused uniforms are ignored. */
export class Program {
  /** @type {Record<string, (value: any) => void> | null} A function per uniform, once the program is built. */
  #setters = null;

  /** @param {Gl} gl @param {string} vertex a file in shaders/ @param {string} fragment @param {string} switches */
  constructor(gl, vertex, fragment, switches = "") {
    this.gl = gl;
    this.program = made(gl.createProgram());
    for (const [type, file] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
      const shader = made(gl.createShader(type));
      gl.shaderSource(shader, stageSource(file, switches));
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    ATTRIBUTE_PLACES.forEach((names, k) => names.forEach((name) => gl.bindAttribLocation(this.program, k, name)));
    gl.linkProgram(this.program);
    this.name = `${vertex}, ${fragment}, ${switches}`;
  }

  /** Makes it the current program, with these uniforms; samplers are texture units.
   * @param {Record<string, UniformValue>} uniforms */
  use(uniforms = {}) {
    this.#setters ??= this.#finish();
    this.gl.useProgram(this.program);
    this.set(uniforms);
    return this;
  }

  /** @param {Record<string, UniformValue>} uniforms */
  set(uniforms) {
    for (const name in uniforms) this.#setters?.[name]?.(uniforms[name]);
  }

  /** Waits until it is built. */
  #finish() {
    const { gl, program } = this;
    this.#check();
    const block = gl.getUniformBlockIndex(program, "Frame");
    if (block !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, block, FRAME_BINDING);
    return uniformSetters(gl, program);
  }

  #check() {
    const gl = this.gl;
    if (gl.getProgramParameter(this.program, gl.LINK_STATUS) || gl.isContextLost()) return;
    const shaders = gl.getAttachedShaders(this.program) ?? [];
    const logs = [gl.getProgramInfoLog(this.program), ...shaders.map((shader) => gl.getShaderInfoLog(shader))];
    throw new Error(`The graphics driver rejects a shader (${this.name}): ${logs.filter(Boolean).join(" ").trim()}`);
  }
}

/** A function per uniform, by name. @param {Gl} gl @param {WebGLProgram} program */
function uniformSetters(gl, program) {
  /** @type {Record<string, (value: any) => void>} */
  const setters = {};
  for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
    const { name, type } = made(gl.getActiveUniform(program, i));
    const place = gl.getUniformLocation(program, name);
    if (place) setters[name.replace("[0]", "")] = uniformSetter(gl, type, place);
  }
  return setters;
}

/** @param {Gl} gl @param {number} type @param {WebGLUniformLocation} place @returns {(value: any) => void} */
function uniformSetter(gl, type, place) {
  switch (type) {
    case gl.FLOAT: return (value) => gl.uniform1f(place, value);
    case gl.FLOAT_VEC2: return (value) => gl.uniform2fv(place, value);
    case gl.FLOAT_VEC3: return (value) => gl.uniform3fv(place, value);
    case gl.FLOAT_VEC4: return (value) => gl.uniform4fv(place, value);
    case gl.FLOAT_MAT3: return (value) => gl.uniformMatrix3fv(place, false, value);
    case gl.FLOAT_MAT4: return (value) => gl.uniformMatrix4fv(place, false, value);
    default: return (value) => gl.uniform1i(place, value); // a sampler
  }
}

/**
 * Where attributes lie in the rows of a buffer; the place of an attribute is its number.
 * @typedef {Object} Layout
 * @property {number} stride  floats per row
 * @property {[place: number, size: number, offset: number][]} columns  in floats
 * @property {number} divisor  1: a row per instance; 0: a row per vertex
 */

/** A vertex array and the buffers that it reads. */
export class Rows {
  /** @param {Gl} gl */
  constructor(gl) {
    this.gl = gl;
    this.array = made(gl.createVertexArray());
    this.buffers = /** @type {WebGLBuffer[]} */ ([]);
    this.count = 0; // vertices or instances
    this.used = 0; // the number of the draw that needed it last
  }

  /** Adds a buffer; `count` rows are drawn. @param {Float32Array} content @param {Layout} layout */
  add(content, { stride, columns, divisor }) {
    const gl = this.gl;
    gl.bindVertexArray(this.array);
    const buffer = made(gl.createBuffer());
    this.buffers.push(buffer);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, content, gl.STATIC_DRAW);
    for (const [place, size, offset] of columns) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * stride, 4 * offset);
      gl.vertexAttribDivisor(place, divisor);
    }
    this.count = content.length / stride;
    return this;
  }

  /** Replaces the contents of its only buffer. @param {Float32Array} content @param {number} stride */
  refill(content, stride) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffers[0]);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, content, this.gl.DYNAMIC_DRAW);
    this.count = content.length / stride;
  }

  release() {
    this.gl.deleteVertexArray(this.array);
    for (const buffer of this.buffers) this.gl.deleteBuffer(buffer);
  }
}

const DRAWS_KEPT = 240; // draws that rows survive without being needed: a few seconds of a film

/** Rows by the object that they were made from. */
export class RowCache {
  constructor() {
    this.rows = /** @type {Map<object, Rows>} */ (new Map());
    this.draws = 0;
  }

  /** @param {object} source @param {() => Rows} make */
  of(source, make) {
    let rows = this.rows.get(source);
    if (!rows) this.rows.set(source, (rows = make()));
    rows.used = this.draws;
    return rows;
  }

  /** Frees what has not been needed for a while; called once per draw. */
  sweep() {
    this.draws++;
    for (const [source, rows] of this.rows) {
      if (this.draws - rows.used > DRAWS_KEPT) {
        rows.release();
        this.rows.delete(source);
      }
    }
  }
}
