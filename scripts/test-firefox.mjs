// `npm run test:firefox`: what the page and the extension do in Firefox. Beside `npm test`, for Firefox is another 120 MB.
import { join } from "node:path";
import { aptInstall } from "./lib/apt.mjs";
import { FIREFOX_FAULT, firefoxOnPath, wantsFirefox } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { demand, run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
if (wantsFirefox()) await aptInstall("Firefox", "firefox-esr");
if (firefoxOnPath() === undefined) {
  console.error(FIREFOX_FAULT);
  process.exit(1);
}
await ensureBuilt();
const bin = (name) => join(root, "node_modules/.bin", name);
await demand("Building the extension", bin("wxt"), ["build", "extension", "--browser", "firefox"], { quiet: true });
const config = join(root, "e2e/firefox.config.ts");
process.exitCode = await run(bin("playwright"), [
  "test",
  "--config",
  config,
  "--reporter=list",
  ...process.argv.slice(2),
]);
