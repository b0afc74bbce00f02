import { WEBHOOK_RETRY_SECONDS } from "@satchel/contracts";

/** How much longer than its time a wait may be, at random: receivers that failed together are not asked together. */
const JITTER = 0.1;

/**
 * Milliseconds between a failed attempt and the next one; undefined after the last one.
 * @param attempt the number of the failed one, from 1
 * @param random from 0 to 1
 * @param askedMs what the receiver asked for (Retry-After); a shorter time is ignored
 */
export function retryMs(attempt: number, random: number, askedMs = 0): number | undefined {
  const seconds = WEBHOOK_RETRY_SECONDS[attempt - 1];
  return seconds === undefined ? undefined : Math.round(Math.max(seconds * 1000 * (1 + JITTER * random), askedMs));
}

/** Milliseconds for which a receiver rests after so many failures one after another. */
export const restMs = (failures: number): number => Math.min(5000 * 2 ** (failures - 1), 60_000);
