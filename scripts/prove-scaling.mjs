// Restarts every process of a system of replicas under load and reports the outcome; see docs/operations/scaling.md.
import { prepareBuilt } from "./lib/prepare.mjs";
import { run } from "./lib/run.mjs";

await prepareBuilt();
process.exitCode = await run(process.execPath, ["--import", "tsx", "bench/scaling.ts", ...process.argv.slice(2)]);
