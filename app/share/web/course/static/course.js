// The pages of the website: loads each figure when it comes near, connects it with the tasks, questions and predictions
// beside it, and remembers what the reader has done.  `app/share/web/course/figures.py` writes what a figure's script holds.

(() => {
  "use strict";

  /**
   * @typedef {{[view: string]: number}} Looks  of views, while something is pointed at
   * @typedef {object} Choice
   * @property {Looks} looks  while the choice is pointed at
   * @property {Looks} [wrong]  after it has been chosen, if it is wrong
   * @property {[number, number, number][]} corners  of its mark in the view
   *
   * @typedef {object} Figure
   * @property {string} payload
   * @property {string} engine  the script with the engine with which it answers pairs; empty if it answers none
   * @property {string[]} parts  of the player
   * @property {number} main  number of the track that the page begins with
   * @property {{words: string[], tracks: number[], at: number}[]} sliders
   * @property {Record<string, {done: [number, number][], places?: number[], film?: number}>} tasks  by part: where a task
   *   is done, as track and position, or as places of what is dragged; and the film of its solution
   * @property {Record<string, Prediction>} predictions
   *
   * @typedef {object} Prediction  An answer is chosen, or the origin is dragged to one.
   * @property {number} track  in which it is asked
   * @property {number} [film]  of the solution
   * @property {number} [reveals]  the step with the answer
   * @property {Choice[]} [choices]
   * @property {string} [view]  of their marks
   * @property {boolean} [atTips]  whether marks are taken hold of at their last corner
   * @property {number} [answered]  the track that shows the answer at the place of the origin
   * @property {number[]} [why]  for each place of the origin: the number of the reason why it is wrong, or −1
   * @property {string[]} [reasons]
   *
   * @typedef {import("../../player/main.js").Mounted} Mounted
   */

  const STORE = "gjkscope-course";
  const NEAR = "100% 0px"; // one screen away
  const SAME = 1e-6; // seconds
  const PAUSE = 2000; // milliseconds after a film that repeats
  const wantsLessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const TITLES = /** @type {const} */ ({ done: "Done", right: "Correct", wrong: "Incorrect" });
  const root = document.body.dataset.root ?? "";

  // --- what the reader has done ---

  const learned = new Set(stored());

  /** @returns {string[]} */
  function stored() {
    try {
      const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
      return Array.isArray(found) ? found.filter((key) => typeof key === "string") : [];
    } catch {
      return []; // this browser keeps nothing, or something else
    }
  }

  /** @param {string} key */
  function learn(key) {
    if (learned.has(key)) return;
    learned.add(key);
    try {
      localStorage.setItem(STORE, JSON.stringify([...learned]));
    } catch {
      // then progress lasts as long as the page
    }
    showProgress();
  }

  /** Marks in the contents what has been done. */
  function showProgress() {
    for (const item of all(document, ".pages li")) {
      item.classList.toggle("done", keysOf(item.dataset.keys).every((key) => learned.has(key)));
    }
    for (const card of all(document, ".lessons .card")) {
      const pages = (card.dataset.pages ?? "").split("|").map(keysOf);
      const done = pages.filter((keys) => keys.every((key) => learned.has(key))).length;
      const words = done === pages.length ? "✓ done" : done > 0 ? `${done} of ${pages.length} pages` : `${pages.length} pages`;
      one(card, ".progress").textContent = words;
      card.classList.toggle("done", done === pages.length);
    }
    showResume();
  }

  /** Leads to the first page that is not done, from where something was learned last; `resume_at` in Python. */
  function showResume() {
    const resume = document.querySelector("a.resume");
    if (!(resume instanceof HTMLAnchorElement) || learned.size === 0) return;
    const pages = all(document, ".lessons .card").flatMap((card) =>
      (card.dataset.pages ?? "").split("|").map((keys, page) => ({ card, page, keys: keysOf(keys) })));
    const last = [...learned].pop() ?? "";
    const at = Math.max(pages.findIndex(({ keys }) => keys.includes(last)), 0);
    const next = [...pages.slice(at), ...pages.slice(0, at)].find(({ keys }) => !keys.every((key) => learned.has(key)));
    if (!next) return;
    resume.href = `${/** @type {HTMLAnchorElement} */ (one(next.card, "a")).getAttribute("href")}#page-${next.page + 1}`;
    resume.textContent = `Continue: lesson ${next.card.dataset.number}, page ${next.page + 1}`;
  }

  /** @param {string} [text] */
  function keysOf(text) {
    return (text ?? "").split(" ").filter(Boolean);
  }

  // --- figures ---

  /** @type {Map<string, (value: any) => void>} */
  const waiting = new Map();
  /** @type {Map<string, Promise<string>>} */
  const engines = new Map(); // once figures need them
  /** @type {Promise<unknown> | null} */
  let player = null; // once there is a figure
  /** @type {Map<HTMLElement, Promise<void>>} */
  const begun = new Map();

  window.gjkscopeCourse = {
    add(name, figure) {
      waiting.get(name)?.(figure);
      waiting.delete(name);
    },
  };

  /** Loads a script with a figure, or with the engine: pages that are opened from disk may not fetch it. @param {string} name @returns {Promise<any>} */
  function loaded(name) {
    const figure = new Promise((resolve) => waiting.set(name, resolve));
    return run(name).then(() => figure);
  }

  /** Loads and runs a script. @param {string} name @returns {Promise<unknown>} */
  function run(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}${name}.js`;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${name}.js cannot be loaded`));
      document.head.append(script);
    });
  }

  /** Fills a figure, once. @param {HTMLElement} element */
  function begin(element) {
    const known = begun.get(element);
    if (known) return known;
    const filling = fillFigure(element);
    begun.set(element, filling);
    return filling;
  }

  /** @param {HTMLElement} element */
  async function fillFigure(element) {
    const place = one(element, ".player");
    try {
      /** @type {[Figure, unknown]} */
      const [figure] = await Promise.all([loaded(element.dataset.figure ?? ""), (player ??= run("player"))]);
      /** @type {import("../../player/main.js").MountOptions} */
      const options = { keys: "player", parts: figure.parts };
      if (figure.engine) options.engine = await engineOf(figure.engine);
      const mounted = await gjkscopePlayer.mount(place, figure.payload, options);
      if (mounted) connect(element, figure, mounted);
      requestAnimationFrame(() => requestAnimationFrame(() => element.classList.add("shown"))); // the player has drawn
    } catch (fault) {
      place.textContent = fault instanceof Error ? fault.message : String(fault);
      place.setAttribute("role", "alert");
    }
  }

  /** Loads an engine, once. @param {string} name */
  function engineOf(name) {
    const known = engines.get(name) ?? loaded(name);
    engines.set(name, known);
    return known;
  }

  /** Connects a figure with the page around it. @param {HTMLElement} element @param {Figure} figure @param {Mounted} mounted */
  function connect(element, figure, { player, views }) {
    const page = element.closest(".lesson-page") ?? element;
    all(element, ".slider input").forEach((field, number) => connectSlider(/** @type {HTMLInputElement} */ (field), figure.sliders[number], player));
    const tasks = all(page, ".task, .drag-origin").map((part) => connectTask(part, figure, player));
    const asked = all(page, ".predict:not(.drag-origin)").map((part) => connectPrediction(part, figure, player, views));
    if (player.track !== figure.main) player.choose(figure.main);
    const first = all(page, ".part").find((part) => !learned.has(part.dataset.key ?? ""));
    asked.find(({ part }) => part === first)?.ask();
    const lines = all(page, "[data-beat]");
    player.listeners.add(() => {
      const { film, position } = player;
      const beat = film?.hasBeats && position > 0 ? film.chapters[film.chapterAt(position - SAME)]?.[1] : undefined;
      for (const line of lines) line.classList.toggle("lit", line.dataset.beat === beat);
    });
    connectDragged(all(page, ".predict.drag-origin"), figure, player);
    player.listeners.add(() => tasks.forEach((look) => look()));
    if (element.dataset.plays !== undefined) repeat(player);
  }

  /** Plays a film again and again, until the reader pauses it; its last frame stays where less motion is wanted. @param {Mounted["player"]} player */
  function repeat(player) {
    if (wantsLessMotion.matches) {
      player.goTo(player.end);
      return;
    }
    let waiting = 0;
    const again = () => {
      waiting = 0;
      if (!player.playing && player.position >= player.end) player.togglePlay();
    };
    player.listeners.add(() => {
      if (!player.playing && player.position >= player.end && waiting === 0) waiting = setTimeout(again, PAUSE);
    });
    player.togglePlay();
  }

  /**
   * @param {HTMLInputElement} field
   * @param {Figure["sliders"][number]} slider
   * @param {Mounted["player"]} player
   */
  function connectSlider(field, slider, player) {
    field.disabled = false;
    field.addEventListener("input", () => {
      const place = Number(field.value);
      field.setAttribute("aria-valuetext", slider.words[place]);
      /** @type {HTMLElement} */ (field.nextElementSibling).textContent = slider.words[place];
      player.choose(slider.tracks[place]);
    });
  }

  /**
   * Plays the solution on demand; returns a function that looks whether the task is done.
   * @param {HTMLElement} part
   * @param {Figure} figure
   * @param {Mounted["player"]} player
   */
  function connectTask(part, figure, player) {
    const number = part.dataset.part ?? "";
    const { film } = figure.tasks[number] ?? figure.predictions[number];
    const { done = [], places = [] } = figure.tasks[number] ?? {};
    const button = part.querySelector(".show-me");
    if (button instanceof HTMLButtonElement && film !== undefined) {
      button.disabled = false;
      button.addEventListener("click", () => {
        if (player.track === film) {
          player.choose(figure.main);
        } else {
          player.choose(film);
          player.togglePlay();
        }
      });
    }
    return () => {
      if (button) button.textContent = player.track === film ? "Back to the start" : "Show me";
      const isDone = film !== undefined && player.track === film
        ? player.position >= player.end - SAME
        : places.includes(player.place) || done.some(([track, position]) => track === player.track && hasReached(player, position));
      if (isDone) finish(part);
    };
  }

  /** Whether a run is at a step, or a film has come to a time. @param {Mounted["player"]} player @param {number} position */
  function hasReached(player, position) {
    return player.film ? position <= player.position + SAME : position === player.position;
  }

  /**
   * @param {HTMLElement} part
   * @param {Figure} figure
   * @param {Mounted["player"]} player
   * @param {Mounted["views"]} views
   */
  function connectPrediction(part, figure, player, views) {
    const { track, reveals, choices = [], view = "", atTips = false } = figure.predictions[part.dataset.part ?? ""];
    const buttons = all(part, ".choices button");
    const reveal = () => {
      player.choose(figure.main);
      player.goTo(reveals ?? 0);
      finish(part);
    };
    const choose = (/** @type {number} */ number) => {
      if (answer(part, buttons[number])) {
        reveal();
      } else {
        ask();
        player.point(choices[number].wrong ?? null);
      }
    };
    const point = (/** @type {number | null} */ number) => {
      if (number !== null && player.track === track) player.point(choices[number].looks);
      else if (choices.some(({ looks }) => player.pointed === looks)) player.point(null);
    };
    const show = () => {
      const isAsked = player.track === track;
      if (views.choices === inPicture && !isAsked) views.choices = null;
      one(part, ".how").hidden = one(part, ".choices").hidden = !isAsked;
      one(part, ".reveal").hidden = !isAsked;
      one(part, ".ask").hidden = isAsked;
      one(part, ".ask").textContent = part.classList.contains("done") ? "Ask again" : "Ask me";
    };
    const inPicture = { view, atTips, marks: choices.map(({ corners }) => corners), point, choose };
    const ask = () => {
      if (player.track !== track) player.choose(track);
      views.choices = inPicture;
    };
    player.listeners.add(show);
    one(part, ".ask").addEventListener("click", ask);
    one(part, ".reveal").addEventListener("click", reveal);
    for (const [number, button] of buttons.entries()) {
      button.addEventListener("pointerenter", () => point(number));
      button.addEventListener("focus", () => point(number));
      button.addEventListener("pointerleave", () => point(null));
      button.addEventListener("blur", () => point(null));
      button.addEventListener("click", () => choose(number));
    }
    show();
    return { part, ask };
  }

  /**
   * Predictions that are answered by dragging the origin; the first one that is not done is asked.
   * @param {HTMLElement[]} parts
   * @param {Figure} figure
   * @param {Mounted["player"]} player
   */
  function connectDragged(parts, figure, player) {
    const of = (/** @type {HTMLElement} */ part) => figure.predictions[part.dataset.part ?? ""];
    const asked = () => parts.find((part) => !part.classList.contains("done"));
    const show = () => {
      for (const part of parts) one(part, ".how").hidden = part !== asked();
    };
    const judge = (/** @type {HTMLElement} */ part) => {
      const { why = [], reasons = [], answered = 0 } = of(part);
      const reason = reasons[why[player.place]];
      one(part, ".feedback .bad").textContent = reason ?? "";
      if (reason === undefined) finish(part);
      else say(part, "wrong", "wrong");
      player.choose(answered);
    };
    player.grippers.add((isHeld) => {
      const part = asked();
      if (!part) return;
      const { track, answered } = of(part);
      if (isHeld) player.choose(track);
      else if (player.track === track || player.track === answered) judge(part);
    });
    player.listeners.add(show);
    const part = asked();
    if (part) player.choose(of(part).track);
    show();
  }

  // --- parts of a page ---

  /** Judges an answer, and says why it is right or wrong; returns whether it is right. @param {HTMLElement} part @param {HTMLElement} button */
  function answer(part, button) {
    const right = button.hasAttribute("data-right");
    for (const other of all(part, ".choices button")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", "true");
    button.classList.add(right ? "right" : "wrong");
    say(part, button.dataset.choice ?? "", right ? "right" : "wrong");
    return right;
  }

  /** @param {HTMLElement} part */
  function finish(part) {
    if (learned.has(part.dataset.key ?? "") && part.classList.contains("done")) return;
    praise(part);
    learn(part.dataset.key ?? "");
  }

  /** @param {HTMLElement} part  a task or a prediction */
  function praise(part) {
    say(part, "done", part.classList.contains("predict") ? "right" : "done");
  }

  /**
   * Shows one of the answers to the reader.
   * @param {HTMLElement} part
   * @param {string} which
   * @param {keyof typeof TITLES} result
   */
  function say(part, which, result) {
    for (const words of all(part, ".feedback > *")) words.hidden = words.dataset.for !== which;
    part.classList.toggle("done", result !== "wrong");
    part.classList.toggle("failed", result === "wrong");
    one(part, "h3").textContent = TITLES[result];
  }

  for (const part of all(document, ".question")) {
    const buttons = all(part, ".choices button");
    for (const button of buttons) {
      button.addEventListener("click", () => {
        if (answer(part, button)) learn(part.dataset.key ?? "");
      });
    }
    const right = buttons.find((button) => button.hasAttribute("data-right"));
    if (right && learned.has(part.dataset.key ?? "")) answer(part, right);
  }
  for (const part of all(document, ".task, .predict")) {
    if (learned.has(part.dataset.key ?? "")) praise(part);
  }

  // --- the page ---

  const near = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      begin(/** @type {HTMLElement} */ (entry.target));
    }
  }, { rootMargin: NEAR });
  all(document, ".figure").forEach((figure) => near.observe(figure));

  const read = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      read.unobserve(entry.target);
      learn(/** @type {HTMLElement} */ (entry.target.closest(".lesson-page")).dataset.key ?? "");
    }
  });
  all(document, ".lesson-page .words > :last-child").forEach((end) => read.observe(end));

  for (const button of all(document, ".print-all")) {
    /** @type {HTMLButtonElement} */ (button).disabled = false;
    button.addEventListener("click", async () => {
      await Promise.all(all(document, ".figure").map(begin));
      requestAnimationFrame(() => requestAnimationFrame(() => print()));
    });
  }
  showProgress();

  // --- helpers ---

  /** @param {ParentNode} parent @param {string} selector */
  function all(parent, selector) {
    return /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(selector)]);
  }

  /** @param {ParentNode} parent @param {string} selector */
  function one(parent, selector) {
    return /** @type {HTMLElement} */ (parent.querySelector(selector));
  }
})();
