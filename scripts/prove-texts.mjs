// Shows every text of e2e/support/script-payloads.ts on the page; `npm test` shows some of them.
import { join } from "node:path";
import { browserOnPath } from "./lib/browser.mjs";
import { prepareBuilt } from "./lib/prepare.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

await prepareBuilt();
const args = ["test", "--config", "e2e", "--reporter=list", "script-payloads"];
const env = { SCRIPT_PAYLOADS: "all", CHROMIUM_BIN: browserOnPath() };
process.exitCode = await run(join(root, "node_modules/.bin/playwright"), args, { env });
