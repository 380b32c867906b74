// Search over all pages of the website.  The index is a script that is loaded when the reader turns to the field: pages
// that are opened from disk may not fetch it.

(() => {
  "use strict";

  /** @typedef {[address: string, title: string, heading: string, text: string]} Entry */

  const MOST = 12; // results
  const AROUND = 60; // characters of text before and after a word that was found
  const WEIGHTS = [8, 12, 1]; // of a word in the title, the heading and the text
  const AT_START = 2; // times more if a word begins with it
  const OF_LESSON = 3; // times more than an exhibit, which only mentions what a lesson explains
  /** Spellings that differ, and what stands for both. @type {[RegExp, string][]} */
  const SPELLINGS = [[/ll/g, "l"], [/our(?=s?\b|ed|ing)/g, "or"], [/is(?=e[ds]?\b|ing\b|ation)/g, "iz"], [/tre(?=s?\b|d\b)/g, "ter"]];

  const root = document.body.dataset.root ?? "";
  const field = /** @type {HTMLInputElement} */ (document.querySelector("#search"));
  const panel = /** @type {HTMLElement} */ (document.querySelector(".results"));
  const status = /** @type {HTMLElement} */ (panel.querySelector("[role=status]"));
  const list = /** @type {HTMLElement} */ (panel.querySelector("ul"));
  /** @type {Entry[] | null} */
  let index = null;
  let asked = false;

  window.gjkscopeSearch = (entries) => {
    index = entries;
    show();
  };

  function load() {
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    document.head.append(script);
  }

  /** @param {string} text */
  function folded(text) {
    const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return SPELLINGS.reduce((spelt, [one, other]) => spelt.replace(one, other), plain);
  }

  /** How well an entry fits; 0 if it lacks one of the words. @param {Entry} entry @param {string[]} words */
  function rank(entry, words) {
    const parts = entry.slice(1).map(folded);
    let sum = 0;
    for (const word of words) {
      const scores = parts.map((part, number) => {
        const at = part.indexOf(word);
        if (at < 0) return 0;
        const begins = ` ${part}`.search(new RegExp(`[^\\p{L}\\p{N}]${escaped(word)}`, "u")) >= 0;
        return WEIGHTS[number] * (begins ? AT_START : 1);
      });
      const best = scores.reduce((total, score) => total + score, 0);
      if (best === 0) return 0;
      sum += best;
    }
    return entry[0].startsWith("lessons/") ? OF_LESSON * sum : sum;
  }

  /** @param {string} word */
  function escaped(word) {
    return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }

  function show() {
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    panel.hidden = words.length === 0;
    if (panel.hidden || !index) return;
    const ranked = index.map((entry) => ({ entry, score: rank(entry, words) })).filter(({ score }) => score > 0);
    ranked.sort((one, other) => other.score - one.score); // stable: in the order of the course
    status.textContent = ranked.length === 0 ? "No matches" : ranked.length > MOST ? `${MOST} of ${ranked.length} matches` : `${ranked.length} ${ranked.length === 1 ? "match" : "matches"}`;
    list.replaceChildren(...ranked.slice(0, MOST).map(({ entry }) => result(entry, words)));
  }

  /** @param {Entry} entry @param {string[]} words */
  function result([address, title, heading, text], words) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${root}${address}`;
    link.append(part("strong", heading), part("span", title), part("small", excerpt(text, words)));
    item.append(link);
    return item;
  }

  /** @param {string} tag @param {string} text */
  function part(tag, text) {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  }

  /** The text around the first word that it has. @param {string} text @param {string[]} words */
  function excerpt(text, words) {
    const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => words.some((sought) => folded(word).includes(sought)));
    const at = found?.index ?? 0;
    const start = at > AROUND ? text.indexOf(" ", at - AROUND) + 1 : 0;
    const end = Math.min(at + AROUND, text.length);
    return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  }

  field.disabled = false;
  field.addEventListener("focus", load);
  field.addEventListener("input", () => {
    load();
    show();
  });
  /** @type {HTMLElement} */ (field.closest("search")).addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    if (event.key === "Escape") {
      field.value = "";
      show();
      field.focus();
    } else if (event.key === "ArrowDown" && links.length > 0) {
      links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (links[at - 1] ?? field).focus();
    } else if (event.key === "Enter" && at < 0 && links.length > 0) {
      links[0].click();
    } else {
      return;
    }
    event.preventDefault();
  });
  addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("search") || event.target.closest(".results a")) panel.hidden = true;
  });
})();
