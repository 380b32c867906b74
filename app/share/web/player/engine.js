// The engine's own functions in the page, compiled to WebAssembly, with the same bits as in Python: `solve` of
// `engine/batch/compiled.py` answers pairs, and `record_steps` of `engine/batch/compiled_steps.py` writes the steps of an
// algorithm.
//
// The module is what LLVM emits for `engine/runtime/compilation/webassembly.py`: its host, which is this file, provides
// the memory, the stack and functions to allocate and free.  The memory holds, in this order: the module's constants, its
// stack, the arrays of the pair, and what a function allocates, which it has freed when it returns, apart from the steps.

/**
 * @typedef {import("./content.js").Numbers} Numbers
 *
 * @typedef {(...values: (number | bigint)[]) => number} Exported  a function of the engine
 *
 * @typedef {object} Core  The core of a shape, as `ShapeTable` in `engine/batch/arrays.py` has it.
 * @property {number} kind
 * @property {ArrayLike<number>} size  three numbers
 * @property {number} parameter
 * @property {ArrayLike<number>} center  three numbers, metres
 * @property {number} first
 * @property {number} radius  metres
 * @property {number} ball  radius of a ball around the shape, metres
 * @property {ArrayLike<number>} ballCenter  three numbers, metres
 * @property {Float64Array} blocks  the vertices, as in `engine/shapes/blocks.py`
 * @property {Body} body
 *
 * @typedef {object} Body  What some algorithms need besides, as `engine/batch/bodies.py` has it; of a polytope that is no box, all.
 * @property {ArrayLike<number>} numbers
 * @property {Numbers} [corners]
 * @property {Numbers} [normals]
 * @property {Numbers} [edges]
 * @property {Numbers} [wings]
 * @property {Numbers} [starts]
 * @property {Numbers} [face_corners]
 * @property {Numbers} [edge_corners]
 *
 * @typedef {object} Answer  Lengths are in metres, in the world; what is unknown is NaN.
 * @property {number} verdict  place in `VERDICTS`
 * @property {number} exit  number of `Exit` in `engine/result.py`
 * @property {number} iterations
 * @property {number} distance  signed
 * @property {number} lower  bounds on the signed distance
 * @property {number} upper
 * @property {Float64Array} normal  unit, from A to B
 * @property {Float64Array} witnessA
 * @property {Float64Array} witnessB
 */

/** In the order of `Verdict` in `engine/proof/verdict.py`; a test compares them. */
export const VERDICTS = ["separated", "touching", "penetrating", "undecided"];

const PAGE = 65536; // bytes
const CONSTANTS = PAGE; // as in `webassembly.py`
const STACK = 16 * PAGE;
const HEAP = 16 * PAGE; // for arrays and what is allocated at first; it grows
const HEAP_ALIGNMENT = 16; // bytes
const ROW = 24; // bytes of a row of `list_rows`, which ends with an address
const ADDRESS = 16; // bytes to it
const BLOCK = 32; // numbers in a block of vertices: eight each of x, y, z and keys
const POSE = 16; // numbers in a pose, a 4×4 matrix by rows
/** Arrays of a body, how many of their numbers make an item of a list, and whether these are whole. @type {[keyof Body, number, boolean][]} */
const BODY_LISTS = [
  ["numbers", 1, false], ["corners", 3, false], ["normals", 3, false], ["edges", 3, false], ["wings", 3, false],
  ["starts", 1, true], ["face_corners", 1, true], ["edge_corners", 2, true],
];
const LOG_ROOM = 8192; // numbers of steps for which there is room at first
const UNANSWERED = new Error("The pair has no answer: a pose is not a rotation and a position.");

