// Scenes in links: the scene's JSON, compressed, in the fragment of the address, which browsers do not send to servers.
//
//     #z=…   base64url of the text, compressed by DEFLATE (RFC 1951)
//     #t=…   base64url of the text itself, from browsers that do not compress
//
// A fragment may come from anybody: its length, and the length of what it expands to, are limited before anything else
// looks at it, and `scenes.js` checks what it says.

import { MOST_TEXT, readScene, SceneFault } from "./scenes.js";

/** @typedef {import("./scenes.js").ReadScene} ReadScene */

export const LONGEST_FRAGMENT = 16_384; // characters

/** The fragment for a scene, without #. @param {string} text @returns {Promise<string>} */
export async function fragmentOf(text) {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `t=${base64url(bytes)}`;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `z=${base64url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** Whether a fragment claims to be a scene, rather than a place in the page. @param {string} fragment  without # */
export function isSceneFragment(fragment) {
  return /^[zt]=/.test(fragment);
}

/** The scene of a fragment.  Rejects with a `SceneFault` for anything else. @param {string} fragment  without # @returns {Promise<ReadScene>} */
export async function sceneOfFragment(fragment) {
  if (fragment.length > LONGEST_FRAGMENT) throw new SceneFault("", `The link is too long: ${fragment.length} characters, at most ${LONGEST_FRAGMENT} are read.`);
  const [, way, code] = /^([zt])=([A-Za-z0-9_-]+)$/.exec(fragment) ?? [];
  if (!way) throw new SceneFault("", "The link is damaged: it has characters that no link to a scene has.");
  const bytes = bytesOfBase64url(code);
  return readScene(textOf(way === "z" ? await expanded(bytes) : bytes));
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} code @returns {Uint8Array<ArrayBuffer>} */
function bytesOfBase64url(code) {
  try {
    return Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new SceneFault("", "The link is damaged: a part of it is missing.");
  }
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SceneFault("", "The link is damaged: it does not contain text.");
  }
}

/** Expands bytes, but stops as soon as there are more than a scene may have. @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} */
async function expanded(bytes) {
  if (typeof DecompressionStream === "undefined") throw new SceneFault("", "This browser cannot read compressed links: paste the scene instead.");
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const whole = new Uint8Array(MOST_TEXT);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new SceneFault("", "The link is damaged: it cannot be expanded.");
    });
    if (done) return whole.subarray(0, length);
    if (length + value.length > MOST_TEXT) {
      reader.cancel().catch(() => undefined); // the fault is told below
      throw new SceneFault("", `The link expands to more than ${MOST_TEXT} bytes, which no scene of two shapes needs.`);
    }
    whole.set(value, length);
    length += value.length;
  }
}
