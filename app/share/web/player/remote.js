// Lets another page, or an element of the same page, control a player: commands come in, and events go out.
// `docs/embedding.md` describes both.

import { difference, dot } from "./vectors.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./content.js").DragPlace} DragPlace
 * @typedef {Record<string, unknown> & {gjkscope: number, event: string}} Told  an event
 * @typedef {(message: any) => void} Commanded  takes a command; anything else is ignored
 */

export const PROTOCOL = 1; // the version, which each message has as `gjkscope`
const SAME_PLACE = 1e-9; // metres

/** What cannot be done, in words for the other page. */
class Refusal extends Error {}

/**
 * Reports what happens in a player, and returns what takes commands.
 * @param {Player} player
 * @param {(told: Told) => void} tell
 * @returns {Commanded}
 */
export function remote(player, tell) {
  const say = (/** @type {string} */ event, /** @type {object} */ more) => tell({ gjkscope: PROTOCOL, event, ...more });
  let known = keyOf(player);
  player.listeners.add(() => {
    const key = keyOf(player);
    if (key === known) return;
    known = key;
    say("stepped", shownIn(player));
  });
  say("ready", { title: player.header.title, bodies: player.header.pair, tracks: player.tracks.map(({ title }) => title), computed: player.live?.algorithms.map(({ title }) => title) ?? [], movable: movable(player), ...shownIn(player) });
  return (message) => {
    if (message?.gjkscope !== PROTOCOL || typeof message.command !== "string") return;
    try {
      const command = COMMANDS[message.command];
      if (!command) throw new Refusal(`the commands are ${Object.keys(COMMANDS).join(", ")}`);
      const answer = command(player, message);
      if (answer) say(...answer);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      say("error", { command: message.command, message: `${message.command}: ${fault.message}` });
    }
  };
}

/**
 * Takes commands from the page around this one, and reports to it: to any, or only to the origin that the address names
 * as `?origin=https://example.org`.
 * @param {Player} player
 */
export function listenToParent(player) {
  if (window.parent === window) return;
  const origin = new URLSearchParams(location.search).get("origin");
  if (origin !== null && !isOrigin(origin)) return; // nobody is allowed
  const command = remote(player, (told) => window.parent.postMessage(told, origin ?? "*"));
  addEventListener("message", (event) => {
    if (event.source === window.parent && (origin === null || event.origin === origin)) command(event.data);
  });
}

/** @type {Record<string, (player: Player, message: any) => [string, object] | void>} */
const COMMANDS = {
  step: (player, { count = 1 }) => player.stepBy(whole(count, "count")),
  go: (player, { step }) => {
    player.playing = false;
    player.goTo(player.film ? finite(step, "step") : whole(step, "step") - (player.run?.first ?? 0));
  },
  play: (player) => {
    if (!player.playing) player.togglePlay();
  },
  pause: (player) => {
    if (player.playing) player.togglePlay();
  },
  choose: (player, { track }) => {
    const number = typeof track === "string" ? player.tracks.findIndex(({ title }) => title === track) : whole(track, "track");
    const computed = player.live?.algorithms.find(({ title }) => title === track);
    if (player.tracks[number]) player.choose(number);
    else if (computed && !player.film) player.chooseLive(computed.name);
    else throw new Refusal(`track: must be the number or title of one of ${player.tracks.length} tracks${computedTitles(player)}`);
  },
  pose: (player, { body, position, rotation }) => ["posed", placed(player, body, position, rotation)],
  state: (player) => ["state", shownIn(player)],
};

/** The titles of algorithms that the page computes itself, for an error message. @param {Player} player */
function computedTitles({ live }) {
  const titles = (live?.algorithms ?? []).map(({ title }) => title);
  return titles.length > 0 ? `, or one of ${titles.join("; ")}` : "";
}

/**
 * Puts a body where it is asked for, or to the nearest place that was recorded.
 * @param {Player} player
 * @param {unknown} body
 * @param {unknown} position
 * @param {unknown} rotation
 */
