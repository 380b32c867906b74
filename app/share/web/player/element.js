// The custom element `<gjkscope-player>`: an exported page in a frame, or content that is shown in the element itself.
// `docs/embedding.md` describes it.

import { fill, html } from "./dom.js";
import { mount } from "./main.js";
import { PROTOCOL, remote } from "./remote.js";
import { PLAYER_STYLE } from "./style.js";

/**
 * @typedef {import("./remote.js").Told} Told
 * @typedef {import("./remote.js").Commanded} Commanded
 */

const TAG = "gjkscope-player";
const HOST_STYLE = ":host { display: block; min-height: 320px; } iframe { display: block; width: 100%; height: 100%; min-height: inherit; border: 0; }";

class GjkscopeElement extends HTMLElement {
  static observedAttributes = ["src"];

  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet(); // which a strict policy allows, unlike a style element
    style.replaceSync(`${HOST_STYLE}\n${PLAYER_STYLE.text}`);
    this.root.adoptedStyleSheets = [style];
    /** @type {Commanded | null} */
    this.commanded = null; // once the player is ready
    /** @type {object[]} */
    this.waiting = []; // commands until then
    /** @type {() => void} */
    this.leave = () => undefined;
    this.shown = 0; // counts what was shown, so that what is loaded too late is dropped
  }

  connectedCallback() {
    const isParsed = document.readyState !== "loading" || this.hasAttribute("src"); // otherwise its content may be missing
    if (!isParsed) document.addEventListener("DOMContentLoaded", () => this.isConnected && this.show(), { once: true });
    else this.show();
  }

  disconnectedCallback() {
    this.clear();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.show();
  }

  /** Goes some steps forward, or back if negative. */
  step(count = 1) {
    this.command("step", { count });
  }

  /** Goes to a step, or to a time of a film in seconds. @param {number} step */
  go(step) {
    this.command("go", { step });
  }

  play() {
    this.command("play");
  }

  pause() {
    this.command("pause");
  }

  /** Chooses a run or film by its number or title. @param {number | string} track */
  choose(track) {
    this.command("choose", { track });
  }

  /** Puts a body somewhere, in metres. @param {string} body @param {[number, number, number]} position */
  setPose(body, position) {
    this.command("pose", { body, position });
  }

  /** Sends a command; before the player is ready, it waits. @param {string} command @param {object} [more] */
  command(command, more = {}) {
    const message = { gjkscope: PROTOCOL, command, ...more };
    if (this.commanded) this.commanded(message);
    else this.waiting.push(message);
  }

  clear() {
    this.shown++;
    this.leave();
    this.leave = () => undefined;
    this.commanded = null;
    fill(/** @type {any} */ (this.root));
  }

  show() {
    this.clear();
    const source = this.getAttribute("src");
    const inside = this.querySelector("script[type='application/json']");
    if (source === null && inside) this.fill(() => JSON.parse(inside.textContent ?? ""));
    else if (source === null) this.fail("it has neither a src nor content");
    else if (new URL(source, document.baseURI).pathname.endsWith(".json")) this.fill(() => fetched(source));
    else this.frame(source);
  }

  /** Shows an exported page. @param {string} source */
  frame(source) {
    const address = new URL(source, document.baseURI);
    if (location.origin !== "null" && location.protocol !== "file:") address.searchParams.set("origin", location.origin);
    const frame = html("iframe", { src: address.href, title: this.getAttribute("title") ?? "gjkscope player", allowfullscreen: true });
    const hear = (/** @type {MessageEvent} */ event) => {
      if (event.source !== frame.contentWindow || event.data?.gjkscope !== PROTOCOL) return;
      if (event.data.event === "ready") this.ready((message) => frame.contentWindow?.postMessage(message, address.protocol === "file:" ? "*" : address.origin));
      this.tell(event.data);
    };
    addEventListener("message", hear);
    this.leave = () => removeEventListener("message", hear);
    this.root.append(frame);
  }

  /** Shows content. @param {() => any} read */
  async fill(read) {
    const number = this.shown;
    try {
      const content = await read();
      if (number !== this.shown) return;
      const place = html("div", {});
      this.root.append(place);
      const theme = /** @type {"dark" | "light" | undefined} */ (this.getAttribute("theme") ?? undefined);
      const mounted = await mount(place, String(content.payload), { keys: "player", compact: this.hasAttribute("compact"), theme });
      if (!mounted) return this.fail(place.textContent ?? "");
      if (number !== this.shown) return mounted.dispose();
      this.leave = mounted.dispose;
      const early = /** @type {Told[]} */ ([]);
      const commanded = remote(mounted.player, (told) => (this.commanded ? this.tell(told) : early.push(told)));
      this.ready(commanded);
      early.forEach((told) => this.tell(told));
    } catch (fault) {
      this.fail(fault instanceof Error ? fault.message : String(fault));
    }
  }

  /** @param {Commanded} commanded */
  ready(commanded) {
    this.commanded = commanded;
    for (const message of this.waiting.splice(0)) commanded(message);
  }

  /** @param {Told} told */
  tell(told) {
    this.dispatchEvent(new CustomEvent(told.event, { detail: told }));
  }

  /** @param {string} message */
  fail(message) {
    fill(/** @type {any} */ (this.root), html("p", { role: "alert" }, `gjkscope-player: ${message}`));
    this.tell({ gjkscope: PROTOCOL, event: "error", command: null, message });
  }
}

/** Content from its address. @param {string} source */
async function fetched(source) {
  const response = await fetch(source).catch(() => null); // browsers do not say why
  if (!response?.ok) throw new Error(`${source}: cannot be loaded; a page from disk, or with a strict policy, must have the content within the element`);
  return response.json();
}

if (!customElements.get(TAG)) customElements.define(TAG, GjkscopeElement);
