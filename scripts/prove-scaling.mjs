// Restarts every process of a system of replicas under load and tells what came of it; see docs/operations/scaling.md.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { run } from "./lib/run.mjs";

demandNode();
await ensureInstalled();
await ensureBuilt();
process.exitCode = await run(process.execPath, ["--import", "tsx", "bench/scaling.ts", ...process.argv.slice(2)]);
