// The playground: two shapes of the visitor's own, answered in the page by the engine.
//
// `app/share/web/course/playground.py` calls `openPlayground` with the engine and the numbers that Python knows.

import { boundsPanel } from "../player/bounds.js";
import { bytesOf, inflated } from "../player/content.js";
import { controls } from "../player/controls.js";
import { fill, html } from "../player/dom.js";
import { listenForKeys } from "../player/keys.js";
import { LiveGrip } from "../player/livegrip.js";
import { liveNumbers } from "../player/livepanels.js";
import { answerPanel, numbersPanel, sentencePanel, stepsPanel } from "../player/panels.js";
import { Player } from "../player/player.js";
import { Views } from "../player/views.js";
import { BodyForm } from "./fields.js";
import { fragmentOf, isSceneFragment, LONGEST_FRAGMENT, sceneOfFragment } from "./links.js";
import { PairLooks, PlaygroundPair } from "./pair.js";
import { pictureOf } from "./picture.js";
import { readScene, SceneFault, sceneText } from "./scenes.js";

/** @typedef {import("./kinds.js").PlacedBody} PlacedBody */
/** @typedef {import("./kinds.js").Dimension} Dimension */
/** @typedef {import("./pair.js").Settings} Settings */
/** @typedef {import("./scenes.js").ReadScene} ReadScene */

const KEY_PIXELS = 12; // of a drag that an arrow key stands for
/** @type {Record<string, [number, number]>} */
const KEY_WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FIRST_ALGORITHM = "gjk";
const FIRST_DIMENSION = 3;
/** @type {Dimension[]} */
const ALL_DIMENSIONS = [3, 2];
const ABOUT_ANSWERS = "Answers and steps are computed in this page by the engine's own functions, compiled to WebAssembly.";

/**
 * Fills the element with the playground.  Shows what is wrong in place of one that cannot be made.
 * @param {HTMLElement} element
 * @param {Settings} settings
 * @param {string} engine  the WebAssembly module for 3D shapes, compressed, in base64
 * @param {() => Promise<string>} planeEngine  loads the one for 2D shapes
 */
export async function openPlayground(element, settings, engine, planeEngine) {
  try {
    const playground = new Playground(element, settings, await compiledEngine(engine), async () => compiledEngine(await planeEngine()));
    await playground.followLink();
    addEventListener("hashchange", () => playground.followLink());
  } catch (fault) {
    fill(element, html("p", { class: "fault", role: "alert" }, `The playground cannot start: ${fault instanceof Error ? fault.message : fault}`));
  }
}

/** @param {string} text  compressed, in base64 */
async function compiledEngine(text) {
  return WebAssembly.compile(await inflated(bytesOf(text)));
}

class Playground {
  /** @param {HTMLElement} element @param {Settings} settings @param {WebAssembly.Module} module  for 3D shapes @param {() => Promise<WebAssembly.Module>} planeModule  loads that for 2D shapes */
  constructor(element, settings, module, planeModule) {
    this.settings = settings;
    /** @type {Partial<Record<Dimension, WebAssembly.Module>>} */
    this.modules = { 3: module };
    this.planeModule = planeModule;
    this.element = element;
    const first = readScene(settings.scenes[FIRST_DIMENSION]);
    this.name = first.name;
    /** @type {Map<Dimension, ReadScene>} */
    this.left = new Map(); // the scenes that the visitor has left, by their dimensions
    this.looks = new PairLooks(first.bodies, settings);
    this.pair = new PlaygroundPair(module, this.looks, FIRST_ALGORITHM);
    this.player = this.makePlayer();
    this.views = new Views(this.player, false);
    this.grip = /** @type {LiveGrip} */ (this.views.grip);
    this.forms = [0, 1].map((index) => new BodyForm(index, (body) => this.edit(index, body)));
    this.answer = answerPanel(this.player);
    this.shown = [controls(this.player), sentencePanel(this.player)];
    this.panels = [liveNumbers, boundsPanel, numbersPanel, stepsPanel].map((panel) => panel(this.player));
    this.drawnAt = 0; // while steps are played, milliseconds
    this.status = html("p", { class: "status", role: "status" });
    this.fault = html("p", { class: "fault", role: "alert", hidden: true });
    this.link = html("input", { type: "text", readonly: true, "aria-label": "Link to this scene", hidden: true });
    this.pasted = html("textarea", { rows: 8, spellcheck: "false", placeholder: '{"gjkscope": 1, "name": …, "shapes": […]}' });
    this.handles = [0, 1].map((index) => this.handle(index));
    this.toggle = html("button", { type: "button", click: () => this.toggleTurning() });
    this.dimensions = ALL_DIMENSIONS.map((dimension) => html("button", { type: "button", click: () => this.changeDimension(dimension) }, `${dimension}D`));
    this.waiting = 0;
    this.layOut();
    this.player.listeners.add(() => this.schedule());
    new ResizeObserver(() => this.schedule()).observe(this.views.canvas);
    const light = matchMedia("(prefers-color-scheme: light)");
    const setTheme = () => {
      this.player.theme = light.matches ? "light" : "dark";
      element.dataset.theme = this.player.theme;
      this.schedule();
    };
    light.addEventListener("change", setTheme);
    setTheme();
    this.showBodies(true);
  }

