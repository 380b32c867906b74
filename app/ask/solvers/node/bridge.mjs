/**
 * Asks an engine from npm: `node bridge.mjs SCRIPT FOLDER PACKAGE 3>answers`.
 *
 * The script exports `load(engine)`, which gets the module of the package in FOLDER/node_modules, and returns the
 * function that answers about a pair.  The bridge prints "ready", then a line of JSON for each line on standard input.
 * It writes to file descriptor 3, because engines print on standard output.
 */
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { Unsupported } from "./pairs.mjs";

const ANSWERS = 3; // the file descriptor
const [script, folder, name] = process.argv.slice(2);

process.on("uncaughtException", leave); // also those of promises; Node's own report ends with its version

const answer = await load();
writeSync(ANSWERS, "ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...pair } = JSON.parse(line);
  writeSync(ANSWERS, `${asJson({ id, ...ask(pair) })}\n`);
}
process.exit(0); // an engine may have timers

/** The script's function. */
async function load() {
  try {
    const { load } = await import(pathToFileURL(script).href);
    const path = createRequire(pathToFileURL(`${folder}/`)).resolve(name);
    return await load(() => import(pathToFileURL(path).href), path);
  } catch (fault) {
    return leave(fault);
  }
}

/** The fields of an answer. @param {import("./pairs.mjs").Pair} pair */
function ask(pair) {
  try {
    return answer(pair);
  } catch (fault) {
    return fault instanceof Unsupported ? { unsupported: fault.message } : { crashed: inWords(fault) };
  }
}

/** JSON with NaN and Infinity, as Python writes and reads it. @param {object} value */
function asJson(value) {
  const marked = JSON.stringify(value, (_, part) =>
    typeof part === "number" && !Number.isFinite(part) ? `\0${part}` : part,
  );
  return marked.replaceAll(/"\\u0000(NaN|-?Infinity)"/g, "$1");
}

/** A fault on one line. @param {unknown} fault */
function inWords(fault) {
  return String(fault).split("\n")[0];
}

/** Ends the process; the fault is its last line. @param {unknown} fault @returns {never} */
function leave(fault) {
  writeSync(2, `\n${inWords(fault)}\n`);
  process.exit(1);
}
