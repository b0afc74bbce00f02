import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "@satchel/testing";
import { checkWrites, type Verdict } from "./check.ts";
import { type Fault, LASTS_MS, type Part, causeFault, type Target, targetOf } from "./faults.ts";
import { type Call, Load } from "./load.ts";
import { type Recovery, tablesLevel, watchRecovery } from "./recovery.ts";
import type { SupervisedProcess } from "./supervised.ts";
import type { System } from "./system.ts";

/** Milliseconds of load before a fault strikes, at least and up to how many more, and after the recovery. */
const BEFORE_MS = [1500, 2500] as const;
const AFTER_MS = 1000;
const LEVEL_MS = 30_000;

/** One cell of the table. */
export interface Cell {
  readonly part: Part;
  readonly fault: Fault;
  /** Milliseconds that the fault lasts; as in the table when missing. */
  readonly lastsMs?: number;
}

/** The measurements of a cell. */
export interface Result extends Cell {
  /** The random choices. */
  readonly how: string;
  /** The calls from the beginning of the fault until everything had recovered. */
  readonly calls: readonly Call[];
  readonly recovery: Recovery;
  /** The parts that did not recover until they were restarted by hand. */
  readonly restartedByHand: readonly string[];
  /** How often parts ended by themselves and were restarted by their supervisor. */
  readonly restarts: ReadonlyMap<string, number>;
  readonly verdict: Verdict;
}

/** Random numbers for one purpose, by the seed and the cell, independent of earlier cells. */
function randomOf(seed: number, { part, fault }: Cell, purpose: string): () => number {
  return randomFrom(createHash("sha256").update(`${seed} ${part} ${fault} ${purpose}`).digest().readInt32BE());
}

/** Puts a running system under load, causes a fault, and observes the outcome. */
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
  const beganAt = performance.now();
  const { how, end } = await causeFault(target, cell.fault, cell.lastsMs ?? LASTS_MS[cell.fault], random);
  const recovery = await watchRecovery(system, load, end);
  const restartedByHand = hasRecovered(recovery) ? [] : await restartByHand(system, target.processes, load);
  await sleep(AFTER_MS);
  await load.stop();
  await tablesLevel(system, performance.now() + LEVEL_MS);

  const killed = cell.fault === "sigkill" ? target.processes : [];
  const restarts = new Map<string, number>();
  for (const supervised of processes) {
    const expected = (before.get(supervised.name) ?? 0) + (killed.includes(supervised) ? 1 : 0);
    if (supervised.starts > expected) restarts.set(supervised.name, supervised.starts - expected);
  }
  const recoveredAt = end + 1000 * Math.max(recovery.calls ?? 0, recovery.tables ?? 0, recovery.ready ?? 0);
  const calls = load.calls.filter(({ at, ms }) => at + ms >= beganAt && at <= recoveredAt);
  return { ...cell, how, calls, recovery, restartedByHand, restarts, verdict: await checkWrites(system, load) };
}

/** Whether everything recovered by itself. */
export const hasRecovered = ({ calls, tables, ready }: Recovery): boolean =>
  calls !== undefined && tables !== undefined && ready !== undefined;

const everyProcess = ({ nats, postgres, services }: System): SupervisedProcess[] =>
  [...nats, postgres, ...Object.values(services)].map(({ process }) => process);

/** Restarts the parts with the fault, as an operator would. @throws when that does not help */
async function restartByHand(system: System, parts: readonly SupervisedProcess[], load: Load): Promise<string[]> {
  for (const process of parts) await process.signal("SIGKILL");
  const recovery = await watchRecovery(system, load, performance.now());
  if (!hasRecovered(recovery))
    throw new Error(`nothing restartedByHand: still not ready are ${(await system.unready()).join(", ")}`);
  return parts.map(({ name }) => name);
}
