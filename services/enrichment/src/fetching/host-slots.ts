import { ConcurrencyLimit } from "@satchel/chassis";
import { FETCH_MS } from "@satchel/contracts";
import { HOST_CONNECTIONS, HOST_FETCH_MS, HOST_WAITING } from "../limits.ts";
import { createReturnTimes } from "./return-times.ts";
import { FetchFault } from "./fetch-failure.ts";
import { limitTime } from "./time-limit.ts";

type HostTurn = {
  /** The owner of the fetch: owners take turns for a host. */
  owner: string;
  /** Whether it continues earlier work, and waits however many others do. */
  isFollowUp: boolean;
  /** Ends the wait. */
  signal: AbortSignal;
};

/**
 * The slots of hosts: {@link HOST_CONNECTIONS} at a time in this process, so that no site is overloaded. A slot is held
 * for one request and its answer, and no other slot is waited for meanwhile, so that no two fetches wait for each
 * other.
 */
export type HostSlots = {
  /**
   * Does some work in a slot of a host.
   * @throws FetchFault `host-busy` with the time to come back; the signal's reason; errors of the work
   */
  run<Result>(host: string, work: () => Promise<Result>, turn: HostTurn): Promise<Result>;
};

/** @param stopping the process is stopping: waiting fetches that are no follow-ups end as aborted */
export function createHostSlots(stopping?: AbortSignal): HostSlots {
  const nextReturn = createReturnTimes();
  const busy = (host: string, owner: string): FetchFault => {
    const ms = nextReturn(`${host} ${owner}`, HOST_FETCH_MS / HOST_CONNECTIONS);
    return new FetchFault("host-busy", "others are being fetched from this host", 0, ms);
  };
  const slots = new ConcurrencyLimit({ concurrency: HOST_CONNECTIONS, waiting: HOST_WAITING, full: busy });

  return {
    async run(host, work, { owner, isFollowUp, signal }) {
      // The two fetches in progress end within this time, so that another owner's turn comes.
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
