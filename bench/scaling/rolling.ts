import { setTimeout as delay } from "node:timers/promises";
import type { FleetMember, NatsNode } from "@satchel/testing";
import { type Outcome, type OutcomeCounts, countOutcomes, type Tally } from "./tally.ts";

/** Milliseconds of load before each restart, and after it. */
const CALM_MS = 500;

/** A process of a service or a server of the bus. */
export interface Part {
  readonly name: string;
  /** Ends it. @returns the fault of its end, if there is one */
  end(signal: NodeJS.Signals): Promise<string | undefined>;
  /** Starts it again, a process as this version; resolves when it is ready. */
  begin(): Promise<void>;
}

/** One restart under load. */
export interface Restart extends OutcomeCounts {
  readonly name: string;
  readonly signal: NodeJS.Signals;
  /** Milliseconds from the signal to its end, and from its start to its readiness. */
  readonly ending: number;
  readonly starting: number;
  readonly fault: string | undefined;
  readonly outcomes: readonly Outcome[];
}

export const memberPart = (member: FleetMember): Part => ({
  name: member.name,
  end: async (signal) => {
    const exit = await member.stop(signal);
    const inOrder = signal !== "SIGTERM" || exit?.code === 0;
    return inOrder ? undefined : `it ended with ${exit?.code ?? exit?.signal}`;
  },
  begin: () => member.start(),
});

export const nodePart = (node: NatsNode, n: number): Part => ({
  name: `nats ${n}`,
  end: async (signal) => {
    await node.stop(signal);
    return undefined;
  },
  begin: () => node.start(),
});

/** Restarts one part, while the load goes on. */
export async function restart(part: Part, signal: NodeJS.Signals, tally: Tally): Promise<Restart> {
  await delay(CALM_MS);
  const before = tally.count;
  const began = performance.now();
  const fault = await part.end(signal);
  const ended = performance.now();
  await part.begin();
  const ready = performance.now();
  await delay(CALM_MS);
  const outcomes = tally.since(before);
  return {
    name: part.name,
    signal,
    ending: ended - began,
    starting: ready - ended,
    fault,
    outcomes,
    ...countOutcomes(outcomes),
  };
}
