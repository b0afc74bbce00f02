import { ConcurrencyLimit, createReturnTimes } from "@satchel/chassis";
import { FETCH_MS } from "@satchel/contracts";
import { HOST_CONNECTIONS, HOST_FETCH_MS, HOST_WAITING } from "../limits.ts";
import { FetchFault } from "./fetch-failure.ts";
import { limitTime } from "./time-limit.ts";

type SlotRequest = {
  /** The owner of the fetch: owners take turns for a host. */
  owner: string;
  /** Whether it continues earlier work: then it may always wait. */
  isFollowUp: boolean;
  /** Ends the wait. */
  signal: AbortSignal;
};

/**
 * The slots of hosts: {@link HOST_CONNECTIONS} at a time in this process, so that no site is overloaded. A slot is held for
 * one request and its answer, and its holder never waits for another slot, so there is no deadlock.
 */
export type HostSlots = {
  /**
   * Runs work in a slot of a host.
   * @throws FetchFault `host-busy` with the time of the retry; the signal's reason; errors of the work
   */
  run<Result>(host: string, work: () => Promise<Result>, turn: SlotRequest): Promise<Result>;
};

/** @param stopping aborts waiting fetches, except follow-ups, when the process stops */
export function createHostSlots(stopping?: AbortSignal): HostSlots {
  const nextReturn = createReturnTimes();
  const busy = (host: string, owner: string): FetchFault => {
    const ms = nextReturn(`${host} ${owner}`, HOST_FETCH_MS / HOST_CONNECTIONS);
    return new FetchFault("host-busy", "others are being fetched from this host", 0, ms);
  };
  const slots = new ConcurrencyLimit({ concurrency: HOST_CONNECTIONS, waiting: HOST_WAITING, full: busy });

  return {
    async run(host, work, { owner, isFollowUp, signal }) {
      // The fetches in progress end within this time.
      const wait = limitTime(FETCH_MS, () => busy(host, owner), signal, isFollowUp ? undefined : stopping);
      const begin = () => {
        wait.clear();
        return work();
      };
      try {
        return await slots.run(host, begin, { owner, isUnbounded: isFollowUp, signal: wait.signal });
      } finally {
        wait.clear();
      }
    },
  };
}
