// The framebuffers that views are drawn into, as large as the canvas of the context.
//
// `canvas` has several samples per pixel, so that the silhouettes of surfaces are smooth, and is resolved into
// `picture`.  `layers` and `light` are for translucent surfaces; see shaders/emit.glsl.  They have one sample per
// pixel, and a copy of the depths.

/** @typedef {import("./gpu.js").Gl} Gl */

const SAMPLES = 4; // guaranteed by WebGL2

export class Targets {
  /** @param {Gl} gl @param {number} width pixels @param {number} height */
  constructor(gl, width, height) {
    this.gl = gl;
    this.width = width;
    this.height = height;
    this.used = [width, height]; // size of the picture in the lower left corner
    const samples = Math.min(SAMPLES, gl.getParameter(gl.MAX_SAMPLES));
    this.paints = this.#renderbuffer(gl.RGBA8, samples);
    this.depths = this.#renderbuffer(gl.DEPTH_COMPONENT24, samples);
    this.canvas = this.#framebuffer(null, this.paints, this.depths);
    this.pictureTexture = this.#texture(gl.RGBA8);
    this.picture = this.#framebuffer(this.pictureTexture, null, null);
    this.translucent = /** @type {Translucent | null} */ (null);
  }

  /** The targets for translucent surfaces, created when they are first needed.
   * @param {boolean} wide whether 32-bit floats can be blended */
  forTranslucent(wide) {
    if (this.translucent) return this.translucent;
    const gl = this.gl;
    const depth = this.#renderbuffer(gl.DEPTH_COMPONENT24, 0);
    const layersTexture = this.#texture(wide ? gl.RGBA32F : gl.RGBA16F);
    const lightTexture = this.#texture(gl.RGBA16F);
    const layers = this.#framebuffer(layersTexture, null, depth);
    const light = this.#framebuffer(lightTexture, null, depth);
    return (this.translucent = { depth, layersTexture, lightTexture, layers, light });
  }

  /** Limits what is drawn and cleared to the picture. */
  scissor() {
    this.gl.scissor(0, 0, this.used[0], this.used[1]);
  }

  /** Copies the depths of the canvas for the translucent targets. @param {Translucent} to */
  copyDepths({ layers }) {
    this.#blit(this.canvas, layers, this.gl.DEPTH_BUFFER_BIT);
  }

  /** Copies the mean of each pixel's samples to the picture. */
  resolve() {
    this.#blit(this.canvas, this.picture, this.gl.COLOR_BUFFER_BIT);
  }

  release() {
    const { gl, translucent } = this;
    for (const target of [this.canvas, this.picture, translucent?.layers, translucent?.light]) {
      gl.deleteFramebuffer(target ?? null);
    }
    for (const texture of [this.pictureTexture, translucent?.layersTexture, translucent?.lightTexture]) {
      gl.deleteTexture(texture ?? null);
    }
    for (const buffer of [this.paints, this.depths, translucent?.depth]) gl.deleteRenderbuffer(buffer ?? null);
  }

  /** @param {WebGLFramebuffer | null} from @param {WebGLFramebuffer | null} to @param {number} what */
  #blit(from, to, what) {
    const { gl } = this, [width, height] = this.used;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
    this.scissor();
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, what, gl.NEAREST);
  }

  /** @param {number} format @param {number} samples */
  #renderbuffer(format, samples) {
    const { gl, width, height } = this;
    const buffer = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
    return buffer;
  }

  /** @param {number} format */
  #texture(format) {
    const gl = this.gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, this.width, this.height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return texture;
  }

  /** @param {WebGLTexture | null} texture @param {WebGLRenderbuffer | null} color @param {WebGLRenderbuffer | null} depth */
  #framebuffer(texture, color, depth) {
    const gl = this.gl;
    const target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    if (texture) gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    if (color) gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color);
    if (depth) gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    return target;
  }
}

/**
 * @typedef {Object} Translucent
 * @property {WebGLRenderbuffer | null} depth
 * @property {WebGLTexture | null} layersTexture
 * @property {WebGLTexture | null} lightTexture
 * @property {WebGLFramebuffer | null} layers
 * @property {WebGLFramebuffer | null} light
 */
