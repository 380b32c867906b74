// Exercise sheets: keeps what is written in this browser, and prints it.

(() => {
  "use strict";

  const form = /** @type {HTMLFormElement} */ (document.querySelector("form.sheet"));
  const store = `gjkscope-sheet-${form.dataset.sheet}`;
  const fields = () => /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ ([...form.querySelectorAll("input, textarea")]);

  /** @returns {Record<string, string>} */
  function stored() {
    try {
      const found = JSON.parse(localStorage.getItem(store) ?? "{}");
      return typeof found === "object" && found !== null ? found : {};
    } catch {
      return {}; // this browser keeps nothing, or something else
    }
  }

  function keep() {
    const written = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    try {
      localStorage.setItem(store, JSON.stringify(written));
    } catch {
      // the answers last as long as the page
    }
  }

  /** A field for text is as high as its text, also on paper. @param {Element} field */
  function fit(field) {
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + 2}px`;
  }

  function restore() {
    const known = stored();
    for (const field of fields()) {
      const value = known[field.name];
      if (field instanceof HTMLInputElement && field.type === "radio") field.checked = field.value === value;
      else field.value = typeof value === "string" ? value : "";
      fit(field);
    }
  }

  form.addEventListener("input", (event) => {
    fit(/** @type {Element} */ (event.target));
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    if (confirm("Clear all answers of this sheet?")) {
      localStorage.removeItem(store);
      setTimeout(restore);
    } else event.preventDefault();
  });
  for (const button of /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll(".actions button")])) button.hidden = false;
  form.querySelector(".print-sheet")?.addEventListener("click", () => print());
  restore();
})();