export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.memory = new WebAssembly.Memory({ initial: (CONSTANTS + STACK + HEAP) / PAGE });
    this.end = CONSTANTS + STACK; // of what is allocated
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, CONSTANTS + STACK); // it grows downwards
    const host = {
      __linear_memory: this.memory,
      __stack_pointer: stack,
      gjkscope_allocate: (/** @type {bigint} */ bytes) => this.allocate(Number(bytes)),
      gjkscope_free: () => undefined, // what was allocated is given up before the next call
      pow: () => {
        throw new Error("pow: browsers do not promise the bits of the C library");
      },
    };
    const { exports } = new WebAssembly.Instance(module, { env: host });
    this.solve = /** @type {Exported} */ (exports.solve);
    this.recordSteps = /** @type {Exported} */ (exports.record_steps);
  }

  /** The address of that many bytes. @param {number} bytes @returns {number} */
  allocate(bytes) {
    const address = Math.ceil(this.end / HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    this.end = address + bytes;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** The address of a copy of the array. @param {Numbers | BigInt64Array | Int8Array} array @returns {number} */
  store(array) {
    const address = this.allocate(array.byteLength);
    new Uint8Array(this.memory.buffer, address, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return address;
  }
}

/** Answers a pair of shapes at any poses. */
export class LivePair {
  /**
   * @param {Engine} engine  which answers this pair alone
   * @param {[Core, Core]} cores  of A and B
   * @param {number} tolerance  `Options.tolerance`
   */
  constructor(engine, cores, tolerance) {
    this.engine = engine;
    this.cores = cores;
    this.tolerance = tolerance;
    const floats = (/** @type {(core: Core) => Iterable<number>} */ part) => new Float64Array(cores.flatMap((core) => [...part(core)]));
    const integers = (/** @type {number[]} */ ...numbers) => new BigInt64Array(numbers.map(BigInt));
    const blocks = cores.map((core) => engine.store(core.blocks));
    const one = integers(0);
    this.poses = [engine.store(new Float64Array(POSE)), engine.store(new Float64Array(POSE))];
    this.verdict = engine.store(new Int8Array(1));
    this.exit = engine.store(new Int8Array(1));
    this.iterations = engine.store(one);
    this.numbers = engine.store(new Float64Array(12)); // distance, bounds, normal and witness points
    const table = [
      integers(...cores.map(({ kind }) => kind)),
      floats((core) => Array.from(core.size)),
      floats((core) => [core.parameter]),
      floats((core) => Array.from(core.center)),
      integers(...cores.map(({ first }) => first)),
      floats((core) => [core.radius]),
      floats((core) => [core.ball]),
      integers(...blocks),
      integers(...cores.map((core) => core.blocks.length / BLOCK)),
      integers(0, 0), // no cells
      new Uint16Array(2), // likeness, for the order of many pairs
    ].map((array) => engine.store(array));
    const sides = [engine.store(one), this.poses[0], engine.store(integers(1)), this.poses[1]];
    const numbers = [0, 1, 2, 3, 6, 9].map((place) => this.numbers + 8 * place);
    this.log = engine.allocate(8 * LOG_ROOM); // of the numbers of steps
    const addresses = [...table, ...sides, engine.store(one), this.verdict, this.exit, this.iterations, ...numbers, this.log];
    const lists = cores.flatMap(({ body }) => BODY_LISTS.map(([name, width, isWhole]) => {
      const values = Float64Array.from(body[name] ?? []);
      return { count: values.length / width, address: engine.store(isWhole ? integers(...values) : values) };
    }));
    const rows = [...addresses.map((address) => ({ count: 0, address })), ...lists];
    this.rows = engine.allocate(ROW * rows.length);
    const view = new DataView(engine.memory.buffer);
    rows.forEach(({ count, address }, row) => {
      view.setBigInt64(this.rows + ROW * row, BigInt(count), true);
      view.setBigInt64(this.rows + ROW * row + ADDRESS, BigInt(address), true);
    });
    this.logRow = this.rows + ROW * (addresses.length - 1);
    this.result = engine.allocate(16); // what a function returns, and the address of an exception
    this.free = engine.end;
  }

  /**
   * The answer at these poses: 4×4 matrices by rows, local to world.  Throws an error if one is not a pose.
   * @param {ArrayLike<number>} poseA
   * @param {ArrayLike<number>} poseB
   * @returns {Answer}
   */
  answer(poseA, poseB) {
    const { engine } = this;
    this.place(poseA, poseB);
    if (this.call(engine.solve, 0n, 1n) !== 1) throw UNANSWERED;
    const view = new DataView(engine.memory.buffer); // of the memory as it is now, which may have grown
    const numbers = new Float64Array(engine.memory.buffer, this.numbers, 12).slice();
    const [distance, lower, upper] = numbers;
    return {
      verdict: view.getInt8(this.verdict),
      exit: view.getInt8(this.exit),
      iterations: Number(view.getBigInt64(this.iterations, true)),
      distance, lower, upper,
      normal: numbers.subarray(3, 6),
      witnessA: numbers.subarray(6, 9),
      witnessB: numbers.subarray(9, 12),
    };
  }

  /**
   * The steps of an algorithm at these poses, as `readSteps` reads them, and the place of its verdict in `VERDICTS`, which
   * is valid if it has ended.  Throws an error if one is not a pose.
   * @param {number} algorithm  its number in `engine/batch/stepped.py`
   * @param {number} most  steps
   * @param {ArrayLike<number>} poseA
   * @param {ArrayLike<number>} poseB
   * @returns {{count: number, verdict: number, numbers: Float64Array}}
   */
  steps(algorithm, most, poseA, poseB) {
    const { engine, logRow } = this;
    this.place(poseA, poseB);
    const row = new DataView(engine.memory.buffer, logRow, ROW);
    [0, LOG_ROOM, this.log].forEach((value, i) => row.setBigInt64(8 * i, BigInt(value), true));
    const count = this.call(engine.recordSteps, BigInt(algorithm), BigInt(most));
    if (count < 0) throw UNANSWERED;
    const [written, , address] = new BigInt64Array(engine.memory.buffer, logRow, 3);
    const numbers = new Float64Array(engine.memory.buffer, Number(address), Number(written)).slice();
    return { count, verdict: numbers[numbers.length - 1], numbers };
  }

  /** @param {ArrayLike<number>[]} poses */
  place(...poses) {
    poses.forEach((pose, side) => new Float64Array(this.engine.memory.buffer, this.poses[side], POSE).set(pose));
  }

  /** What a function of the engine returns for these numbers. @param {Exported} exported @param {bigint[]} numbers @returns {number} */
  call(exported, ...numbers) {
    const { engine, result } = this;
    engine.end = this.free;
    if (exported(result, result + 8, BigInt(this.rows), ...numbers, this.tolerance) !== 0) throw UNANSWERED;
    return Number(new DataView(engine.memory.buffer).getBigInt64(result, true));
  }
}
