import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@satchel/chassis";
import { JOURNAL, PARTITIONS } from "@satchel/contracts";
import { type Kind, kinds, type Load } from "./load.ts";
import type { System } from "./system.ts";

/** The schemas of read tables, each with its checkpoints. */
const SCHEMAS = ["identity", "links", "folders", "captures", "search"];
const LOOK_MS = 100;
/** Milliseconds for one check of journal or tables, which may be down. */
const ANSWER_MS = 3000;
/** Seconds for a recovery without help. */
const RECOVERY_SECONDS = 60;

/** Seconds from the end of a fault; undefined: more than {@link RECOVERY_SECONDS}. */
export interface Recovery {
  /** Until a call of each kind succeeded that began after the end; and the slowest kind. */
  readonly calls: number | undefined;
  readonly slowest: Kind | undefined;
  /** Until every read table showed all that the journal held at the end. */
  readonly tables: number | undefined;
  /** Until every part was ready, for at least two seconds. */
  readonly ready: number | undefined;
}

/** Watches how a system recovers by itself. @param end when the fault ended, by `performance.now` */
export async function watchRecovery(system: System, load: Load, end: number): Promise<Recovery> {
  const deadline = end + RECOVERY_SECONDS * 1000;
  const [calls, tables, ready] = await Promise.all([
    until(deadline, () => kinds.every((kind) => firstGood(load, kind, end) !== undefined)),
    tablesLevel(system, deadline),
    steadilyReady(system, deadline),
  ]);
  const seconds = (at: number | undefined): number | undefined =>
    at === undefined ? undefined : Math.max(0, at - end) / 1000;
  const firsts = kinds.map((kind) => ({ kind, at: firstGood(load, kind, end) ?? Number.POSITIVE_INFINITY }));
  const slowest = firsts.toSorted((a, b) => b.at - a.at)[0];
  return {
    calls: calls === undefined ? undefined : seconds(slowest?.at),
    slowest: slowest?.kind,
    tables: seconds(tables),
    ready: seconds(ready),
  };
}

/** When the first good call of a kind that began after a moment was answered. */
function firstGood(load: Load, kind: Kind, after: number): number | undefined {
  const found = load.calls.find((call) => call.kind === kind && call.at >= after && call.outcome === "ok");
  return found === undefined ? undefined : found.at + found.ms;
}

/** When a condition held for the first time. It does not hold when its check fails. */
async function until(deadline: number, check: () => Promise<boolean> | boolean): Promise<number | undefined> {
  while (performance.now() < deadline) {
    const checked = Promise.resolve()
      .then(check)
      .catch(() => false);
    if ((await within(checked, ANSWER_MS)) === true) return performance.now();
    await sleep(LOOK_MS);
  }
  return undefined;
}

/** When all read tables had reached the end of the journal, as of the first answer about it. */
export async function tablesLevel(system: System, deadline: number): Promise<number | undefined> {
  let goals: Map<number, number> | undefined;
  return until(deadline, async () => {
    goals ??= await lastSequences(system);
    for (const schema of SCHEMAS) {
      const { rows } = await system.pool.query<{ partition: number; sequence: number }>(
        `select partition, sequence from ${schema}.checkpoints`,
      );
      for (const [partition, sequence] of goals) {
        const reached = rows.find((row) => row.partition === partition)?.sequence ?? -1;
        if (reached < sequence) return false;
      }
    }
    return true;
  });
}

/** The sequence of the last event of each partition that has any. */
async function lastSequences({ journal }: System): Promise<Map<number, number>> {
  const found = await Promise.all(
    Array.from({ length: PARTITIONS }, async (_, partition) => {
      const message = await journal.jsm.streams.getMessage(JOURNAL, { last_by_subj: `journal.${partition}.>` });
      return [partition, message?.seq ?? 0] as const;
    }),
  );
  return new Map(found);
}

/** Milliseconds for which all parts have to be ready: right after a fault, a part may not have noticed it yet. */
const STEADY_MS = 2000;

async function steadilyReady(system: System, deadline: number): Promise<number | undefined> {
  let since: number | undefined;
  while (performance.now() < deadline) {
    const at = performance.now();
    if ((await system.unready()).length > 0) since = undefined;
    else since ??= at;
    if (since !== undefined && performance.now() - since >= STEADY_MS) return since;
    await sleep(LOOK_MS);
  }
  return undefined;
}
