import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./clock.ts";
import { Disk } from "./disk.ts";
import type { Network } from "./slow-network.ts";
import { RESTART_MS, type Supervised } from "./supervised.ts";
import { type ServiceName, type System, serviceNames } from "./system.ts";

/** What can strike. */
export const faults = ["sigkill", "sigstop", "full-disk", "slow-network", "clock-jump"] as const;
export type Fault = (typeof faults)[number];

/** What it can strike. */
export const parts = ["postgres", "nats-node", "nats-majority", ...serviceNames] as const;
export type Part = (typeof parts)[number];

/** Milliseconds that a part is frozen, and that other faults last. */
const FROZEN_MS = 30_000;
const LASTS_MS = 15_000;

/** What a bad mobile network is like, with connections that break off. */
export const SLOWNESS = { delayMs: 100, jitterMs: 100, bytesPerSecond: 64 * 1024, cutEveryMs: 6000 };

/** Minutes that a clock is set forward or back: at least, and up to how many more. */
const JUMP_MINUTES = [15, 105] as const;

/** What a fault needs of a part. */
export interface Target {
  readonly processes: readonly Supervised[];
  readonly networks: readonly Network[];
  readonly disks: readonly Disk[];
  readonly clocks: readonly Clock[];
}

/** What a part is in a running system. @param random chooses among the NATS servers */
export function targetOf(system: System, part: Part, random: () => number): Target {
  const services = Object.values(system.services);
  if (part === "postgres") {
    const { process, disk, clock } = system.postgres;
    const networks = services.map(({ toPostgres }) => toPostgres);
    return { processes: [process], networks, disks: [disk], clocks: known(clock) };
  }
  if (part === "nats-node" || part === "nats-majority") {
    const first = Math.floor(random() * system.nats.length);
    const struck = part === "nats-node" ? [first] : [first, (first + 1) % system.nats.length];
    const servers = system.nats.filter((_, n) => struck.includes(n));
    const networks = services.flatMap(({ toNats }) => toNats.filter((_, n) => struck.includes(n)));
    const processes = servers.map(({ process }) => process);
    return { processes, networks, disks: servers.map(({ disk }) => disk), clocks: [] };
  }
  const { process, toNats, toPostgres, toUsers, disk, clock } = system.services[part];
  const networks = [...toNats, toPostgres, ...known(toUsers)];
  return { processes: [process], networks, disks: known(disk), clocks: known(clock) };
}

const known = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const KEEPS_NOTHING: readonly ServiceName[] = ["links", "folders", "enrichment", "gateway"];

/** Why a fault can't strike a part; undefined where it can. @param faketime whether clocks can be shifted here */
export function exception(part: Part, fault: Fault, faketime: boolean): string | undefined {
  if (fault === "full-disk" && KEEPS_NOTHING.includes(part as ServiceName)) {
    return "can't happen: it writes no file; what it keeps lies in NATS and Postgres";
  }
  if (fault === "full-disk" && !Disk.possible) return "not run: making a small disk needs root on Linux";
  if (fault === "clock-jump" && part.startsWith("nats")) {
    return "not run: nats-server is a static Go program that reads the time past every library; only the clock of the whole machine could be set";
  }
  if (fault === "clock-jump" && !faketime) return "not run: libfaketime is not installed";
  return undefined;
}

/** A fault that struck. */
export interface Struck {
  /** What chance decided, for the table. */
  readonly how: string;
  /** When it ended, by `performance.now`. */
  readonly end: number;
}

/** Lets a fault strike, last, and end. */
export async function strike(target: Target, fault: Fault, random: () => number): Promise<Struck> {
  const how = await strikes[fault](target, random);
  return { how, end: performance.now() };
}

const all = <T>(things: readonly T[], act: (thing: T) => Promise<void>): Promise<unknown> =>
  Promise.all(things.map(act));

const namesOf = ({ processes }: Target): string => processes.map(({ name }) => name).join(", ");

const strikes: Record<Fault, (target: Target, random: () => number) => Promise<string>> = {
  sigkill: async (target) => {
    await all(target.processes, (process) => process.signal("SIGKILL"));
    await sleep(RESTART_MS);
    return namesOf(target);
  },
  sigstop: async (target) => {
    await all(target.processes, (process) => process.signal("SIGSTOP"));
    await sleep(FROZEN_MS);
    await all(target.processes, (process) => process.signal("SIGCONT"));
    return `${namesOf(target)}, ${FROZEN_MS / 1000} s`;
  },
  "full-disk": async (target) => {
    await all(target.disks, (disk) => disk.fill());
    await sleep(LASTS_MS);
    await all(target.disks, (disk) => disk.empty());
    return `${namesOf(target)}, ${LASTS_MS / 1000} s`;
  },
  "slow-network": async (target) => {
    for (const network of target.networks) network.slow(SLOWNESS);
    await sleep(LASTS_MS);
    for (const network of target.networks) network.slow(undefined);
    return `${namesOf(target)}, ${LASTS_MS / 1000} s`;
  },
  "clock-jump": async (target, random) => {
    const [least, more] = JUMP_MINUTES;
    const minutes = Math.round(least + random() * more) * (random() < 0.5 ? -1 : 1);
    await all(target.clocks, (clock) => clock.shift(minutes * 60));
    await sleep(LASTS_MS);
    await all(target.clocks, (clock) => clock.shift(0));
    return `${namesOf(target)}, ${minutes > 0 ? "+" : "−"}${Math.abs(minutes)} min for ${LASTS_MS / 1000} s`;
  },
};
