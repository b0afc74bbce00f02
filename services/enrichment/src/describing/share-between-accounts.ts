import type { UserId } from "@satchel/contracts";
import { FetchFault } from "../fetching/fetch-failure.ts";
import { createHostPlaces } from "../fetching/host-places.ts";
import { PUT_OFF_MS_MIN } from "../limits.ts";

/** Does some work of an account's, or says after how many milliseconds it is to come back. */
export type AccountShare = <Result>(
  userId: UserId,
  work: () => Promise<Result>,
) => Promise<Result | { readonly putOffFor: number }>;

/**
 * Keeps one account from taking all the concurrency of a queue in this process: what is beyond `limit` comes back later, as
 * work for a busy host does, so that others' pages are read meanwhile whatever one account saves.
 */
export function shareBetweenAccounts(limit: number): AccountShare {
  const accounts = createHostPlaces(undefined, limit);
  const { signal } = new AbortController();
  return async (userId, work) => {
    const place = await accounts.take(userId, { followUp: false, signal }).catch((error: unknown) => {
      if (error instanceof FetchFault && error.reason === "host-busy") return error;
      throw error;
    });
    if (place instanceof FetchFault) return { putOffFor: place.retryAfterMs ?? PUT_OFF_MS_MIN };
    try {
      return await work();
    } finally {
      place.release();
    }
  };
}
