import { texts } from "@satchel/contracts";
import { type Cell, hasRecovered, type Result } from "./cell.ts";
import { type Fault, faults, restartReason, type Part, parts } from "./faults.ts";
import { type Call, kinds } from "./load.ts";
import { percentile } from "../report.ts";
import { defectsOf } from "./verdict.ts";

const BEGIN = "<!-- faults: begin; written by npm run faults -->";
const END = "<!-- faults: end -->";

const FAULT_NAMES: Record<Fault, string> = {
  sigkill: "SIGKILL",
  sigstop: "SIGSTOP",
  "full-disk": "full disk",
  "slow-network": "slow network",
  "clock-jump": "clock jump",
};
const PART_NAMES: Partial<Record<Part, string>> = {
  postgres: "Postgres",
  "nats-node": "one NATS node",
  "nats-majority": "NATS majority",
};

const HEAD = [
  "| part | fault | what users saw | acknowledged | good calls again | tables level | all ready | notes | seed, commit |",
  "|---|---|---|---|---|---|---|---|---|",
];

const namesOf = ({ part, fault }: Cell): string => `| ${PART_NAMES[part] ?? part} | ${FAULT_NAMES[fault]} |`;

/** The row of a cell that was run. @param run seed and commit */
export function rowOf(result: Result, run: string): string {
  const { recovery, verdict } = result;
  const { lost, doubled, acknowledged } = verdict;
  const broken = lost.length + doubled.length > 0;
  const kept = broken
    ? `**of ${acknowledged}: ${lost.length} lost, ${doubled.length} twice**`
    : `${acknowledged}: all once`;
  const slowest = recovery.slowest === undefined ? "" : ` (${recovery.slowest})`;
  return row(result, [
    describeCalls(result.calls),
    kept,
    recovery.calls === undefined ? "**not**" : `${seconds(recovery.calls)}${slowest}`,
    after(recovery.tables),
    after(recovery.ready),
    notesOn(result),
    run,
  ]);
}

/** The row of a cell that was not run. */
export const exceptionRow = (cell: Cell, why: string): string => row(cell, [why, "", "", "", "", "", ""]);

const row = (cell: Cell, columns: readonly string[]): string =>
  `${namesOf(cell)} ${columns.map((text) => text.replaceAll("|", "/")).join(" | ")} |`;

const seconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
const after = (value: number | undefined): string => (value === undefined ? "**not**" : seconds(value));

/** Milliseconds within which a kind of successful calls is not mentioned. */
const QUICK_MS = 1000;

/** The outcomes of calls, by their kind. */
function describeCalls(calls: readonly Call[]): string {
  const lines: string[] = [];
  let quick = 0;
  for (const kind of kinds) {
    const own = calls.filter((call) => call.kind === kind);
    const good = own.filter(({ outcome }) => outcome === "ok");
    const p99 =
      good.length === 0
        ? 0
        : percentile(
            good.map(({ ms }) => ms),
            0.99,
          );
    if (good.length === own.length && p99 < QUICK_MS) {
      quick += good.length;
      continue;
    }
    const others = new Map<string, { times: number; ms: number }>();
    for (const { outcome, ms } of own.filter((call) => call.outcome !== "ok")) {
      const before = others.get(outcome) ?? { times: 0, ms: 0 };
      others.set(outcome, { times: before.times + 1, ms: Math.max(before.ms, ms) });
    }
    const bad = [...others].map(([outcome, { times, ms }]) => `${times} × ${short(outcome)} (≤ ${seconds(ms / 1000)})`);
    const fine = good.length === 0 ? [] : [`${good.length} ok (p99 ${seconds(p99 / 1000)})`];
    lines.push(`${kind}: ${[...fine, ...bad].join(", ")}`);
  }
  const rest = lines.length === 0 ? `all ${quick} calls ok within 1 s` : `all else ok within 1 s (${quick})`;
  return [...lines, ...(quick > 0 ? [rest] : [])].join("; ");
}

const short = (outcome: string): string => outcome.replace(texts.server.unavailable, "“not ready”").slice(0, 90);

function notesOn(result: Result): string {
  const { how, restarts, restartedByHand, verdict, recovery } = result;
  const again = [...restarts].map(([name, times]) => `${name} ended ${times} × and was started again`);
  const pages = verdict.unread === 0 ? [] : [`${verdict.unread} pages not read yet`];
  const defects = defectsOf(result).filter((text) => text.startsWith("not documented"));
  const why = restartReason(result.part, result.fault);
  const by =
    restartedByHand.length === 0
      ? []
      : [`**restarted by hand: ${restartedByHand.join(", ")}**`, ...(why === undefined ? [] : [why])];
  const well = hasRecovered(recovery) || restartedByHand.length > 0 ? [] : ["**did not recover**"];
  return [how, ...again, ...by, ...well, ...pages, ...defects.map((text) => `**${text}**`)].join("; ");
}

/**
 * Puts rows into the table of a document, in the place of those that were there for the same cells.
 * @param machine what it was run on
 * @throws Error when the document has no place for a table
 */
export function withRows(document: string, rows: readonly string[], machine: string): string {
  const [before, rest] = document.split(BEGIN);
  const [old, behind] = rest?.split(END) ?? [];
  if (before === undefined || old === undefined || behind === undefined) {
    throw new Error(`the document lacks the lines ${BEGIN} and ${END}`);
  }
  const known = [...old.split("\n"), ...rows];
  const ordered = parts
    .flatMap((part) => faults.map((fault) => namesOf({ part, fault })))
    .flatMap((names) => known.findLast((line) => line.startsWith(names)) ?? []);
  return `${before}${BEGIN}\n${machine}\n\n${[...HEAD, ...ordered].join("\n")}\n${END}${behind}`;
}
