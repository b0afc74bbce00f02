import { randomInt } from "node:crypto";
import { type Bus, openRecords, type RecordChange } from "@satchel/chassis";
import { SatchelError, texts } from "@satchel/contracts";
import { giveBack, type Limit, type Taking, takeOne, type Tally } from "../domain/limit.ts";

/** One that was counted. */
export interface Taken {
  /** Takes it back: it was none of what the limit is about. */
  giveBack(): Promise<void>;
}

/** Counts over all replicas. `who` is the keyed hash of what is counted for: see {@link limitKeys}. */
export interface Limits {
  /** @throws {SatchelError} `limited` with the seconds to wait; nothing is counted then */
  take(limit: Limit, who: string): Promise<Taken>;
  /** Counts for everybody together; the count is spread over several keys, so that replicas rarely contend for one. */
  takeOfAll(limit: Limit): Promise<Taken>;
  /** Forgets all that was counted for somebody. */
  forget(who: string): Promise<void>;
}

/** Seconds for which a tally is kept: as long as the longest limit looks back. */
const KEPT_SECONDS = 24 * 3600;

/** Keys that a limit over all is spread over; each holds its share. */
const SHARES = 20;

/** Opens the bucket of limits. */
export async function openLimits(bus: Bus, clock: () => number): Promise<Limits> {
  const records = await openRecords<Tally>(bus, "limits", { seconds: KEPT_SECONDS });

  const tryToTake = async (limit: Limit, key: string, now: number): Promise<Taking> =>
    records.change(key, (standing): RecordChange<Tally, Taking> => {
      const taking = takeOne(standing ?? [], limit, now);
      return taking.kind === "taken" ? { put: taking.tally, outcome: taking } : { outcome: taking };
    });

  const takenAt = (key: string, time: number): Taken => ({
    giveBack: () =>
      records.change(key, (standing) => {
        const tally = giveBack(standing ?? [], time);
        return tally.length === 0 ? { remove: true, outcome: undefined } : { put: tally, outcome: undefined };
      }),
  });

  return {
    take: async (limit, who) => {
      const now = clock();
      const key = `${limit.name}.${who}`;
      const taking = await tryToTake(limit, key, now);
      if (taking.kind === "limited") throw limited(taking.retryAfter);
      return takenAt(key, now);
    },

    takeOfAll: async (limit) => {
      const now = clock();
      const share: Limit = { ...limit, count: Math.floor(limit.count / SHARES) };
      const begin = randomInt(SHARES);
      let retryAfter = Number.POSITIVE_INFINITY;
      for (let i = 0; i < SHARES; i++) {
        const key = `${limit.name}.${(begin + i) % SHARES}`;
        const taking = await tryToTake(share, key, now);
        if (taking.kind === "taken") return takenAt(key, now);
        retryAfter = Math.min(retryAfter, taking.retryAfter);
      }
      throw limited(retryAfter);
    },

    forget: async (who) => {
      const keys = await records.keys(`*.${who}`);
      await Promise.all(keys.map((key) => records.remove(key)));
    },
  };
}

const limited = (retryAfter: number): SatchelError => new SatchelError("limited", texts.server.tooMany, { retryAfter });
