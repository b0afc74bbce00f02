import { setTimeout as sleep } from "node:timers/promises";
import { JOURNAL, PARTITIONS } from "@satchel/contracts";
import { type Kind, kinds, type Load } from "./load.ts";
import type { System } from "./system.ts";

/** The schemas of read tables, each with its checkpoints. */
const SCHEMAS = ["identity", "links", "folders", "captures", "search"];
const LOOK_MS = 100;
/** Milliseconds that a look at the journal or the tables may take while they may be away. */
const ANSWER_MS = 3000;
/** Seconds after which nobody waits any longer for a recovery without help. */
export const RECOVERY_SECONDS = 60;

/** Seconds from the end of a fault; undefined: not within {@link RECOVERY_SECONDS}. */
export interface Recovery {
  /** Until of each kind of call one that began after the end was good; that of the slowest kind, and which it is. */
  readonly calls: number | undefined;
  readonly slowest: Kind | undefined;
  /** Until every read table showed all that the journal held at the end. */
  readonly tables: number | undefined;
  /** Until every part said that it is ready, and went on saying so for two seconds. */
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

/** When a condition came to hold. A look that fails is one at which it does not. */
async function until(deadline: number, check: () => Promise<boolean> | boolean): Promise<number | undefined> {
  while (performance.now() < deadline) {
    const looked = Promise.resolve()
      .then(check)
      .catch(() => false);
    const late = new AbortController();
    const holds = await Promise.race([looked, sleep(ANSWER_MS, false, { signal: late.signal }).catch(() => false)]);
    late.abort();
    if (holds) return performance.now();
    await sleep(LOOK_MS);
  }
  return undefined;
}

/** When all read tables were level with what the journal held as soon as it could be asked. */
export async function tablesLevel(system: System, deadline: number): Promise<number | undefined> {
  let wanted: Map<number, number> | undefined;
  return until(deadline, async () => {
    wanted ??= await lastSequences(system);
    for (const schema of SCHEMAS) {
      const { rows } = await system.pool.query<{ partition: number; sequence: number }>(
        `select partition, sequence from ${schema}.checkpoints`,
      );
      for (const [partition, sequence] of wanted) {
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

/** How long all parts have to be ready on end: right after a fault, a part may not know yet what it has lost. */
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
