import { setTimeout as sleep } from "node:timers/promises";
import { fleetServices, type FleetService } from "@satchel/testing";
import type { Clock } from "./clock.ts";
import { Disk } from "./disk.ts";
import type { Network } from "./slow-network.ts";
import { RESTART_MS, type SupervisedProcess } from "./supervised.ts";
import type { System } from "./system.ts";

export const faults = ["sigkill", "sigstop", "full-disk", "slow-network", "clock-jump"] as const;
export type Fault = (typeof faults)[number];

export const parts = ["postgres", "nats-node", "nats-majority", ...fleetServices] as const;
export type Part = (typeof parts)[number];

/** Milliseconds of each fault; a killed process is down until its supervisor restarts it. */
export const LASTS_MS: Readonly<Record<Fault, number>> = {
  sigkill: RESTART_MS,
  sigstop: 30_000,
  "full-disk": 15_000,
  "slow-network": 15_000,
  "clock-jump": 15_000,
};

/** A bad mobile network, on which connections break. */
const SLOWNESS = { delayMs: 100, jitterMs: 100, bytesPerSecond: 64 * 1024, cutEveryMs: 6000 };

/** Minutes that a clock is set forward or back: at least, and up to how many more. */
const JUMP_MINUTES = [15, 105] as const;

/** The parts of the system that a fault acts on. */
export interface Target {
  readonly processes: readonly SupervisedProcess[];
  readonly networks: readonly Network[];
  readonly disks: readonly Disk[];
  readonly clocks: readonly Clock[];
}

/** The target of a part in a running system. @param random chooses among the NATS servers */
export function targetOf(system: System, part: Part, random: () => number): Target {
  const services = Object.values(system.services);
  if (part === "postgres") {
    const { process, disk, clock } = system.postgres;
    const networks = services.map(({ toPostgres }) => toPostgres);
    return { processes: [process], networks, disks: [disk], clocks: known(clock) };
  }
  if (part === "nats-node" || part === "nats-majority") {
    const first = Math.floor(random() * system.nats.length);
    const chosen = part === "nats-node" ? [first] : [first, (first + 1) % system.nats.length];
    const servers = system.nats.filter((_, n) => chosen.includes(n));
    const networks = services.flatMap(({ toNats }) => toNats.filter((_, n) => chosen.includes(n)));
    const processes = servers.map(({ process }) => process);
    return { processes, networks, disks: servers.map(({ disk }) => disk), clocks: [] };
  }
  const { process, toNats, toPostgres, toUsers, disk, clock } = system.services[part];
  const networks = [...toNats, toPostgres, ...known(toUsers)];
  return { processes: [process], networks, disks: known(disk), clocks: known(clock) };
}

const known = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const WITHOUT_FILES: readonly FleetService[] = ["links", "folders", "search", "post", "enrichment", "gateway"];

/** Why a fault can't strike a part; undefined where it can. @param faketime whether clocks can be shifted here */
export function exception(part: Part, fault: Fault, faketime: boolean): string | undefined {
  if (fault === "full-disk" && WITHOUT_FILES.includes(part as FleetService)) {
    return "can't happen: it writes no file; what it keeps lies in NATS and Postgres";
  }
  if (fault === "full-disk" && !Disk.possible) return "not run: making a small disk needs root on Linux";
  if (fault === "clock-jump" && part.startsWith("nats")) {
    return "not run: nats-server is a static Go program that reads the time past every library; only the clock of the whole machine could be set";
  }
  if (fault === "clock-jump" && !faketime) return "not run: libfaketime is not installed";
  return undefined;
}

/** Why a part recovers from a fault only by a restart by hand; undefined where it has to recover by itself. */
export function restartReason(part: Part, fault: Fault): string | undefined {
  return fault === "full-disk" && part.startsWith("nats")
    ? "nats-server switches JetStream off when its disk is full, and on again when it starts"
    : undefined;
}

/** A fault that has ended. */
interface PastFault {
  /** The random choices, for the table. */
  readonly how: string;
  /** When it ended, by `performance.now`. */
  readonly end: number;
}

/** The random choices of a fault, its beginning and its end. */
interface FaultPlan {
  readonly how: readonly string[];
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
}

/** Causes a fault for so many milliseconds. */
export async function causeFault(
  target: Target,
  fault: Fault,
  lastsMs: number,
  random: () => number,
): Promise<PastFault> {
  const { how, begin, end } = planOf[fault](target, random);
  await begin();
  await sleep(lastsMs);
  await end();
  const names = target.processes.map(({ name }) => name).join(", ");
  return { how: [names, ...how, `${lastsMs / 1000} s`].join(", "), end: performance.now() };
}

const all = <T>(things: readonly T[], act: (thing: T) => Promise<void> | void): Promise<unknown> =>
  Promise.all(things.map(async (thing) => act(thing)));

const planOf: Record<Fault, (target: Target, random: () => number) => FaultPlan> = {
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
