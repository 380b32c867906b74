// Opens a page in a browser, runs a script in it, and prints what the script returns as JSON, with the page's messages:
// node browser.mjs chromium|firefox ADDRESS SCRIPT
// puppeteer-core speaks to Debian's browsers themselves, without a driver.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [name, address, script] = process.argv.slice(2);
const puppeteer = createRequire(`${process.cwd()}/out/npm/`)("puppeteer-core");
const LAUNCH = {
  chromium: {
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader"],
  },
  firefox: {
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: false, // which has no WebGL in software
    extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true },
  },
};
const browser = await puppeteer.launch({ ...LAUNCH[name], protocolTimeout: 600_000 });
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });
const messages = [];
page.on("console", (message) => messages.push(message.text()));
page.on("pageerror", (fault) => messages.push(fault.message));
await page.goto(address);
const result = await page.evaluate(`(async () => {${readFileSync(script, "utf8")}})()`);
console.log(JSON.stringify({ result, messages }));
await browser.close();
