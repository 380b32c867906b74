// Keyboard: the keys of the window, where a page can have them.

/** @typedef {import("./player.js").Player} Player */

/** Where a key means something else: text fields, lists, and buttons that Space presses. */
const OWN_KEYS = "input:not([type=range]), select, textarea, [contenteditable]";

/**
 * Handles the keys that reach an element.
 * @param {HTMLElement | Document} element
 * @param {Player} player
 * @param {{frame: () => void}} views
 */
export function listenForKeys(element, player, views) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ",": () => player.stepBy(-1),
    ".": () => player.stepBy(1),
    " ": () => player.togglePlay(),
    Home: () => player.goTo(0),
    End: () => player.goTo(player.end),
    r: () => player.goTo(0),
    f: () => views.frame(),
  };
  element.addEventListener("keydown", (/** @type {any} */ event) => {
    const action = keys[event.key];
    const target = /** @type {Element} */ (event.target);
    if (!action || event.ctrlKey || event.metaKey || event.altKey || target.closest?.(OWN_KEYS)) return;
    if (event.key === " " && target.closest?.("button, summary")) return;
    if ((event.key === "Home" || event.key === "End") && target.closest?.(".drag")) return; // the ends of its slider
    event.preventDefault();
    action();
  });
}
