// Makes the same calls to a real linkding and to the door for its apps, and compares the answers; with `--record` what
// linkding answered becomes what `npm test` compares with (services/gateway/src/linkding/contract.int.spec.ts).
import { ensureLinkding, startLinkding } from "./lib/linkding.mjs";
import { prepareBuilt } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";

await prepareBuilt();
if (await ensureLinkding()) {
  const { url, token, stop } = await startLinkding();
  const env = { LINKDING_URL: url, LINKDING_TOKEN: token };
  const isRecorded = process.argv.includes("--record");
  if (isRecorded) env.LINKDING_RECORD = "1";
  const spec = "services/gateway/src/linkding/contract.int.spec.ts";
  process.exitCode = await run("npx", ["vitest", "run", "--project", "integration", spec], { env });
  stop();
  if (isRecorded) await run("npx", ["biome", "format", "--write", "services/gateway/test/linkding-answers.json"]);
} else process.exitCode = NOT_RUN;
