import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cleanUp, randomFrom } from "@satchel/testing";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { type Cell, runCell } from "./cell.ts";
import { findFaketime } from "./clock.ts";
import { exception, faults, parts } from "./faults.ts";
import { startSystem, type System } from "./system.ts";
import { exceptionRow, rowOf, withRows } from "./table.ts";
import { defectsOf } from "./verdict.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCUMENT = join(ROOT, "docs/operations/faults-measured.md");

const { values } = parseArgs({
  options: { seed: { type: "string" }, only: { type: "string", multiple: true }, logs: { type: "string" } },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const isSelected = ({ part, fault }: Cell): boolean =>
  values.only?.some((name) => [part, fault, `${part}/${fault}`].includes(name)) ?? true;
const cells = parts.flatMap((part) => faults.map((fault) => ({ part, fault }))).filter(isSelected);
if (!Number.isSafeInteger(seed) || cells.length === 0) {
  console.error(
    `--seed is a whole number; --only is one of ${parts.join(", ")}, of ${faults.join(", ")}, or both with a slash`,
  );
  process.exit(2);
}

const git = (...args: string[]): string => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
const changed = git("status", "--porcelain", "--", "services", "contracts") === "" ? "" : " with changes";
const run = `${seed}, ${git("rev-parse", "--short", "HEAD")}${changed}`;
const machine = (): string =>
  `Last run: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load average ${loadavg()[0]?.toFixed(1)} at its end.`;

async function recordRow(row: string): Promise<void> {
  console.log(`${row}\n`);
  await writeFile(DOCUMENT, withRows(await readFile(DOCUMENT, "utf8"), [row], machine()));
}

let defects = 0;

/** Runs cells one after the other on one system, and on a new one after an error. */
async function runAll(some: readonly Cell[], clocks: boolean): Promise<void> {
  let system: System | undefined;
  for (const cell of some) {
    try {
      const logDir = values.logs === undefined ? {} : { logDir: values.logs };
      system ??= await startSystem({ random: randomFrom(seed), clocks, ...logDir });
      const result = await runCell(system, cell, seed);
      for (const defect of defectsOf(result)) {
        defects++;
        console.log(`${cell.part}/${cell.fault}: ${defect}`);
      }
      await recordRow(rowOf(result, run));
    } catch (error) {
      defects++;
      console.error(error);
      await recordRow(exceptionRow(cell, `**given up: ${error instanceof Error ? error.message : String(error)}**`));
      await cleanUp();
      system = undefined;
    }
  }
  await cleanUp();
}

process.once("SIGINT", () => void cleanUp().finally(() => process.exit(130)));
await ensureBuilt();
const faketime = (await findFaketime()) !== undefined;
const possible: Cell[] = [];
for (const cell of cells) {
  const why = exception(cell.part, cell.fault, faketime);
  if (why === undefined) possible.push(cell);
  else await recordRow(exceptionRow(cell, why));
}
await runAll(
  possible.filter(({ fault }) => fault !== "clock-jump"),
  false,
);
await runAll(
  possible.filter(({ fault }) => fault === "clock-jump"),
  true,
);
console.log(`${cells.length} cells, ${defects} defects, seed ${seed}`);
process.exit(defects === 0 ? 0 : 1);
