// Runs `*.proof.spec.ts`, which kill processes, restart servers and run replicas many times. `npm test` has a short test of each
// of these. Further words filter the files.
import { join } from "node:path";
import { prepare } from "./lib/prepare.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";
import { keepTempInMemory } from "./lib/temp-in-memory.mjs";

await prepare();
keepTempInMemory();
const args = ["run", "--project", "proof", ...process.argv.slice(2)];
process.exitCode = await run(join(root, "node_modules/.bin/vitest"), args);
