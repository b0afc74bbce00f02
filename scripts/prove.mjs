// `npm run prove`: what is too long for `npm test`, one after the other. `npm run prove -- api texts`: some of it.
import { join } from "node:path";
import { PROOFS, provenCode, provenLine } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PROOFS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no proof called ${unknown.join(", ")}; there are ${PROOFS.join(", ")}.`);
  process.exit(2);
}
const outcomes = [];
for (const name of PROOFS.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`\nprove:${name}`);
  outcomes.push({ name, code: await run(process.execPath, [join(root, `scripts/prove-${name}.mjs`)]) });
}
console.log(`\n${provenLine(outcomes)}`);
process.exitCode = provenCode(outcomes);