function placed(player, body, position, rotation) {
  const wanted = vector(position);
  if (rotation !== undefined) throw new Refusal("rotation: only positions can be chosen");
  if (player.live) return placedLive(player, body, wanted);
  const { drag } = player;
  if (!drag || !player.canDrag) throw new Refusal("this page has recorded no other poses; export it with --drag");
  if (body !== drag.body) throw new Refusal(`body: only ${drag.body} was recorded at other places`);
  const lengths = drag.places.map((place) => lengthBetween(positionOf(place), wanted));
  const least = Math.min(...lengths);
  const number = lengths.indexOf(least);
  player.dragTo(number);
  return { body, position: positionOf(drag.places[number]), exact: least <= SAME_PLACE, ...shownIn(player) };
}

/** Puts a body of a live page there, which answers itself. @param {Player} player @param {unknown} body @param {Vec3} position */
function placedLive(player, body, position) {
  const number = player.header.pair.indexOf(String(body));
  if (number < 0) throw new Refusal(`body: must be one of ${player.header.pair.join(", ")}`);
  if (player.film) throw new Refusal("bodies of a film cannot be moved; choose a run");
  if (player.live?.isPlanar && position[2] !== 0) throw new Refusal("position: must lie in the plane z = 0 of a 2D scene");
  player.moveLive((live) => live.place(number, position));
  return { body, position, exact: true, ...shownIn(player) };
}

/** @param {DragPlace} place */
function positionOf({ position }) {
  if (!position) throw new Refusal("the places of this page are not known as positions");
  return position;
}

/** @param {Vec3} a @param {Vec3} b */
function lengthBetween(a, b) {
  const way = difference(a, b);
  return Math.sqrt(dot(way, way));
}

/** What can be moved: bodies "live", or "recorded" places of a body, or nothing. @param {Player} player */
function movable(player) {
  if (player.live) return Object.fromEntries(player.header.pair.map((name) => [name, "live"]));
  return player.drag && player.drag.places.every(({ position }) => position) ? { [player.drag.body]: "recorded" } : {};
}

/** What is shown, for an event. @param {Player} player */
function shownIn(player) {
  const { run, film, step } = player;
  const frame = film?.frameAt(player.position);
  const answer = player.isLive ? player.live?.words : player.recordedRun?.answer ?? frame?.answer;
  return {
    track: player.track,
    showing: (player.timedRun ?? film)?.title ?? null,
    step: film || !run ? null : player.stepNumber,
    last: film || !run ? null : run.last,
    time: film ? player.position : null,
    playing: player.playing,
    headline: step?.headline ?? frame?.caption ?? "",
    sentence: step?.sentence ?? frame?.sentence ?? "",
    verdict: answer?.verdict ?? null,
    distance: answer?.distance ?? null,
  };
}

/** What an event is about: it is sent when this changes. @param {Player} player */
function keyOf(player) {
  const at = player.film ? player.film.numberAt(player.position) : player.position;
  const poses = player.isLive ? player.live?.poses.flat() : [];
  return [player.track, player.place, at, player.playing, player.run?.algorithm, ...(poses ?? [])].join(" ");
}

/** @param {unknown} value @param {string} name */
function whole(value, name) {
  if (!Number.isSafeInteger(value)) throw new Refusal(`${name}: must be a whole number`);
  return /** @type {number} */ (value);
}

/** @param {unknown} value @param {string} name */
function finite(value, name) {
  if (!Number.isFinite(value)) throw new Refusal(`${name}: must be a number`);
  return /** @type {number} */ (value);
}

/** @param {unknown} value @returns {Vec3} */
function vector(value) {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) throw new Refusal("position: must be three numbers, in metres");
  return /** @type {Vec3} */ (value);
}

/** @param {string} text */
function isOrigin(text) {
  try {
    return new URL(text).origin === text;
  } catch {
    return false; // it is no address
  }
}
