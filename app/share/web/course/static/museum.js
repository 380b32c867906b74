// The filters of the gallery.  The address keeps them, so that a selection can be linked to.

(() => {
  "use strict";

  const ANY = "any";
  const FAILURES = ["wrong", "crashed"];
  const filters = /** @type {HTMLElement} */ (document.querySelector(".filters"));
  const fields = /** @type {HTMLSelectElement[]} */ ([...filters.querySelectorAll("select")]);
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".exhibits .card")]);
  const status = /** @type {HTMLElement} */ (filters.querySelector("[role=status]"));

  /** @param {string} name */
  function chosen(name) {
    const value = fields.find((field) => field.dataset.filter === name)?.value ?? ANY;
    return value === ANY ? null : value;
  }

  /** Whether an engine, or any of them, has the result. @param {HTMLElement} card */
  function hasResult(card) {
    const [engine, result] = [chosen("engine"), chosen("result")];
    if (!engine && !result) return true;
    const wanted = result === "failed" ? FAILURES : result ? [result] : null;
    return (card.dataset.results ?? "").split(" ").some((entry) => {
      const [name, outcome] = entry.split(":");
      return (!engine || name === engine) && (!wanted || wanted.includes(outcome));
    });
  }

  /** @param {HTMLElement} card */
  function fits(card) {
    const [verdict, source, cause] = ["verdict", "source", "cause"].map(chosen);
    return hasResult(card)
      && (!verdict || card.dataset.verdict === verdict)
      && (!source || card.dataset.source === source)
      && (!cause || (card.dataset.cause ?? "").split("|").includes(cause));
  }

  function show() {
    let count = 0;
    for (const card of cards) {
      card.hidden = !fits(card);
      if (!card.hidden) count++;
    }
    status.textContent = count === cards.length ? `${count} pairs` : `${count} of ${cards.length} pairs`;
  }

  function restore() {
    const known = new URLSearchParams(location.hash.slice(1));
    for (const field of fields) {
      field.value = known.get(field.dataset.filter ?? "") ?? ANY;
      if (field.selectedIndex < 0) field.value = ANY;
    }
    show();
  }

  filters.addEventListener("change", () => {
    const kept = new URLSearchParams();
    for (const field of fields) if (field.value !== ANY) kept.set(field.dataset.filter ?? "", field.value);
    history.replaceState(null, "", kept.size > 0 ? `#${kept}` : location.pathname + location.search);
    show();
  });
  addEventListener("hashchange", restore);
  for (const field of fields) field.disabled = false;
  restore();
})();