  makePlayer() {
    const step = { headline: "", sentence: "", event: "start", events: [], numbers: [], tables: [], panes: this.looks.panes };
    const run = { algorithm: FIRST_ALGORITHM, title: this.pair.run?.title, first: 0, last: 0, steps: [step] };
    const header = { program: "", title: this.name, pair: this.looks.bodies.map(({ name }) => name), runs: [run] };
    const player = new Player(/** @type {any} */ ({ header, arrays: [] }), /** @type {any} */ (this.looks), this.pair);
    player.position = player.end; // where the answer is
    return player;
  }

  layOut() {
    const { player, views, answer } = this;
    this.views.element.append(html("button", { type: "button", class: "reset", click: () => this.resetView() }, "Reset view"));
    const chip = html("span", { class: "chip on", title: `${ABOUT_ANSWERS} They have no certificate.` }, "live");
    const hasKeys = matchMedia("(hover: hover)").matches;
    const hint = html("span", { class: "small hint" }, hasKeys ? "drag a shape; Shift turns it" : "drag a shape");
    const row = html("div", { class: "row live" }, chip, hint, ...this.handles, this.toggle);
    const tools = html("div", { class: "tools" },
      html("button", { type: "button", click: () => this.share() }, "Copy link"),
      html("button", { type: "button", click: () => this.saveScene() }, "Save scene (JSON)"),
      html("button", { type: "button", click: () => this.savePicture() }, "Save picture (PNG)"));
    const paste = html("details", { class: "section" },
      html("summary", {}, "Paste a scene"),
      html("label", { class: "small" }, html("span", {}, "A scene of gjkscope as JSON, as Save scene and the application write it"), this.pasted),
      html("button", { type: "button", click: () => this.paste() }, "Show this scene"));
    const steps = this.shown.map((part) => part.element);
    const shows = html("div", { class: "shows" }, answer.element, views.element, row, ...steps, tools, this.link, this.status, this.fault);
    const dimensions = html("div", { class: "dimensions", role: "group", "aria-label": "Dimension" }, ...this.dimensions);
    const panels = html("div", { class: "panels" }, dimensions, ...this.forms.map((form) => form.element), paste, ...this.panels.map((panel) => panel.element));
    this.element.classList.add("gjkscope-player");
    fill(this.element, html("div", { class: "layout" }, shows, panels));
    this.element.tabIndex = -1; // so that a click anywhere in it gives it the keys
    listenForKeys(this.element, player, { frame: () => this.resetView() });
    player.grippers.add(() => this.showBodies(false));
  }

  /** A button that stands for a body, for the keyboard. @param {number} index */
  handle(index) {
    return html("button", {
      type: "button", class: `handle ${index === 0 ? "body-a" : "body-b"}`,
      keydown: (/** @type {KeyboardEvent} */ event) => {
        const way = KEY_WAYS[event.key];
        if (!way) return;
        event.preventDefault();
        this.grip.drag(index, way[0] * KEY_PIXELS, way[1] * KEY_PIXELS, event.shiftKey !== this.grip.turning);
      },
    });
  }

  toggleTurning() {
    this.grip.turning = !this.grip.turning;
    this.player.changed();
  }

  // --- drawing ---

  schedule() {
    if (this.waiting === 0) this.waiting = requestAnimationFrame((now) => this.draw(now));
  }

  /** @param {number} now  milliseconds */
  draw(now) {
    this.waiting = 0;
    if (this.player.playing && this.drawnAt > 0) this.player.advance((now - this.drawnAt) / 1000);
    this.drawnAt = this.player.playing ? now : 0;
    this.toggle.textContent = this.grip.turning ? "Drag turns" : "Drag moves";
    this.toggle.setAttribute("aria-pressed", String(this.grip.turning));
    for (const part of [this.answer, ...this.shown, ...this.panels]) part.update();
    this.showBodies(false);
    this.views.draw();
    performance.mark("gjkscope-shown");
    if (this.player.playing) this.schedule();
  }

  /** Frames both shapes where they are now. */
  resetView() {
    this.looks.frame(this.pair.poses);
    this.player.runs[0].steps[0].panes = this.looks.panes;
    this.pair.lists.clear();
    this.views.frame();
  }

