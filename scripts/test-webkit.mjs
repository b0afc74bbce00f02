// `npm run test:webkit`: what the page does in WebKit, the engine of Safari. Beside `npm test`, for it is another 150 MB.
import { join } from "node:path";
import { aptInstall } from "./lib/apt.mjs";
import { canInstall, missingForWebKit } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
if (canInstall()) for (const { program, package: name } of missingForWebKit()) await aptInstall(program, name);
const missing = missingForWebKit();
if (missing.length > 0) {
  const names = missing.map(({ package: name }) => name).join(" ");
  console.error(`These tests need WebKitGTK and its driver: install them (Debian: apt-get install ${names}).`);
  process.exit(1);
}
await ensureBuilt();
process.exitCode = await run(join(root, "node_modules/.bin/playwright"), [
  "test",
  "--config",
  join(root, "e2e/webkit.config.ts"),
  "--reporter=list",
  ...process.argv.slice(2),
]);
