import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "@satchel/testing";
import { checkWrites, type Verdict } from "./check.ts";
import { type Fault, LASTS_MS, type Part, strike, type Target, targetOf } from "./faults.ts";
import { type Call, Load } from "./load.ts";
import { type Recovery, tablesLevel, watchRecovery } from "./recovery.ts";
import type { Supervised } from "./supervised.ts";
import type { System } from "./system.ts";

/** Milliseconds of load before a fault strikes, at least and up to how many more, and after the recovery. */
const BEFORE_MS = [1500, 2500] as const;
const AFTER_MS = 1000;
const LEVEL_MS = 30_000;

/** One place of the table. */
export interface Cell {
  readonly part: Part;
  readonly fault: Fault;
  /** Milliseconds that the fault lasts; as in the table when missing. */
  readonly lastsMs?: number;
}

/** What was measured of it. */
export interface Result extends Cell {
  /** What chance decided. */
  readonly how: string;
  /** The calls from the moment it struck until everything was well again. */
  readonly calls: readonly Call[];
  readonly recovery: Recovery;
  /** The parts that did not recover before they were started anew by hand. */
  readonly helped: readonly string[];
  /** How often parts ended by themselves and were started again by their supervisor. */
  readonly restarts: ReadonlyMap<string, number>;
  readonly verdict: Verdict;
}

/** Numbers for one purpose that follow from the seed and the cell alone, whatever was run before. */
function randomOf(seed: number, { part, fault }: Cell, purpose: string): () => number {
  return randomFrom(createHash("sha256").update(`${seed} ${part} ${fault} ${purpose}`).digest().readInt32BE());
}

/** Puts a running system under load, lets a fault strike, and looks what comes of it. */
export async function runCell(system: System, cell: Cell, seed: number): Promise<Result> {
  const random = randomOf(seed, cell, "fault");
  const target = targetOf(system, cell.part, random);
  const load = await Load.start(
    system,
    `${cell.part}-${cell.fault}-${seed}-${Date.now()}`,
    randomOf(seed, cell, "load"),
  );
  try {
    return await underLoad(system, cell, { load, target, random });
  } finally {
    await load.stop();
  }
}

interface Work {
  readonly load: Load;
  readonly target: Target;
  readonly random: () => number;
}

async function underLoad(system: System, cell: Cell, { load, target, random }: Work): Promise<Result> {
  const processes = everyProcess(system);
  await sleep(BEFORE_MS[0] + random() * BEFORE_MS[1]);

  const before = new Map(processes.map(({ name, starts }) => [name, starts]));
  const struckAt = performance.now();
  const { how, end } = await strike(target, cell.fault, cell.lastsMs ?? LASTS_MS[cell.fault], random);
  const recovery = await watchRecovery(system, load, end);
  const helped = isWell(recovery) ? [] : await help(system, target.processes, load);
  await sleep(AFTER_MS);
  await load.stop();
  await tablesLevel(system, performance.now() + LEVEL_MS);

  const killed = cell.fault === "sigkill" ? target.processes : [];
  const restarts = new Map<string, number>();
  for (const supervised of processes) {
    const expected = (before.get(supervised.name) ?? 0) + (killed.includes(supervised) ? 1 : 0);
    if (supervised.starts > expected) restarts.set(supervised.name, supervised.starts - expected);
  }
  const wellAt = end + 1000 * Math.max(recovery.calls ?? 0, recovery.tables ?? 0, recovery.ready ?? 0);
  const calls = load.calls.filter(({ at, ms }) => at + ms >= struckAt && at <= wellAt);
  return { ...cell, how, calls, recovery, helped, restarts, verdict: await checkWrites(system, load) };
}

/** Whether everything recovered by itself. */
export const isWell = ({ calls, tables, ready }: Recovery): boolean =>
  calls !== undefined && tables !== undefined && ready !== undefined;

const everyProcess = ({ nats, postgres, services }: System): Supervised[] =>
  [...nats, postgres, ...Object.values(services)].map(({ process }) => process);

/** Starts anew what was struck, as a person would who sees that it does not recover. @throws when even that is no help */
async function help(system: System, struck: readonly Supervised[], load: Load): Promise<string[]> {
  for (const process of struck) await process.signal("SIGKILL");
  const recovery = await watchRecovery(system, load, performance.now());
  if (!isWell(recovery)) throw new Error(`nothing helped: still not ready are ${(await system.unready()).join(", ")}`);
  return struck.map(({ name }) => name);
}
