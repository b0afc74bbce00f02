// Makes thousands of valid and invalid calls to the API and checks every answer; see bench/fuzz-api.ts.
import { prepareBuilt } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";
import { ensureSchemathesis } from "./lib/schemathesis.mjs";

await prepareBuilt();
const program = await ensureSchemathesis();
const args = ["--import", "tsx", "bench/fuzz-api.ts", ...process.argv.slice(2)];
process.exitCode =
  program === undefined ? NOT_RUN : await run(process.execPath, args, { env: { SCHEMATHESIS: program } });
