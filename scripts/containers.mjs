// `npm run containers -- <command>`: runs a command with a container engine, and where none answers brings one for that time
// (as root on Debian), with the images of bus and database. It is in the engine's network, so that published ports are reached.
// `--stop` ends an engine that was left by a run that was killed, and removes what a node of Kubernetes has left.
import { startEngine, stopEngine } from "./lib/containers/engine.mjs";
import { makeBaseImages } from "./lib/containers/images.mjs";
import { removeNodeSpace } from "./lib/containers/node-space.mjs";
import { prepare } from "./lib/prepare.mjs";
import { NOT_RUN } from "./lib/proofs.mjs";
import { run } from "./lib/run.mjs";

const command = process.argv.slice(2);
if (command.length === 0) {
  console.error("Usage: npm run containers -- <command>, such as: npm run containers -- docker ps");
  process.exit(2);
}
if (command[0] === "--stop") {
  await removeNodeSpace();
  await stopEngine();
  process.exit();
}
await prepare();
const engine = await startEngine();
if (engine === undefined) process.exit(NOT_RUN);
try {
  if (engine.isOwn) await makeBaseImages(engine.env, ["node:24-slim", "nats:2.10-alpine", "postgres:18-alpine"]);
  const [program, ...args] = [...engine.inside, ...command];
  process.exitCode = await run(program, args, { env: engine.env });
} finally {
  await engine.stop();
}
