// Reads the fragments of links to the playground, a line each, and answers each with a line: "" if it was read, the
// words of the refusal after "!", or what else was thrown after "?".

import { createInterface } from "node:readline";
import { sceneOfFragment } from "../../../app/share/web/playground/links.js";
import { SceneFault } from "../../../app/share/web/playground/scenes.js";

for await (const line of createInterface({ input: process.stdin })) {
  let answer = "";
  try {
    await sceneOfFragment(JSON.parse(line));
  } catch (fault) {
    answer = fault instanceof SceneFault ? `!${fault.message}` : `?${fault?.stack ?? fault}`;
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
