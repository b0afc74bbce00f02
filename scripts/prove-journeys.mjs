// The journeys in a browser that `npm test` does not take: those marked with `inProof`, and those of the extension. Further words
// filter the files.
import { join } from "node:path";
import { browserFault, browserOnPath } from "./lib/browser.mjs";
import { ensureBrowser, ensureExtensionBrowser } from "./lib/install-browser.mjs";
import { prepareBuilt } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

await prepareBuilt();
await ensureBrowser();
const isComplete = await ensureExtensionBrowser();
if (!isComplete) console.error(browserFault());
const args = ["test", "--config", "e2e", "--reporter=list", ...process.argv.slice(2)];
const env = { SATCHEL_PROOF: "1", CHROMIUM_BIN: browserOnPath() };
process.exitCode = isComplete ? await run(join(root, "node_modules/.bin/playwright"), args, { env }) : NOT_RUN;
