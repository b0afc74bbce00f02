// Runs Satchel in containers on a real engine, breaks it and upgrades it under load; see bench/containers.ts. Where no engine
// answers it brings one, as root on Debian; all of it is kept in node_modules/.cache/satchel-containers.
import { startEngine } from "./lib/containers/engine.mjs";
import { makeBaseImages } from "./lib/containers/images.mjs";
import { prepareBuilt } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";

await prepareBuilt();
const engine = await startEngine();
if (engine === undefined) process.exit(NOT_RUN);
try {
  const isReady = !engine.isOwn || (await makeBaseImages(engine.env));
  const walk = ["--conditions=@satchel/source", "--import", "tsx", "bench/containers.ts", ...process.argv.slice(2)];
  const [program, ...args] = [...engine.inside, process.execPath, ...walk];
  process.exitCode = isReady ? await run(program, args, { env: engine.env }) : NOT_RUN;
} finally {
  await engine.stop();
}
