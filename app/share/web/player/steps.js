// Reads the steps that the engine wrote in the page, as records with the names of Python's: `engine/batch/layout.py`
// describes how they are written.

/**
 * @typedef {string | any[] | {list: any}} Layout  "number", the name of a record, a tuple of layouts, or a list
 * @typedef {Record<string, Record<string, Layout>>} Layouts  of the fields of records, by their names
 * @typedef {any} StepRecord  a step, as Python has it
 *
 * @typedef {object} Cursor
 * @property {Float64Array} numbers
 * @property {number} at
 * @property {{items: any[], read: (cursor: Cursor) => any}[]} lists  of the step, which are to be read
 */

const STEP = "State"; // the record of a step
const NUMBER_LAYOUT = "number";

/** @param {Layouts} layouts @param {Float64Array} numbers @param {number} count @returns {StepRecord[]} */
export function readSteps(layouts, numbers, count) {
  const read = readerOf(layouts, STEP);
  /** @type {Cursor} */
  const cursor = { numbers, at: 0, lists: [] };
  /** @type {any[][]} */
  let before = [];
  return Array.from({ length: count }, () => {
    const step = read(cursor);
    const lists = cursor.lists.splice(0);
    lists.forEach(({ items, read: readItem }, number) => readChanges(cursor, before[number] ?? [], items, readItem));
    before = lists.map(({ items }) => items);
    return step;
  });
}

/** Fills a list: the one of the step before, with what has changed. @param {Cursor} cursor @param {any[]} before @param {any[]} items @param {(cursor: Cursor) => any} read */
function readChanges(cursor, before, items, read) {
  const next = () => cursor.numbers[cursor.at++];
  const [length, changes] = [next(), next()];
  for (let i = 0; i < Math.min(length, before.length); i++) items.push(before[i]);
  for (let change = 0; change < changes; change++) items[next()] = read(cursor);
}

/** @param {Layouts} layouts @param {Layout} layout @returns {(cursor: Cursor) => any} */
function readerOf(layouts, layout) {
  if (layout === NUMBER_LAYOUT) return (cursor) => cursor.numbers[cursor.at++];
  if (Array.isArray(layout)) {
    const parts = layout.map((part) => readerOf(layouts, part));
    return (cursor) => parts.map((read) => read(cursor));
  }
  if (typeof layout === "string") {
    const fields = Object.entries(layouts[layout]).map(([name, part]) => /** @type {const} */ ([name, readerOf(layouts, part)]));
    return (cursor) => Object.fromEntries(fields.map(([name, read]) => [name, read(cursor)]));
  }
  const read = readerOf(layouts, layout.list);
  return (cursor) => {
    const items = /** @type {any[]} */ ([]);
    cursor.lists.push({ items, read });
    return items;
  };
}
