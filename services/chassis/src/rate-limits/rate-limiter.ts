import { SatchelError, texts } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { openRecords, type RecordChange } from "../bus/records.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { batchMs, type Grant, giveBack, grant, type RateLimit, type Tally } from "./tally.ts";

export interface CountedUse {
  /** Takes it back: it should not count. */
  giveBack(): Promise<void>;
}

/** Counts over all replicas. */
export interface RateLimiter {
  /**
   * Counts one use.
   * @param key a token; for a person or client a keyed hash
   * @throws {SatchelError} `limited` with the seconds to wait; nothing is counted then
   */
  take(limit: RateLimit, key: string): Promise<CountedUse>;
  /** Removes all counts of a key. */
  forget(key: string): Promise<void>;
}

export interface RateLimiterOptions {
  readonly bucket: string;
  /** Seconds for which a count is stored: at least as long as the longest limit. */
  readonly seconds: number;
  readonly clock?: () => number;
}

/** This process' share of a count. */
interface Local {
  /** When it was granted, in milliseconds since 1970. */
  readonly time: number;
  /** How many were granted together, and how many of them are left; none where it was refused. */
  readonly size: number;
  left: number;
  /** Until when it is refused without a request, and the error. */
  readonly refused?: { readonly until: number; readonly error: SatchelError };
}

/**
 * A process takes more than one at a time when it needs many: one, two, four, up to this part of the limit. So requests
 * are rare under load, and what is left unused is a small part.
 */
const LARGEST_BATCH = 1 / 100;

/** Milliseconds for which a refusal is repeated without a request: floods stay in the process that they reach. */
const REFUSED_MS = 1000;

/** Counts in a process' memory; a new one replaces the oldest. */
const REMEMBERED = 10_000;

/** Opens the counts. */
export async function openRateLimiter(bus: Bus, options: RateLimiterOptions): Promise<RateLimiter> {
  const { bucket, seconds, clock = Date.now } = options;
  const records = await openRecords<Tally>(bus, bucket, { seconds });
  // Callers of one count wait for each other, and use what the first one was granted.
  const asking = new ConcurrencyLimit({ concurrency: 1 });
  const locals = new Map<string, Local>();

  const remember = (at: string, local: Local): void => {
    locals.delete(at);
    for (const oldest of locals.keys()) {
      if (locals.size < REMEMBERED) break;
      locals.delete(oldest);
    }
    locals.set(at, local);
  };

  const takenAt = (at: string, time: number): CountedUse => ({
    giveBack: async () => {
      const local = locals.get(at);
      if (local?.time === time && local.size > 1) {
        local.left++;
        return;
      }
      if (local?.refused !== undefined) locals.delete(at);
      await records.change(at, (standing) => {
        const tally = giveBack(standing ?? [], time);
        return tally.length === 0 ? { remove: true, outcome: undefined } : { put: tally, outcome: undefined };
      });
    },
  });

  /** One of those that this process was granted already. */
  const takeOwn = (at: string, limit: RateLimit): CountedUse | undefined => {
    const local = locals.get(at);
    if (local === undefined) return undefined;
    const now = clock();
    if (local.refused !== undefined && now < local.refused.until) throw local.refused.error;
    if (local.left === 0 || now >= local.time + batchMs(limit)) return undefined;
    local.left--;
    return takenAt(at, local.time);
  };

  return {
    take: async (limit, key) => {
      const at = `${limit.name}.${key}`;
      const own = takeOwn(at, limit);
      if (own !== undefined) return own;
      return asking.run(at, async () => {
        const granted = takeOwn(at, limit);
        if (granted !== undefined) return granted;
        const now = clock();
        const before = locals.get(at);
        const needsMany = before !== undefined && before.size > 0 && now < before.time + batchMs(limit);
        const wanted = needsMany ? Math.max(1, Math.min(before.size * 2, Math.floor(limit.count * LARGEST_BATCH))) : 1;
        const found = await records.change(at, (standing): RecordChange<Tally, Grant> => {
          const outcome = grant(standing ?? [], limit, wanted, now);
          return outcome.kind === "granted" ? { put: outcome.tally, outcome } : { outcome };
        });
        if (found.kind === "granted") {
          remember(at, { time: now, size: found.count, left: found.count - 1 });
          return takenAt(at, now);
        }
        const error = new SatchelError("limited", texts.server.tooMany, { retryAfter: found.retryAfter });
        remember(at, { time: now, size: 0, left: 0, refused: { until: now + REFUSED_MS, error } });
        throw error;
      });
    },

    forget: async (key) => {
      const keys = await records.keys(`*.${key}`);
      for (const at of keys) locals.delete(at);
      await Promise.all(keys.map((at) => records.remove(at)));
    },
  };
}
