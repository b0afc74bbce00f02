// `npm test`: everything that the tests need, then all of them, then one closing line.
// `npm test -- unit|integration|browser|e2e` runs some of the tiers; further words are handed on to filter the files.
// Tiers that wait for servers run beside tiers that compute (decision 68).
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { browserOnPath } from "./lib/browser.mjs";
import { ENTRY, ensureBuilt } from "./lib/build.mjs";
import { ensureBrowser } from "./lib/install-browser.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { removeLeftovers } from "./lib/leftovers.mjs";
import { demandNode } from "./lib/node-version.mjs";
import { closingLine, countResults, tooUnsteady } from "./lib/results.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";
import { keepTempInMemory } from "./lib/temp-in-memory.mjs";
import { LANES, readTestArguments } from "./lib/test-arguments.mjs";

const RESULTS = join(root, "test-results");

demandNode();
keepTempInMemory();
const { tiers, filters } = readTestArguments(process.argv.slice(2));
await ensureInstalled();
if (tiers.includes("browser") || tiers.includes("e2e")) await ensureBrowser();

const isBuilt = existsSync(ENTRY);
/** Whether a tier needs the built programs. A few unit tests read them; those of an earlier build will do. */
const needsBuild = (tier) => ["integration", "e2e"].includes(tier) || (tier === "unit" && !isBuilt);

const commands = {
  unit: vitest,
  integration: vitest,
  browser: (_tier, report) => vitest("browser", report, ["--root", "web"]),
  e2e: (tier, report) => [
    "playwright",
    ["test", "--config", "e2e", "--reporter=list,json", ...filters],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_BIN: browserOnPath() },
  ],
};

process.on("exit", () => removeLeftovers());
const built = tiers.some(needsBuild) ? ensureBuilt() : undefined;
const results = (await Promise.all(LANES.map(runLane))).flat();
results.push(...tooUnsteady(results));
for (const { tier, fault } of results) if (fault !== undefined) console.error(`The ${tier} tests: ${fault}`);
for (const { tier, broken, unsteady } of results) {
  for (const name of broken) console.error(`The ${tier} tests: failed: ${name}`);
  for (const name of unsteady) console.error(`The ${tier} tests: passed only at the second try: ${name}`);
}
console.log(closingLine(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;

async function runLane(lane) {
  const outcomes = [];
  for (const tier of lane.filter((one) => tiers.includes(one))) {
    if (needsBuild(tier)) await built;
    outcomes.push(await runTier(tier));
  }
  return outcomes;
}

async function runTier(tier) {
  const report = join(RESULTS, `${tier}.json`);
  mkdirSync(RESULTS, { recursive: true });
  rmSync(report, { force: true });
  console.log(`\nThe ${tier} tests`);
  const [program, args, env] = commands[tier](tier, report);
  const label = tiers.length > 1 ? tier : undefined;
  const exitCode = await run(join(root, "node_modules/.bin", program), args, { env, label });
  return { tier, ...countResults(existsSync(report) ? readFileSync(report, "utf8") : undefined, exitCode) };
}

function vitest(tier, report, more = []) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return ["vitest", ["run", "--project", tier, ...more, ...reporters, ...filters], {}];
}
