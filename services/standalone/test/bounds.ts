import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd } from "@satchel/testing";
import { processTree } from "./processes.ts";

/** The limits of a process and its descendants together. */
export interface Bounds {
  /** Share of one core, such as 0.2. */
  readonly cpu: number;
  readonly memoryBytes?: number;
}

/** The enforcement of bounds: by a control group of the kernel, or by stopping the processes most of the time. */
interface Enforcement {
  readonly cpuBy: "cgroup" | "signals";
  /** False where the kernel's control groups can't be written: then memory is not bounded. */
  readonly memoryIsBounded: boolean;
  /** Bounds one more process, with all that it starts from now on. */
  add(pid: number): void;
}

/** Microseconds: the kernel's own default (cgroup-v2.rst, `cpu.max`). */
const PERIOD_US = 100_000;
/** Milliseconds of one turn of running and being stopped, where no control group can be had. */
const TURN_MS = 250;
/** Cores that the processes use at once while they run. */
const CORES = 2;

/**
 * Bounds processes for the length of a test file. Where the kernel's control groups can be written, by these (version 2:
 * `cpu.max` and `memory.max`; version 1: `cpu.cfs_quota_us` and `memory.limit_in_bytes`). Elsewhere the processor is bounded
 * by SIGSTOP and SIGCONT, and memory is not.
 */
export function holdBounds({ cpu, memoryBytes }: Bounds): Enforcement {
  const quota = String(Math.round(cpu * PERIOD_US));
  const cpuGroup =
    controlGroup("/sys/fs/cgroup", { "cpu.max": `${quota} ${PERIOD_US}` }) ??
    controlGroup("/sys/fs/cgroup/cpu", { "cpu.cfs_period_us": String(PERIOD_US), "cpu.cfs_quota_us": quota });
  const memory = String(memoryBytes);
  const memoryGroup =
    memoryBytes === undefined
      ? undefined
      : (controlGroup("/sys/fs/cgroup", { "memory.max": memory }, cpuGroup) ??
        controlGroup("/sys/fs/cgroup/memory", { "memory.limit_in_bytes": memory }));
  const rotation = cpuGroup === undefined ? new Rotation(cpu) : undefined;
  return {
    cpuBy: rotation === undefined ? "cgroup" : "signals",
    memoryIsBounded: memoryGroup !== undefined,
    add: (pid) => {
      for (const group of new Set([cpuGroup, memoryGroup])) {
        if (group !== undefined) writeFileSync(join(group, "cgroup.procs"), String(pid));
      }
      rotation?.add(pid);
    },
  };
}

/** Makes a control group with these values, or sets them on the one that is there. @returns undefined where that can't be done */
function controlGroup(hierarchy: string, values: Readonly<Record<string, string>>, group?: string): string | undefined {
  const isHere = group?.startsWith(`${hierarchy}/satchel-`) === true;
  const folder = isHere ? group : join(hierarchy, `satchel-${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    if (!isHere) mkdirSync(folder);
  } catch {
    return undefined;
  }
  const remove = (): void => {
    try {
      rmdirSync(folder);
    } catch {
      // A process that is still ending keeps it; an empty group costs nothing.
    }
  };
  try {
    for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), value, { flag: "r+" });
  } catch {
    if (!isHere) remove();
    return undefined;
  }
  if (!isHere) atEnd(remove);
  return folder;
}

/** Lets processes run for a share of each turn, and stops them for the rest. */
class Rotation {
  /** With all former descendants: children of a killed process get another parent. */
  readonly #known = new Set<number>();
  readonly #runMs: number;
  #isRunning = true;

  constructor(cpu: number) {
    this.#runMs = (TURN_MS * cpu) / CORES;
    const turning = this.#turn();
    atEnd(async () => {
      this.#isRunning = false;
      await turning;
    });
  }

  add(pid: number): void {
    this.#known.add(pid);
  }

  async #turn(): Promise<void> {
    while (this.#isRunning) {
      this.#signal("SIGCONT");
      await delay(this.#runMs);
      // Twice, because a process that was not stopped yet may have started another one.
      for (let look = 0; look < 2; look++) {
        for (const pid of processTree(...this.#known)) this.#known.add(pid);
        this.#signal("SIGSTOP");
      }
      await delay(TURN_MS - this.#runMs);
    }
    this.#signal("SIGCONT");
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#known) {
      try {
        process.kill(pid, signal);
      } catch {
        this.#known.delete(pid);
      }
    }
  }
}
