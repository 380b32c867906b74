// What a live page shows besides the views: whether it is live, handles for the keyboard, and the numbers of the answer.

import { html } from "./dom.js";
import { recordedAlone, section } from "./panels.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./controls.js").Part} Part */

const HANDLE_PIXELS = 12; // of a drag that an arrow key stands for
/** @type {Record<string, [number, number]>} */
const HANDLE_WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LIVE_HELP = "The distance, the closest points, the push-out and the steps at these poses are computed in this page by the "
  + "engine's own functions, compiled to WebAssembly.";
const LIVE_ANSWER_HELP = "The answer at these poses is computed in this page.";
const RECORDED_HELP = "The steps, numbers and certificates were recorded when this page was made.";

/**
 * Says whether the page is live, and has what a pointer on the views does in words and for the keyboard.
 * @param {Player} player
 * @param {import("./livegrip.js").LiveGrip | null} grip  null on a page without a live pair
 * @returns {Part}
 */
export function livePart(player, grip) {
  const { live } = player.header;
  if (!grip) {
    const words = `recorded: ${live?.reason ?? ""}`;
    const element = html("p", { class: "small live" }, html("span", { class: "chip" }, "recorded"), ` ${live?.reason ?? ""}`);
    element.title = words;
    element.hidden = !live?.reason;
    return { element, update: () => undefined };
  }
  const bodies = player.header.pair.map((name, body) => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const way = HANDLE_WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      grip.drag(body, way[0] * HANDLE_PIXELS, way[1] * HANDLE_PIXELS, event.shiftKey !== grip.turning);
    };
    const title = `${name}: arrow keys move it, with Shift they turn it`;
    return html("button", { type: "button", class: `handle ${body === 0 ? "body-a" : "body-b"}`, title, "aria-label": title, keydown: press }, name);
  });
  const toggle = html("button", { type: "button", title: "Whether dragging a body turns it; Shift does the other", click: () => {
    grip.turning = !grip.turning;
    player.changed();
  } });
  const back = html("button", { type: "button", click: () => player.moveLive((scene) => scene.reset()) }, "Recorded poses");
  const chip = html("span", { class: "chip" });
  const element = html("div", { class: "row live" }, chip, html("span", { class: "small hint" }), ...bodies, toggle, back);
  const hint = /** @type {HTMLElement} */ (element.querySelector(".hint"));
  const update = () => {
    element.hidden = player.film !== undefined;
    toggle.textContent = grip.turning ? "Drag turns" : "Drag moves";
    toggle.setAttribute("aria-pressed", String(grip.turning));
    back.disabled = !player.isLive;
    chip.textContent = player.isLive ? "live" : "recorded";
    chip.classList.toggle("on", player.isLive);
    chip.title = !player.isLive ? RECORDED_HELP : player.run ? LIVE_HELP : `${LIVE_ANSWER_HELP} ${recordedAlone(player)}`;
    hint.textContent = liveHint(player);
  };
  return { element, update };
}

/** @param {Player} player */
function liveHint(player) {
  if (player.isLive) return player.run ? "answer and steps computed in this page; not certified" : "answer computed in this page; steps are recorded";
  const computes = player.live?.algorithms.some(({ name }) => name === player.recordedRun?.algorithm);
  return `drag a body: the page computes the answer${computes ? " and the steps" : ""}`;
}

/**
 * The numbers of the answer where the reader has put the bodies.
 * @param {Player} player
 * @returns {Part}
 */
export function liveNumbers(player) {
  return section("Live answer", true, () => {
    const numbers = (player.isLive && player.live?.numbers) || [];
    if (numbers.length === 0) return [];
    const rows = numbers.map(([label, value]) => html("tr", {}, html("th", { scope: "row" }, label), html("td", {}, value)));
    return [html("table", { class: "numbers" }, html("tbody", {}, ...rows))];
  }, () => player.isLive && player.live?.numbers);
}
