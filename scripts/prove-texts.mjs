// Shows every text of e2e/support/script-payloads.ts on the page; `npm test` shows some of them.
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { browserOnPath } from "./lib/browser.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
await ensureBuilt();
const args = ["test", "--config", "e2e", "--reporter=list", "script-payloads"];
const env = { SCRIPT_PAYLOADS: "all", CHROMIUM_BIN: browserOnPath() };
process.exitCode = await run(join(root, "node_modules/.bin/playwright"), args, { env });
