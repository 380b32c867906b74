// Builds elements.  Text only ever becomes text nodes or attribute values, so a name in a scene cannot become markup.

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | ((event: any) => void)>} Attributes
 */

const SVG_NAMES = "http://www.w3.org/2000/svg";

/**
 * An HTML element; attributes that are functions become listeners of the event of that name.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG_NAMES element, as `html`.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG_NAMES, tag), attributes, children);
}

/**
 * Replaces the children of an element.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter(isShown)));
}

/**
 * Text with the Markdown that captions and cards have, as nodes: `code`, **strong**, *emphasis*, # headings, and those
 * formulas between dollars that are given as outlines.
 * @param {string} text
 * @param {Record<string, Record<string, string>>} [formulas]
 * @returns {Child[]}
 */
export function styled(text, formulas = {}) {
  const parts = text.replace(/^# (.*)$/gm, "**$1**").split(/(`[^`]+`|\*\*.+?\*\*|\*[^*]+\*|\$[^$\n`]+\$)/);
  return parts.map((part) => {
    if (part.startsWith("$") && Object.hasOwn(formulas, part.slice(1, -1))) return formula(formulas[part.slice(1, -1)]);
    if (/^`.+`$/.test(part)) return html("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return html("strong", {}, part.slice(2, -2));
    return /^\*.+\*$/.test(part) ? html("em", {}, part.slice(1, -1)) : part;
  });
}

/** @param {Record<string, string>} record  the attributes of the element, and the path `d` */
function formula({ d, ...attributes }) {
  return svg("svg", attributes, svg("path", { d }));
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {E}
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "style") /** @type {any} */ (element).style.cssText = value; // a strict policy forbids the attribute
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}
