// The panels: the answer, what the step does, its numbers, why no other Voronoi region, and all steps.

import { fill, html, styled } from "./dom.js";

/**
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("./controls.js").Part} Part
 * @typedef {import("./content.js").Step} Step
 * @typedef {import("./content.js").StepTable} StepTable
 */

/**
 * The verdict and the signed distance, and what the algorithm itself found.
 * @param {Player} player
 * @returns {Part}
 */
export function answerPanel(player) {
  const element = html("div", { class: "answer" });
  /** @type {unknown} */
  let shown = null;
  const update = () => {
    const { run, film } = player;
    const live = player.isLive ? player.live?.words : undefined;
    const answer = live ?? player.recordedRun?.answer ?? film?.frameAt(player.position).answer;
    if (answer === shown) return;
    shown = answer;
    if (!answer) {
      fill(element);
      return;
    }
    const own = player.isLive ? undefined : player.recordedRun?.own;
    const verdict = html("strong", { class: `verdict ${answer.verdict}` }, answer.words);
    const proof = html("span", { class: answer.proved ? "proof proved" : "proof", title: answer.certificate }, answer.proof);
    const unread = answer.unread && html("span", { class: "unread", title: (answer.unreadParts ?? []).join("\n") }, `⚠ ${answer.unread}`);
    const title = run?.title ?? "";
    const found = live ? live.found : own ? `${title}: ${own.words}, ${own.distance} (${own.exit})` : title;
    const differs = own !== undefined && own.verdict !== "undecided" && own.verdict !== answer.verdict;
    fill(
      element,
      html("div", {}, verdict, " ", html("span", { class: "distance" }, answer.distance), " ", proof, " ", unread),
      answer.about && html("p", { class: "small" }, answer.about),
      answer.about && html("p", { class: differs ? "small wrong" : "small" }, differs ? `✕ ${found}` : found),
    );
  };
  return { element, update };
}

const ANSWER_SENTENCE = "The views show the answer at these poses.";

/**
 * What the step does, in words; announced by screen readers when it changes.
 * @param {Player} player
 * @returns {Part}
 */
export function sentencePanel(player) {
  const element = html("div", { class: "sentence", "aria-live": "polite" });
  player.grippers.add((isHeld) => element.setAttribute("aria-live", isHeld ? "off" : "polite")); // not while a body is dragged
  let shown = "";
  const update = () => {
    const step = player.step;
    const frame = player.film?.frameAt(player.position);
    const sentence = player.isLive && !step ? `${ANSWER_SENTENCE} ${recordedAlone(player)}` : step?.sentence ?? frame?.sentence ?? "";
    const key = `${step?.headline} ${sentence} ${frame?.title} ${frame?.card}`;
    if (key === shown) return;
    shown = key;
    fill(
      element,
      step?.headline && html("h2", {}, step.headline),
      frame?.title && html("h2", {}, ...styled(frame.title, player.film?.formulas)),
      step?.mistaken && html("p", { class: "wrong" }, "⚠ wrong about where the origin is"),
      frame?.card && html("p", { class: "card" }, ...styled(frame.card, player.film?.formulas)),
      html("p", {}, sentence),
    );
  };
  return { element, update };
}

/** Why the steps are shown at the recorded poses alone. @param {Player} player */
export function recordedAlone(player) {
  const reason = player.live?.live.steps.reason ?? "its functions are not compiled for pages";
  return `The steps of ${player.recordedRun?.title} are recorded at the recorded poses: ${reason}. Go to a step to see them there.`;
}

/**
 * The numbers of the step; those that it changed are marked.
 * @param {Player} player
 * @returns {Part}
 */
export function numbersPanel(player) {
  return section("Numbers", true, () => {
    const step = player.step;
    return step ? [numberRows(step), ...step.tables.map(tableOf)] : [];
  }, () => player.step);
}

/** @param {Step} step */
function numberRows(step) {
  const rows = step.numbers.map(([label, value, help, isNew, depth]) =>
    html("tr", { class: isNew ? "new" : "", title: help },
      html("th", { scope: "row", style: `padding-left: ${depth}em` }, label),
      html("td", {}, value, isNew && html("span", { class: "hidden" }, " (changed)"))));
  return html("table", { class: "numbers" }, html("tbody", {}, ...rows));
}

/** @param {StepTable} table */
function tableOf(table) {
  const heads = table.heads.map(([title, help]) => (title ? html("th", { scope: "col", title: help }, title) : html("td")));
  const rows = table.rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, cell))));
  const more = table.more > 0 && html("p", { class: "small" }, `and ${table.more} more`);
  return html("div", { class: "wide", tabindex: 0, role: "group", "aria-label": table.title }, // the arrow keys scroll it
    html("table", {}, html("caption", {}, table.title), html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows)),
    more);
}

/**
 * Why the origin is in its Voronoi region and in no other; pointing at one shows it.
 * @param {Player} player
 * @returns {Part}
 */
export function regionsPanel(player) {
  return section("Why not another region", true, () => {
    if (!player.run?.steps.some((step) => step.regions)) return [];
    const rows = (player.step?.regions ?? []).map((region) => {
      const looks = { difference: region.look };
      return html("li", { class: region.won ? "won" : "lost", tabindex: 0, ...pointing(player, looks) },
        html("strong", {}, region.won ? "won" : "lost"), " ", html("span", { class: "mono" }, region.name),
        html("p", {}, region.reason));
    });
    return [rows.length ? html("ul", { class: "regions" }, ...rows) : html("p", { class: "small" }, "This step decides between no regions.")];
  }, () => player.step);
}

/**
 * All steps; a click goes to one.
 * @param {Player} player
 * @returns {Part}
 */
export function stepsPanel(player) {
  const part = section("All steps", false, () => {
    const first = player.run?.first ?? 0;
    const rows = (player.run?.steps ?? []).map((step, number) =>
      html("li", { value: first + number },
        html("button", { type: "button", click: () => player.goTo(number) }, step.headline),
        html("p", { class: "print" }, step.sentence)));
    return [html("ol", { class: "steps", start: first }, ...rows)];
  }, () => player.run);
  const update = () => {
    part.update();
    part.element.querySelectorAll(".steps button").forEach((button, number) => {
      if (number === player.position) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  };
  return { element: part.element, update };
}

/**
 * Listeners that show looks while an element is pointed at or has the focus.
 * @param {Player} player
 * @param {import("./player.js").Pointed} looks
 */
export function pointing(player, looks) {
  const show = () => player.point(looks);
  const hide = () => player.point(null);
  return { pointerenter: show, pointerleave: hide, focus: show, blur: hide };
}

/**
 * A section that can be collapsed; it is hidden while it is empty, and rebuilt when what it is of changes.
 * @param {string} title
 * @param {boolean} open
 * @param {() => Node[]} build
 * @param {() => unknown} subject
 * @returns {Part}
 */
export function section(title, open, build, subject) {
  const body = html("div", {});
  const element = html("details", { open, class: "section" }, html("summary", {}, title), body);
  /** @type {unknown} */
  let shown = element;
  const update = () => {
    if (shown === subject()) return;
    shown = subject();
    const parts = build();
    element.hidden = parts.length === 0;
    fill(body, ...parts);
  };
  return { element, update };
}
