// The controls: which algorithm, which step, play and pause, and the timeline.

import { fill, html, svg } from "./dom.js";
import { RATES } from "./player.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {{element: HTMLElement, update: () => void}} Part  a part of the page that shows the player's state
 */

/** Icons of events, in a square of 16: a shape each, so that colour is not the only difference. */
const EVENT_PATHS = /** @type {Record<string, string>} */ ({
  start: "M5 2v12M5 2.5h7l-2 3 2 3H5",
  end: "M8 1.5l2 4.4 4.7.5-3.5 3.2 1 4.7L8 11.9l-4.2 2.4 1-4.7L1.3 6.4l4.7-.5z",
  failed: "M3 3l10 10M13 3L3 13",
  wrong: "M3 3l10 10M13 3L3 13",
  mistaken: "M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.5v1",
  dropped: "M8 3a5 5 0 1 0 .01 0M5.5 8h5",
  changed: "M8 2.5l5.5 5.5-5.5 5.5-5.5-5.5z",
  added: "M8 3.5a4.5 4.5 0 1 0 .01 0",
  found: "M8 3.5a4.5 4.5 0 1 0 .01 0",
  moved: "M5.5 3.5l5 4.5-5 4.5z",
  repeated: "M4.5 8h7",
});
const ICON_PATHS = {
  first: "M3 3v10M8.5 3v10L4 8zM13.5 3v10L9 8z",
  back: "M4 3v10M12 3v10L6 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M12 3v10M4 3v10l6-5z",
  last: "M13 3v10M7.5 3v10L12 8zM2.5 3v10L7 8z",
};
const MOST_TICKS = 80; // more would touch each other
const BEFORE = 1e-6; // seconds: at its end, a chapter is still the current one

/**
 * @param {Player} player
 * @returns {Part}
 */
export function controls(player) {
  const play = button("play", "Play or pause (Space)", () => player.togglePlay());
  const place = html("output", { class: "place" });
  const track = timeline(player);
  const choice = tracks(player);
  const buttons = [
    button("first", "First step (Home)", () => player.goTo(0)),
    button("back", "Step back (,)", () => player.stepBy(-1)),
    play,
    button("forward", "Step forward (.)", () => player.stepBy(1)),
    button("last", "Last step (End)", () => player.goTo(player.end)),
  ];
  const row = html("div", { class: "row" }, choice.element, html("div", { class: "buttons" }, ...buttons), rates(player), place);
  const beats = chapters(player);
  const element = html("div", { class: "controls" }, row, track.element, beats.element);
  const update = () => {
    fill(play, icon(player.playing ? "pause" : "play"));
    play.setAttribute("aria-pressed", String(player.playing));
    place.textContent = placeWords(player);
    choice.update();
    element.hidden = player.end === 0 && !player.live && listed(player).length < 2 && !(player.canDrag && player.runs[0].steps.length > 1); // nothing to choose
    track.update();
    beats.update();
  };
  return { element, update };
}

/**
 * The beats of a film as buttons, each of which shows one again.
 * @param {Player} player
 * @returns {Part}
 */
function chapters(player) {
  const element = html("div", { class: "chapters" });
  /** @type {unknown} */
  let shown = null;
  const update = () => {
    const film = player.film?.hasBeats ? player.film : undefined;
    if (film !== shown) fill(element, ...(film?.chapters ?? []).map(([, title], i) =>
      html("button", { type: "button", click: () => player.playChapter(i) }, title)));
    shown = film;
    const now = film && player.position > 0 ? film.chapterAt(player.position - BEFORE) : -1;
    [...element.children].forEach((child, i) => child.toggleAttribute("aria-current", i === now));
    element.hidden = !film;
  };
  return { element, update };
}

/** @param {Player} player */
function placeWords(player) {
  if (player.film) return `${clock(player.position)} of ${clock(player.end)}`;
  const place = `Step ${player.stepNumber} of ${player.timedRun?.last ?? 0}`;
  if (!player.isLive) return place;
  return `${place}, ${player.run ? "live" : "recorded"}`;
}

/** @param {number} seconds */
function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The runs and films that a reader can choose. @param {Player} player */
function listed(player) {
  return player.tracks.filter((track) => !track.hidden);
}

/**
 * A switch of runs and films, recorded and live, or the title of the only one.
 * @param {Player} player
 * @returns {Part}
 */
function tracks(player) {
  /** @type {(() => void)[]} */
  let choose = [];
  const select = html("select", { change: () => choose[select.selectedIndex]() });
  const title = html("span", {});
  const label = html("label", {}, html("span", { class: "hidden" }, "Algorithm"), select);
  const element = html("span", { class: "algorithm" }, label, title);
  let known = "";
  const update = () => {
    const choices = choicesOf(player);
    const key = choices.map(({ words, hidden }) => `${words} ${hidden}`).join("\n");
    if (key !== known) {
      known = key;
      fill(select, ...choices.map(({ words, hidden }) => html("option", { hidden }, words)));
    }
    choose = choices.map((choice) => choice.choose);
    select.selectedIndex = choices.findIndex(({ isShown }) => isShown);
    label.hidden = choices.filter(({ hidden }) => !hidden).length < 2;
    title.hidden = !label.hidden;
    title.textContent = player.timedRun?.title ?? player.tracks[player.track].title;
  };
  return { element, update };
}

