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

/** Milliseconds that each lasts; a killed process is away until its supervisor starts it again. */
export const LASTS_MS: Readonly<Record<Fault, number>> = {
  sigkill: RESTART_MS,
  sigstop: 30_000,
  "full-disk": 15_000,
  "slow-network": 15_000,
  "clock-jump": 15_000,
};

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

const KEEPS_NOTHING: readonly ServiceName[] = ["links", "folders", "search", "enrichment", "gateway"];

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

/** Why a part is known not to recover from a fault before it is started anew by hand; undefined where it must. */
export function handNeeded(part: Part, fault: Fault): string | undefined {
  return fault === "full-disk" && part.startsWith("nats")
    ? "nats-server switches JetStream off when its disk is full, and on again when it starts"
    : undefined;
}

/** A fault that struck. */
export interface Struck {
  /** What chance decided, for the table. */
  readonly how: string;
  /** When it ended, by `performance.now`. */
  readonly end: number;
}

/** What chance decided about a fault, and the way it strikes and ends. */
interface Strike {
  readonly how: readonly string[];
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** Lets a fault strike, last so many milliseconds, and end. */
export async function strike(target: Target, fault: Fault, lastsMs: number, random: () => number): Promise<Struck> {
  const { how, begin, end } = strikeOf[fault](target, random);
  await begin();
  await sleep(lastsMs);
  await end();
  const names = target.processes.map(({ name }) => name).join(", ");
  return { how: [names, ...how, `${lastsMs / 1000} s`].join(", "), end: performance.now() };
}

const all = <T>(things: readonly T[], act: (thing: T) => Promise<void> | void): Promise<unknown> =>
  Promise.all(things.map(async (thing) => act(thing)));

const strikeOf: Record<Fault, (target: Target, random: () => number) => Strike> = {
  sigkill: ({ processes }) => ({
    how: [],
    begin: () => all(processes, (process) => process.signal("SIGKILL")),
    end: async () => undefined,
  }),
  sigstop: ({ processes }) => ({
    how: [],
    begin: () => all(processes, (process) => process.signal("SIGSTOP")),
    end: () => all(processes, (process) => process.signal("SIGCONT")),
  }),
  "full-disk": ({ disks }) => ({
    how: [],
    begin: () => all(disks, (disk) => disk.fill()),
    end: () => all(disks, (disk) => disk.empty()),
  }),
  "slow-network": ({ networks }) => ({
    how: [],
    begin: () => all(networks, (network) => network.slow(SLOWNESS)),
    end: () => all(networks, (network) => network.slow(undefined)),
  }),
  "clock-jump": ({ clocks }, random) => {
    const [least, more] = JUMP_MINUTES;
    const minutes = Math.round(least + random() * more) * (random() < 0.5 ? -1 : 1);
    return {
      how: [`${minutes > 0 ? "+" : "−"}${Math.abs(minutes)} min`],
      begin: () => all(clocks, (clock) => clock.shift(minutes * 60)),
      end: () => all(clocks, (clock) => clock.shift(0)),
    };
  },
};
