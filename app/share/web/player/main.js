// Puts a player into a page: `gjkscopePlayer.mount(element, payload, options)`.

import { axesPanel } from "./axes.js";
import { boundsPanel, chartPart } from "./bounds.js";
import { readContent } from "./content.js";
import { controls, startButton } from "./controls.js";
import { fill, html, styled, svg } from "./dom.js";
import { dragSlider } from "./drag.js";
import { listenForKeys } from "./keys.js";
import { openLive } from "./live.js";
import { LiveGrip } from "./livegrip.js";
import { liveNumbers, livePart } from "./livepanels.js";
import { LookReader } from "./looks.js";
import { answerPanel, numbersPanel, regionsPanel, sentencePanel, stepsPanel } from "./panels.js";
import { Player } from "./player.js";
import { listenToParent } from "./remote.js";
import { Views } from "./views.js";

/**
 * @typedef {object} MountOptions
 * @property {"page" | "player"} [keys]  whether keys act anywhere on the page or only in the player
 * @property {boolean} [wheel]  whether the wheel zooms even before the views have the focus
 * @property {"dark" | "light"} [theme]  instead of the reader's preference
 * @property {boolean} [compact]  without the panels: views, answer, controls and the sentence
 * @property {boolean} [messages]  whether the page around this one may control the player
 * @property {string} [engine]  the engine as a WebAssembly module, in base64, for a page whose bodies can be moved
 * @property {string[]} [parts]  what to show besides the views: names of `PARTS` and `PANELS`; without it, all of them
 *
 * @typedef {{player: Player, views: Views, dispose: () => void}} Mounted
 */

/** @type {Record<string, (player: Player) => import("./controls.js").Part>} */
const PARTS = { answer: answerPanel, drag: dragSlider, controls, sentence: sentencePanel, chart: chartPart };
/** @type {Record<string, (player: Player) => import("./controls.js").Part>} */
const PANELS = { live: liveNumbers, axes: axesPanel, regions: regionsPanel, bounds: boundsPanel, numbers: numbersPanel, steps: stepsPanel };

/**
 * Fills an element with a player.  Shows what is wrong in place of one that cannot be made.
 * @param {HTMLElement} element
 * @param {string} payload  that of `Content` in `app/share/web/recording.py`
 * @param {MountOptions} [options]
 * @returns {Promise<Mounted | null>}
 */
export async function mount(element, payload, options = {}) {
  try {
    const content = await readContent(payload);
    const looks = new LookReader(content);
    return build(element, new Player(content, looks, await openLive(content, looks, options.engine)), options);
  } catch (fault) {
    fill(element, html("p", { class: "fault", role: "alert" }, `The player cannot start: ${fault instanceof Error ? fault.message : fault}`));
    return null;
  }
}

/**
 * @param {HTMLElement} element
 * @param {Player} player
 * @param {MountOptions} options
 * @returns {Mounted}
 */
function build(element, player, options) {
  const views = new Views(player, options.wheel === true);
  const reset = html("button", { type: "button", class: "reset", click: () => views.frame() }, "Reset view (F)");
  const caption = html("div", { class: "caption" });
  caption.hidden = !player.film?.frames.some((frame) => frame.caption); // otherwise its band stays, and nothing jumps
  const start = startButton(player);
  views.element.append(reset, start.element);
  const wanted = options.parts ?? [...Object.keys(PARTS), ...(options.compact ? [] : Object.keys(PANELS))];
  const made = (/** @type {typeof PARTS} */ makers) => wanted.flatMap((name) => (makers[name] ? [makers[name](player)] : []));
  const [parts, panels] = [made(PARTS), made(PANELS)];
  element.classList.add("gjkscope-player");
  const shows = html("div", { class: "shows" }, ...parts.map((part) => part.element));
  shows.insertBefore(views.element, wanted.includes("answer") ? shows.children[1] ?? null : shows.firstChild);
  views.element.after(caption);
  const live = livePart(player, views.grip instanceof LiveGrip ? views.grip : null);
  caption.after(live.element);
  const beside = panels.length > 0 && player.runs.length > 0 && html("div", { class: "panels" }, ...panels.map((panel) => panel.element));
  fill(element, html("div", { class: beside ? "layout" : "" }, shows, beside));
  let said = "";
  const update = () => {
    for (const part of [...parts, ...panels, live, start]) part.update();
    reset.hidden = !views.isMoved;
    const words = player.film?.frameAt(player.position).caption ?? "";
    if (words !== said) fill(caption, html("span", {}, ...styled(words, player.film?.formulas)));
    said = words;
  };
  const mounted = run(element, player, views, update, options);
  if (options.messages) listenToParent(player);
  return mounted;
}

/**
 * Draws whenever something changes, and lets time pass while it plays.
 * @param {HTMLElement} element
 * @param {Player} player
 * @param {Views} views
 * @param {() => void} update
 * @param {MountOptions} options
 * @returns {Mounted}
 */
function run(element, player, views, update, options) {
  let waiting = 0;
  let last = 0;
  let isShown = false;
  const draw = (/** @type {number} */ now) => {
    waiting = 0;
    if (player.playing && last > 0) player.advance((now - last) / 1000);
    last = player.playing ? now : 0;
    update();
    views.draw();
    if (!isShown) performance.mark("gjkscope-shown");
    isShown = true;
    if (player.playing) schedule();
  };
  const schedule = () => {
    if (waiting === 0) waiting = requestAnimationFrame(draw);
  };
  const light = matchMedia("(prefers-color-scheme: light)");
  const setTheme = () => {
    player.theme = options.theme ?? (light.matches ? "light" : "dark");
    element.dataset.theme = player.theme;
    schedule();
  };
  player.listeners.add(schedule);
  light.addEventListener("change", setTheme);
  const resizing = new ResizeObserver(schedule);
  resizing.observe(views.canvas);
  if (options.keys !== "page") element.tabIndex = -1; // so that a click anywhere in it gives it the keys
  listenForKeys(options.keys === "page" ? document : element, player, views);
  addEventListener("beforeprint", () => snapshot(element, views));
  setTheme();
  const dispose = () => {
    resizing.disconnect();
    light.removeEventListener("change", setTheme);
    cancelAnimationFrame(waiting);
    views.dispose();
    fill(element);
  };
  return { player, views, dispose };
}

/**
 * Puts a picture of the views with their labels beside them for the printer, which scales it, and opens all sections.
 * @param {HTMLElement} element
 * @param {Views} views
 */
function snapshot(element, views) {
  views.draw();
  views.element.querySelector(".printed")?.remove();
  const size = { width: views.canvas.clientWidth, height: views.canvas.clientHeight };
  const labels = svg("foreignObject", size);
  labels.append(views.overlay.cloneNode(true));
  const picture = svg("image", { ...size, href: views.canvas.toDataURL() });
  views.element.append(svg("svg", { class: "printed", viewBox: `0 0 ${size.width} ${size.height}` }, picture, labels));
  for (const section of element.querySelectorAll("details")) section.open = true;
}
