import { SatchelError, texts } from "@satchel/contracts";

const MINUTE_MS = 60_000;

/**
 * Counts uses by key, in this process, in windows of a minute for all keys together. So a key may have twice its limit
 * around the end of a window, and what is remembered is dropped with it. A machine's clock that is set does not change a window.
 */
interface MinuteLimit {
  /**
   * Counts one use.
   * @returns a function that removes it from the count
   * @throws {SatchelError} `limited`, with the seconds to wait
   */
  take(key: string): () => void;
}

export function minuteLimit(perMinute: number): MinuteLimit {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take: (key) => {
      const time = performance.now();
      if (time >= endsAt) {
        counts.clear();
        endsAt = time + MINUTE_MS;
      }
      const count = counts.get(key) ?? 0;
      if (count >= perMinute) {
        throw new SatchelError("limited", texts.server.tooMany, { retryAfter: Math.ceil((endsAt - time) / 1000) });
      }
      counts.set(key, count + 1);
      const endOfWindow = endsAt;
      return () => {
        if (endsAt === endOfWindow) counts.set(key, (counts.get(key) ?? 1) - 1);
      };
    },
  };
}