/**
 * What can be shown: what was recorded, and the algorithms whose steps the page computes itself.
 * @param {Player} player
 * @returns {{words: string, hidden: boolean, isShown: boolean, choose: () => void}[]}
 */
function choicesOf(player) {
  const { live, isLive } = player;
  const computed = player.film ? [] : live?.algorithms ?? [];
  const own = isLive ? live?.algorithm : null;
  const recorded = player.tracks.map((track, number) => {
    const name = player.runs[number]?.algorithm;
    const isComputed = computed.some((algorithm) => algorithm.name === name);
    return {
      words: isLive && !isComputed ? `${track.title}, recorded` : track.title,
      hidden: track.hidden === true,
      isShown: own ? name === own : number === player.track,
      choose: () => player.choose(number),
    };
  });
  const missing = !live?.live.steps.offered ? [] : computed.filter(({ name }) => !player.runs.some(({ algorithm }) => algorithm === name));
  return [...recorded, ...missing.map(({ name, title }) => ({
    words: isLive ? title : `${title}, live`, hidden: false, isShown: name === own, choose: () => player.chooseLive(name),
  }))];
}

/** @param {Player} player */
function rates(player) {
  const choose = (/** @type {Event} */ event) => {
    player.rate = RATES[/** @type {HTMLSelectElement} */ (event.target).selectedIndex];
  };
  const options = RATES.map((rate) => html("option", { selected: rate === player.rate }, `${rate}×`));
  const title = "Speed: of a run, steps per second";
  return html("label", { title }, html("span", { class: "hidden" }, title), html("select", { change: choose }, ...options));
}

/**
 * @param {keyof typeof ICON_PATHS} name
 * @param {string} title
 * @param {() => void} click
 */
function button(name, title, click) {
  return html("button", { type: "button", title, "aria-label": title, click }, icon(name));
}

/**
 * A large button over a film that has not begun.
 * @param {Player} player
 * @returns {Part}
 */
export function startButton(player) {
  const element = button("play", "Play (Space)", () => player.togglePlay());
  element.classList.add("start");
  return { element, update: () => (element.hidden = !player.film || player.position > 0 || player.playing) };
}

/** @param {keyof typeof ICON_PATHS} name */
function icon(name) {
  return svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: ICON_PATHS[name] }));
}

/**
 * The timeline: a slider for the keyboard and screen readers, under marks of what happened.
 * @param {Player} player
 * @returns {Part}
 */
function timeline(player) {
  const slide = (/** @type {Event} */ event) => {
    player.playing = false;
    player.goTo(Number(/** @type {HTMLInputElement} */ (event.target).value));
  };
  const slider = html("input", { type: "range", min: 0, "aria-label": "Position", input: slide });
  const marks = html("div", { class: "marks", "aria-hidden": "true" });
  const cursor = html("div", { class: "cursor", "aria-hidden": "true" });
  const element = html("div", { class: "timeline" }, html("div", { class: "line" }, marks, cursor), slider);
  /** @type {unknown} */
  let shown = null;
  const update = () => {
    if (shown !== (player.timedRun ?? player.film)) {
      shown = player.timedRun ?? player.film;
      slider.step = player.film ? "0.01" : "1";
      slider.max = String(player.end);
      const all = marksOf(player);
      fill(marks, ...all);
      marks.style.setProperty("--marks", String(all.length));
    }
    slider.value = String(player.position);
    slider.setAttribute("aria-valuetext", valueText(player));
    cursor.style.transform = `translateX(${percent(player.position, player.end)})`;
  };
  return { element, update };
}

/** @param {Player} player */
function valueText(player) {
  const words = player.step?.headline ?? player.film?.frameAt(player.position).caption ?? "";
  return words ? `${placeWords(player)}: ${words}` : placeWords(player);
}

/** @param {Player} player */
function marksOf(player) {
  if (player.film) return player.film.chapters.map(([time, title]) => mark("changed", title, percent(time, player.end)));
  const steps = player.timedRun?.steps ?? [];
  const every = Math.ceil(steps.length / MOST_TICKS);
  return steps.flatMap((step, number) => {
    if (number % every && number < steps.length - 1) return [];
    const title = `${(player.timedRun?.first ?? 0) + number}: ${step.headline} (${step.events.join(", ")})`;
    return [mark(step.event, title, percent(number, player.end))];
  });
}

/** @param {string} event @param {string} title @param {string} left */
function mark(event, title, left) {
  const path = svg("path", { d: EVENT_PATHS[event] ?? EVENT_PATHS.repeated });
  return html("span", { class: `mark ${event}`, style: `left: ${left}`, title }, svg("svg", { viewBox: "0 0 16 16" }, path));
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return `${(100 * part) / (whole || 1)}%`;
}