  // --- the scene ---

  /** Shows shapes of the other dimension: those that were there before, if any. @param {Dimension} dimension */
  changeDimension(dimension) {
    if (dimension === this.looks.dimension) return undefined;
    this.left.set(this.looks.dimension, { name: this.name, bodies: this.pair.bodies, notes: [] });
    return this.try(() => this.open(this.left.get(dimension) ?? { ...readScene(this.settings.scenes[dimension]), notes: [] }, `${dimension}D shapes are shown.`));
  }

  /** The bodies in the fields and on the handles. @param {boolean} anew */
  showBodies(anew) {
    this.dimensions.forEach((button, i) => button.setAttribute("aria-pressed", String(ALL_DIMENSIONS[i] === this.looks.dimension)));
    this.pair.bodies.forEach((body, i) => {
      this.forms[i].show(body, anew);
      this.handles[i].textContent = body.name;
      const title = `${body.name}: arrow keys move it, with Shift they turn it`;
      this.handles[i].title = title;
      this.handles[i].setAttribute("aria-label", title);
    });
  }

  /** A body with another shape or pose, from its fields. @param {number} index @param {PlacedBody} body */
  edit(index, body) {
    this.place(this.pair.bodies.map((known, i) => (i === index ? body : known)));
    this.forms[index].show(this.pair.bodies[index], false);
  }

  /** @param {PlacedBody[]} bodies */
  place(bodies) {
    const looks = new PairLooks(bodies, this.settings, this.looks);
    const module = this.modules[looks.dimension];
    if (!module) throw new Error(`The engine for ${looks.dimension}D shapes is not loaded.`);
    const pair = new PlaygroundPair(module, looks, this.pair.algorithm ?? FIRST_ALGORITHM); // throws before anything has changed
    this.looks = looks;
    this.pair = pair;
    this.player.looks = /** @type {any} */ (looks);
    const isAtEnd = this.player.position >= this.player.end;
    this.player.live = pair;
    this.player.position = isAtEnd ? this.player.end : Math.min(this.player.position, this.player.end);
    this.player.header.pair = bodies.map(({ name }) => name);
    this.player.runs[0].steps[0].panes = /** @type {any} */ (looks.panes);
    this.player.changed();
  }

  /** Replaces the scene. @param {ReadScene} scene @param {string} words */
  async open(scene, words) {
    if (scene.bodies[0].dimension === 2) this.modules[2] ??= await this.planeModule();
    this.place(scene.bodies);
    this.name = scene.name;
    this.showBodies(true);
    this.link.hidden = true;
    this.resetView();
    this.say([words, ...scene.notes].join(" "));
  }

  /** Shows the scene that the address has, if it has one. */
  async followLink() {
    const fragment = location.hash.slice(1);
    if (!isSceneFragment(fragment)) return;
    await this.try(async () => this.open(await sceneOfFragment(fragment), "The scene of the link is shown."));
  }

  paste() {
    return this.try(async () => this.open(readScene(this.pasted.value), "The pasted scene is shown."));
  }

  async share() {
    await this.try(async () => {
      const fragment = await fragmentOf(sceneText(this.name, this.pair.bodies));
      if (fragment.length > LONGEST_FRAGMENT) throw new SceneFault("", "The scene is too large for a link: save it as a file instead.");
      this.link.value = `${location.href.split("#")[0]}#${fragment}`;
      this.link.hidden = false;
      this.link.select();
      const isCopied = await navigator.clipboard?.writeText(this.link.value).then(() => true, () => false);
      this.say(isCopied ? "The link is copied." : "Copy the link from the field above.");
    });
  }

  saveScene() {
    const file = new Blob([`${sceneText(this.name, this.pair.bodies, 1)}\n`], { type: "application/json" });
    download(file, "scene.json");
    this.say("scene.json is saved: gjkscope open scene.json shows it in the application.");
  }

  savePicture() {
    return this.try(async () => {
      download(await pictureOf(this.views, getComputedStyle(document.body).backgroundColor), "scene.png");
      this.say("scene.png is saved.");
    });
  }

  /** Does something; what is wrong with a scene is told, and leaves the current one as it is. @param {() => Promise<void>} act */
  async try(act) {
    try {
      await act();
    } catch (fault) {
      this.status.textContent = "";
      this.fault.textContent = fault instanceof Error ? fault.message : String(fault);
      this.fault.hidden = false;
    }
  }

  /** @param {string} words */
  say(words) {
    this.fault.hidden = true;
    this.fault.textContent = "";
    this.status.textContent = words;
  }
}

/** @param {Blob} file @param {string} name */
function download(file, name) {
  const address = URL.createObjectURL(file);
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser may still be reading it
}
