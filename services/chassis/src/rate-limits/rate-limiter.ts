import { SatchelError, texts } from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { openRecords, type RecordChange } from "../bus/records.ts";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import { remember } from "../remember.ts";
import { batchMs, type Grant, giveBack, grant, type RateLimit, type Tally } from "./tally.ts";

/** A use that was counted. */
interface CountedUse {
  /** Removes it from the count. */
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

interface RateLimiterOptions {
  readonly bucket: string;
  /** Seconds for which a count is stored: at least as long as the longest limit. */
  readonly seconds: number;
  readonly clock?: () => number;
}

/** This process' share of a count. */
interface Local {
  /** When it was granted, in milliseconds since 1970. */
  readonly time: number;
  /** How many were granted together, and how many of them are left; 0 where none was granted. */
  readonly size: number;
  left: number;
  /** The error of further uses, and until when they get it without a request. */
  readonly refused?: { readonly until: number; readonly error: SatchelError };
}

/**
 * The largest part of a limit that a process gets at once. One that needs many gets one, two, four and so on, up to this
 * part, so that requests are rare under load and few grants stay unused.
 */
const LARGEST_BATCH = 1 / 100;

/** Milliseconds for which a refusal is repeated without a request, so that a flood does not reach the bus. */
const REFUSED_MS = 1000;

/** Counts in a process' memory; a new one replaces the oldest. */
const LOCAL_COUNTS = 10_000;

/** Opens the counts. */
export async function openRateLimiter(bus: Bus, options: RateLimiterOptions): Promise<RateLimiter> {
  const { bucket, seconds, clock = Date.now } = options;
  const records = await openRecords<Tally>(bus, bucket, { seconds });
  // Callers of one count wait for each other, and use the grants of the first one.
  const requests = new ConcurrencyLimit({ concurrency: 1 });
  const locals = new Map<string, Local>();

  const takenAt = (at: string, time: number): CountedUse => ({
    giveBack: async () => {
      const local = locals.get(at);
      if (local?.time === time && local.size > 1) {
        local.left++;
        return;
      }
      if (local?.refused !== undefined) locals.delete(at);
      await records.change(at, (current) => {
        const tally = giveBack(current ?? [], time);
        return tally.length === 0 ? { remove: true, outcome: undefined } : { put: tally, outcome: undefined };
      });
    },
  });

  /** Uses a grant that this process has. @throws the error of a recent refusal */
  const takeLocal = (at: string, limit: RateLimit): CountedUse | undefined => {
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
      const local = takeLocal(at, limit);
      if (local !== undefined) return local;
      return requests.run(at, async () => {
        const meanwhile = takeLocal(at, limit);
        if (meanwhile !== undefined) return meanwhile;
        const now = clock();
        const before = locals.get(at);
        const needsMany = before !== undefined && before.size > 0 && now < before.time + batchMs(limit);
        const wanted = needsMany ? Math.max(1, Math.min(before.size * 2, Math.floor(limit.count * LARGEST_BATCH))) : 1;
        const found = await records.change(at, (current): RecordChange<Tally, Grant> => {
          const outcome = grant(current ?? [], limit, wanted, now);
          return outcome.kind === "granted" ? { put: outcome.tally, outcome } : { outcome };
        });
        if (found.kind === "granted") {
          remember(locals, at, { time: now, size: found.count, left: found.count - 1 }, LOCAL_COUNTS);
          return takenAt(at, now);
        }
        const error = new SatchelError("limited", texts.server.tooMany, { retryAfter: found.retryAfter });
        const refused = { until: now + REFUSED_MS, error };
        remember(locals, at, { time: now, size: 0, left: 0, refused }, LOCAL_COUNTS);
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
