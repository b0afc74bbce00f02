// Makes thousands of calls to the API, right ones and wrong ones, and looks at every answer; see bench/fuzz-api.ts.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";
import { ensureSchemathesis } from "./lib/schemathesis.mjs";

demandNode();
await ensureInstalled();
await ensureBuilt();
const program = await ensureSchemathesis();
const args = ["--import", "tsx", "bench/fuzz-api.ts", ...process.argv.slice(2)];
process.exitCode =
  program === undefined ? NOT_RUN : await run(process.execPath, args, { env: { SCHEMATHESIS: program } });
