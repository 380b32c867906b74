// Reads the payload of a page; `app/share/web/arrays.py` describes its layout, `content.py` and `film.py` what it holds.

/**
 * @typedef {Uint8Array | Int16Array | Int32Array | Uint16Array | Uint32Array | Float32Array | Float64Array} Numbers
 *
 * @typedef {object} Pane  What a view shows.
 * @property {string} view  "world", "difference" or "second"
 * @property {string} title
 * @property {number} look
 * @property {number} camera
 * @property {number} [ground]  height of the ground, if there is one
 *
 * @typedef {object} Region  A Voronoi region of a step of GJK.
 * @property {string} name
 * @property {boolean} won
 * @property {string} reason
 * @property {number} [look]  of the difference view while it is pointed at
 *
 * @typedef {object} StepTable
 * @property {string} title
 * @property {[string, string][]} heads  titles of the columns, and their definitions
 * @property {string[][]} rows
 * @property {number} more  rows that are left out
 *
 * @typedef {object} Step
 * @property {string} headline
 * @property {string} sentence
 * @property {string} event
 * @property {string[]} events
 * @property {[string, string, string, boolean, number][]} numbers  label, value, definition, whether new, depth
 * @property {StepTable[]} tables
 * @property {boolean} [mistaken]
 * @property {Region[]} [regions]
 * @property {Pane[]} panes
 *
 * @typedef {object} Axis  An axis of the separating axis test; without an overlap, it was skipped.
 * @property {number} number
 * @property {string} name
 * @property {string} mark
 * @property {string} reason
 * @property {string} [overlap]
 * @property {string} [relation]
 * @property {string} [words]
 * @property {[number, number][]} [intervals]  of A and of B
 * @property {string[]} [texts]  of the intervals
 * @property {number[]} [looks]  of both views while it is pointed at
 *
 * @typedef {object} Answer
 * @property {string} verdict
 * @property {string} words  the verdict, with a note if it is about the hull of a mesh
 * @property {string} distance
 * @property {string} about
 * @property {string} proof
 * @property {boolean} proved
 * @property {string} certificate
 * @property {string} [unread]  how much of the text that the scene was imported from was not read
 * @property {string[]} [unreadParts]  what was not read
 *
 * @typedef {object} Bounds
 * @property {(number | null)[]} lower
 * @property {(number | null)[]} upper
 * @property {boolean} ofDepth
 * @property {number | null} truth
 *
 * @typedef {Bounds & {extent: [number, number], quantity: string}} Chart  Bounds up to the step shown; those of a depth are depths.
 *
 * @typedef {object} Run
 * @property {string} algorithm
 * @property {string} title
 * @property {Answer} [answer]
 * @property {{verdict: string, words: string, distance: string, exit: string}} [own]
 * @property {number} first  number of the first step on the page
 * @property {number} last  number of the last step of the whole run
 * @property {Step[]} steps
 * @property {number} [start]  position of the step that is shown first; without it, 0
 * @property {boolean} [hidden]  whether only the page around the player can choose it
 * @property {boolean} [isLive]  whether the page computed it
 * @property {Bounds} [bounds]
 * @property {{rows: Axis[], count: number, isRun: boolean}} [axes]
 *
 * @typedef {object} Frame  What a film shows from a time on.
 * @property {number} time  seconds
 * @property {Pane[]} panes
 * @property {string} sentence
 * @property {string} [caption]
 * @property {string} [title]
 * @property {string} [card]
 * @property {Chart} [chart]
 * @property {Answer} [answer]
 * @property {boolean} [cut]  whether the frame before does not turn into this one
 *
 * @typedef {object} Film
 * @property {string} title
 * @property {number} seconds
 * @property {Frame[]} frames
 * @property {[number, string][]} chapters
 * @property {Record<string, Record<string, string>>} [formulas]  of the texts, by their sources: attributes, and the path `d`
 * @property {boolean} [beats]  whether the chapters are beats of steps, each of which can be played alone
 * @property {boolean} [hidden]  as of a run
 *
 * @typedef {object} DragPlace  A place of a body that the reader drags.
 * @property {string} words  where the body is
 * @property {[number, number, number]} grip  where it is taken hold of, in the world; that of the origin relative to A − B
 * @property {[number, number, number]} [position]  of the body, metres
 * @property {(Run | null)[]} [runs]  at its own place, those of the header; elsewhere perhaps fewer
 *
 * @typedef {object} Drag
 * @property {string} body  or "the origin"
 * @property {string} [other]  a body that can be dragged instead, as the scene has no third one
 * @property {string} [view]  where it is dragged; without it, in the world
 * @property {number} start  number of its own place
 * @property {boolean} [free]  whether places are on a grid rather than on a line
 * @property {boolean} [solid]  whether places lie behind each other, too
 * @property {DragPlace[]} places
 *
 * @typedef {object} Header
 * @property {string} program
 * @property {string} title
 * @property {string[]} pair
 * @property {Run[]} [runs]
 * @property {Film[]} [films]
 * @property {Drag} [drag]
 * @property {import("./live.js").Live} [live]
 * @property {{points: number, corners: number, soft: boolean, normals?: number}[]} surfaces
 * @property {{points: number, corners: number}[]} lineSets
 * @property {{points: number}[]} extents
 * @property {number} vectors
 * @property {number} poses
 * @property {number} styles
 * @property {number} cameras
 * @property {Record<"triangles" | "lines" | "arrows" | "points", number>} rows  of batches: indices of places and styles
 * @property {[number, number][]} batches  layer, and array of the differences between the indices of its rows
 * @property {any[]} looks
 * @property {[string, number][]} arrays  types and lengths
 *
 * @typedef {object} Content
 * @property {Header} header
 * @property {Numbers[]} arrays
 */

const ARRAY_TYPES = { Uint8Array, Int16Array, Int32Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
const ALIGNMENT = 8;

/**
 * Decodes a payload.  Rejects one that is damaged.
 * @param {string} payload
 * @returns {Promise<Content>}
 */
export async function readContent(payload) {
  const buffer = await inflated(bytesOf(payload));
  const size = new DataView(buffer).getUint32(0, true);
  const header = /** @type {Header} */ (JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size))));
  let offset = 4 + size;
  const arrays = header.arrays.map(([name, length]) => {
    offset = Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
    const array = new ARRAY_TYPES[/** @type {keyof typeof ARRAY_TYPES} */ (name)](buffer, offset, length);
    offset += array.byteLength;
    return array;
  });
  return { header, arrays };
}

/** The bytes that a text in base64 stands for. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(text) {
  return Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
}

/**
 * Expands what was compressed (RFC 1951).
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<ArrayBuffer>}
 */
export function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
