// Runs the specs that kill processes, restart servers and run replicas over and over: `*.proof.spec.ts`. `npm test` has a
// short test of each of these promises. Further words filter the files.
import { join } from "node:path";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
const args = ["run", "--project", "proof", ...process.argv.slice(2)];
process.exitCode = await run(join(root, "node_modules/.bin/vitest"), args);
