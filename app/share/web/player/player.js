// The state of a player: what is shown and what time it is.  Parts of the page listen to it and draw it.

import { LookReader } from "./looks.js";
import { FilmTrack } from "./film.js";

/**
 * @typedef {import("./content.js").Content} Content
 * @typedef {import("./content.js").Run} Run
 * @typedef {import("./content.js").Step} Step
 * @typedef {import("./looks.js").Theme} Theme
 * @typedef {import("./live.js").LiveScene} LiveScene
 * @typedef {import("./drawlist.js").DrawList} DrawList
 * @typedef {import("./drawlist.js").Vec3} Vec3
 * @typedef {import("./camera.js").OrbitCamera} OrbitCamera
 *
 * @typedef {object} ShownPane
 * @property {string} view
 * @property {string} title
 * @property {DrawList} drawList
 * @property {OrbitCamera} camera  as recorded
 * @property {number | null} ground
 *
 * @typedef {Record<string, number | undefined>} Pointed  looks that are shown while something is pointed at, by view; live, the `axis`
 */

/** Playback speeds; 1 is one step per second, or a film at its own speed. */
export const RATES = [0.25, 0.5, 1, 2, 4, 8];

export class Player {
  /**
   * @param {Content} content
   * @param {LookReader} [looks]  of the content
   * @param {LiveScene | null} [live]  if the reader can move the bodies freely
   */
  constructor(content, looks = new LookReader(content), live = null) {
    this.header = content.header;
    this.looks = looks;
    this.live = live;
    this.runs = content.header.runs ?? [];
    this.films = (content.header.films ?? []).map((film) => new FilmTrack(film, this.looks));
    this.drag = content.header.drag;
    this.place = this.drag?.start ?? 0; // of the body that is dragged
    /** @type {Vec3} */
    this.shift = [0, 0, 0]; // of the world since it was recorded
    this.track = 0; // runs come before films
    this.position = this.start; // steps, or seconds of a film
    this.playing = false;
    this.rate = 1;
    this.elapsed = 0; // seconds since the step was shown
    this.until = Infinity; // where a film stops
    /** @type {Pointed | null} */
    this.pointed = null;
    /** @type {Theme} */
    this.theme = "dark";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Set<(isHeld: boolean) => void>} */
    this.grippers = new Set(); // are told when something is taken hold of, and when it is let go
  }

  /** Whether the reader has moved the bodies, so that the page answers itself, and nothing recorded is about them. */
  get isLive() {
    return this.live?.isMoved === true;
  }

  /** The run shown; undefined while a film is, or bodies that the reader has moved whose steps the page cannot compute.
   * @returns {Run | undefined} */
  get run() {
    return this.isLive ? this.live?.run : this.recordedRun;
  }

  /** The run that the timeline is of; undefined while a film is shown. @returns {Run | undefined} */
  get timedRun() {
    return this.run ?? this.recordedRun;
  }

  /** The recorded run that was chosen; undefined while a film is shown. @returns {Run | undefined} */
  get recordedRun() {
    const runs = this.drag?.places[this.place].runs ?? this.runs;
    return runs[this.track] ?? undefined;
  }

  /** Whether the run shown has been recorded at other places, too. */
  get canDrag() {
    return this.drag?.places.some(({ runs }) => Boolean(runs?.[this.track])) ?? false;
  }

  /** The film shown; undefined while a run is. */
  get film() {
    return /** @type {FilmTrack | undefined} */ (this.films[this.track - this.runs.length]);
  }

  /** All runs and films, in the order of their numbers. */
  get tracks() {
    return [...this.runs, ...this.films];
  }

  /** The step shown; undefined while a film is. @returns {Step | undefined} */
  get step() {
    return this.run?.steps[this.position];
  }

  /** Where the run or film begins that is shown: where a body can be dragged, with the answer. */
  get start() {
    if (!this.recordedRun) return 0;
    return this.recordedRun.start ?? (this.drag ? this.end : 0);
  }

  /** The number of the step shown, as the run counts. */
  get stepNumber() {
    return (this.run?.first ?? 0) + this.position;
  }

  /** The last position. */
  get end() {
    return this.film ? this.film.seconds : (this.timedRun?.steps.length ?? 1) - 1;
  }

  /** What the views show. */
  get panes() {
    if (this.live?.isMoved) return this.live.panes(this.recordedPanes, this.theme, this.position, this.pointed?.axis);
    if (this.film) return this.film.panes(this.position, this.theme);
    return this.recordedPanes;
  }

  /** @returns {ShownPane[]} */
  get recordedPanes() {
    const steps = this.recordedRun?.steps ?? [];
    const shown = steps[Math.min(this.position, steps.length - 1)]?.panes ?? [];
    return shown.map((pane) => ({
      view: pane.view,
      title: pane.title,
      drawList: this.looks.drawList(this.pointed?.[pane.view] ?? pane.look, this.theme),
      camera: this.looks.camera(pane),
      ground: pane.ground ?? null,
    }));
  }

  /** Shows a position; if it is recorded alone, with the bodies where they were. @param {number} position */
  goTo(position) {
    if (!this.run) this.live?.reset();
    this.until = Infinity;
    this.position = Math.min(Math.max(position, 0), this.end);
    this.elapsed = 0;
    this.pointed = null;
    this.changed();
  }

  /** @param {number} count */
  stepBy(count) {
    this.playing = false;
    if (this.film?.hasBeats) this.stepByBeat(this.film, count);
    else this.goTo(this.film ? this.film.frameBeside(this.position, count) : this.position + count);
  }

  /** Plays the next beat of a film, or returns to where one began. @param {FilmTrack} film @param {number} count */
  stepByBeat(film, count) {
    const next = film.chapters.findIndex(([time]) => time >= this.position);
    if (count > 0) this.playChapter(next < 0 ? film.chapters.length : next);
    else this.goTo(film.chapters.filter(([time]) => time < this.position).pop()?.[0] ?? 0);
  }

  /** Plays a chapter of the film alone. @param {number} number */
  playChapter(number) {
    const chapters = this.film?.chapters ?? [];
    this.goTo(chapters[number]?.[0] ?? this.end);
    this.until = chapters[number + 1]?.[0] ?? this.end;
    this.playing = this.position < this.until;
    this.changed();
  }

  /**
   * Moves the body to another place, and stays at the last step or at the same one.
   * @param {number} place
   * @param {Vec3} shift  of the world since it was recorded
   */
  dragTo(place, shift = this.shift) {
    if (place === this.place) return;
    const [step, isLast] = [this.stepNumber, this.position >= this.end];
    this.place = place;
    this.shift = shift;
    this.playing = false;
    this.goTo(isLast ? this.end : step - (this.run?.first ?? 0));
  }

  togglePlay() {
    if (!this.run) this.live?.reset();
    this.playing = !this.playing;
    this.until = Infinity;
    if (this.playing && this.position >= this.end) this.goTo(0);
    this.elapsed = 0;
    this.changed();
  }

  /** Chooses a run or film as it was recorded, or its steps where the reader has put the bodies. @param {number} number */
  choose(number) {
    const name = this.runs[number]?.algorithm;
    if (this.isLive && this.live?.algorithms.some((algorithm) => algorithm.name === name)) this.chooseLive(name, number);
    else this.chooseRecorded(number);
  }

  /** Shows the steps of an algorithm where the bodies are now, as the page computes them. @param {string} name @param {number} [track]  recorded run of it */
  chooseLive(name, track = this.track) {
    if (!this.live) return;
    this.track = track;
    this.playing = false;
    this.pointed = null;
    this.live.isMoved = true;
    this.live.choose(name);
    this.position = this.end;
    this.changed();
  }

  /** @param {number} number  of a run or film */
  chooseRecorded(number) {
    this.live?.reset();
    this.track = number;
    if (!this.canDrag) {
      this.place = this.drag?.start ?? 0;
      this.shift = [0, 0, 0];
    }
    this.playing = false;
    this.goTo(this.start);
  }

  /** Changes where the reader has put the bodies. @param {(live: LiveScene) => void} change */
  moveLive(change) {
    if (!this.live) return;
    const isAtEnd = this.position >= this.end || (!this.isLive && this.position === this.start);
    if (!this.isLive) this.live.choose(this.recordedRun?.algorithm ?? null);
    this.playing = false;
    this.pointed = null;
    change(this.live);
    this.position = isAtEnd ? this.end : Math.min(this.position, this.end);
    this.changed();
  }

  /** @param {Pointed | null} looks */
  point(looks) {
    if (looks === this.pointed) return;
    this.pointed = looks;
    this.changed();
  }

  /**
   * Lets time pass while it plays.
   * @param {number} seconds
   */
  advance(seconds) {
    if (!this.playing) return;
    if (this.film) {
      this.position = Math.min(this.position + seconds * this.rate, this.end, this.until);
    } else {
      this.elapsed += seconds * this.rate;
      const steps = Math.floor(this.elapsed);
      if (steps === 0) return;
      this.elapsed -= steps;
      this.pointed = null;
      this.position = Math.min(this.position + steps, this.end);
    }
    this.playing = this.position < Math.min(this.end, this.until);
    this.changed();
  }

  changed() {
    for (const listener of this.listeners) listener();
  }
}
