// `npm run prove`: what is too long for `npm test`, one after the other (but for containers, which has to be named). `npm run prove -- api texts`: some of it;
// `npm run prove -- --changed`: what a change is about, as continuous integration does.
import { join } from "node:path";
import { changedSince, comparedWith } from "./lib/changed.mjs";
import { argumentsOf, concernedBy, NIGHTLY, NOT_RUN, PROOFS, provenCode, provenLine } from "./lib/proofs.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";

const args = process.argv.slice(2);
const isForChange = args.includes("--changed");
const unknown = args.filter((name) => name !== "--changed" && !PROOFS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no proof called ${unknown.join(", ")}; there are ${PROOFS.join(", ")}.`);
  process.exit(2);
}
const wanted = isForChange ? changed() : args.length === 0 ? NIGHTLY : args;
if (wanted.length === 0) process.exit(0);
const outcomes = [];
for (const name of PROOFS.filter((one) => wanted.includes(one))) {
  console.log(`\nprove:${name}`);
  const words = [join(root, `scripts/prove-${name}.mjs`), ...argumentsOf(name, isForChange)];
  outcomes.push({ name, code: await run(process.execPath, words) });
}
console.log(`\n${provenLine(outcomes)}`);
// For a change, a proof whose programs are missing here does not fail the build; for a proof asked for by name, it does.
process.exitCode = provenCode(outcomes.filter(({ code }) => !isForChange || code !== NOT_RUN));

function changed() {
  const commit = comparedWith(root);
  if (commit === undefined) {
    console.log("There is no commit to compare with: no proof is run.");
    return [];
  }
  const names = concernedBy(changedSince(root, commit));
  console.log(
    `Changed since ${commit.slice(0, 10)}: ${names.length === 0 ? "nothing that a proof is about" : names.join(", ")}`,
  );
  return names;
}
