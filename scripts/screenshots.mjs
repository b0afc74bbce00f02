// `npm run screenshots`: pictures of every screen, in both themes and two widths, in `screenshots/`. Further words filter them.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { browserFault, browserOnPath } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
const browser = browserOnPath();
if (browser === undefined) {
  console.error(browserFault());
  process.exit(1);
}
await ensureBuilt();
const filters = process.argv.slice(2);
// The extension's are for the stores, and need it built: `npm run shots -w extension`.
const chosen = filters.length === 0 ? ["screens", "further"] : filters;
if (filters.length === 0) rmSync(join(root, "screenshots"), { recursive: true, force: true });
process.exitCode = await run(
  join(root, "node_modules/.bin/playwright"),
  ["test", "--config", join(root, "e2e/screenshots.config.ts"), "--reporter=list", ...chosen],
  { env: { CHROMIUM_BIN: browser } },
);
