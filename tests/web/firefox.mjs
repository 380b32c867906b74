// Opens a page in Firefox, presses keys, and prints what it shows as JSON: node firefox.mjs ADDRESS KEY...
// puppeteer-core speaks to Debian's Firefox itself, without a driver.

import { createRequire } from "node:module";

const [address, ...keys] = process.argv.slice(2);
const puppeteer = createRequire(`${process.cwd()}/out/npm/`)("puppeteer-core");
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: "/usr/bin/firefox-esr",
  headless: false, // which has no WebGL in software
  extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true },
});
const page = await browser.newPage();
const messages = [];
page.on("console", (message) => messages.push(message.text()));
page.on("pageerror", (fault) => messages.push(fault.message));
await page.goto(address);
await page.waitForFunction(() => performance.getEntriesByName("gjkscope-shown").length > 0);
for (const key of keys) await page.keyboard.press(key);
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const shown = await page.evaluate(() => ({
  place: document.querySelector(".place").textContent,
  headline: document.querySelector(".sentence h2").textContent,
  picture: document.querySelector("canvas").toDataURL().length,
}));
console.log(JSON.stringify({ ...shown, messages }));
await browser.close();
