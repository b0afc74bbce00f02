import {
  type Decision,
  happened,
  type LinkEvent,
  nothingToDo,
  REFRESH_SECONDS,
  REFRESHES_PER_MINUTE,
  texts,
} from "@satchel/contracts";
import { notFound } from "./link.ts";

/** The state that a refetch request depends on. */
export interface RefreshState {
  readonly url: string;
  readonly deletedAt: Date | null;
  readonly requestedAt: Date | null;
  /** Whether its page waits for the first attempt to fetch it. */
  readonly isAwaited: boolean;
}

type Nothing = Record<string, never>;

/** A request that came too early, with the seconds to wait. */
export const tooEarly = (milliseconds: number) => ({
  kind: "rejected" as const,
  error: {
    code: "limited" as const,
    detail: texts.server.tooMany,
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  },
});

/** Requests a refetch of a link's page; nothing to do while an earlier request waits. */
export function decideRefresh(state: RefreshState | undefined, now: Date): Decision<LinkEvent, Nothing> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  const { url, requestedAt, isAwaited } = state;
  const waits = requestedAt === null ? 0 : requestedAt.getTime() + REFRESH_SECONDS * 1000 - now.getTime();
  if (waits > 0) return isAwaited ? nothingToDo({}) : tooEarly(waits);
  return happened({ type: "LinkRefreshRequested", data: { url } });
}

const MINUTE_MS = 60_000;

/**
 * Counts each user's refetch requests within the last minute.
 * @returns milliseconds to wait when that is {@link REFRESHES_PER_MINUTE} already, else 0, and this one is counted
 */
export class RefreshCounts<User> {
  readonly #asked = new Map<User, number[]>();

  take(user: User, now: number): number {
    const recent = (this.#asked.get(user) ?? []).filter((at) => at > now - MINUTE_MS);
    const [oldest = now] = recent;
    const isFull = recent.length >= REFRESHES_PER_MINUTE;
    if (!isFull) recent.push(now);
    // Inserted again, so that the map is ordered by the last request, and old entries are removed from its front.
    this.#asked.delete(user);
    this.#asked.set(user, recent);
    for (const [other, times] of this.#asked) {
      if ((times.at(-1) ?? 0) > now - MINUTE_MS) break;
      this.#asked.delete(other);
    }
    return isFull ? oldest + MINUTE_MS - now : 0;
  }
}
