import {
  type Decision,
  happened,
  isItem,
  type LinkEvent,
  type NoResult,
  nothingToDo,
  REFRESH_SECONDS,
  REFRESHES_PER_MINUTE,
  rejected,
  texts,
} from "@satchel/contracts";
import { notFound } from "./link.ts";

/** The state that a refetch request depends on. */
export interface RefreshState {
  readonly url: string;
  readonly deletedAt: Date | null;
  readonly requestedAt: Date | null;
  /** Whether the first attempt to fetch its page is still pending. */
  readonly isPending: boolean;
}

/** The rejection of a request that came too early, with the seconds to wait. */
export const tooEarly = (milliseconds: number) => ({
  kind: "rejected" as const,
  error: {
    code: "limited" as const,
    detail: texts.server.tooMany,
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  },
});

/** Requests a refetch of a link's page; nothing to do while an earlier request is pending. */
export function decideRefresh(state: RefreshState | undefined, now: Date): Decision<LinkEvent, NoResult> {
  if (state === undefined || state.deletedAt !== null) return notFound;
  const { url, requestedAt, isPending } = state;
  // A mail is nowhere to be fetched.
  if (isItem(url)) return rejected("rejected", texts.links.badUrl);
  const waitMs = requestedAt === null ? 0 : requestedAt.getTime() + REFRESH_SECONDS * 1000 - now.getTime();
  if (waitMs > 0) return isPending ? nothingToDo({}) : tooEarly(waitMs);
  return happened({ type: "LinkRefreshRequested", data: { url } });
}

const MINUTE_MS = 60_000;

/**
 * Counts each user's refetch requests within the last minute.
 * @returns milliseconds to wait when there are {@link REFRESHES_PER_MINUTE}; else 0, and this one is counted
 */
export class RefreshCounts<User> {
  readonly #requests = new Map<User, number[]>();

  take(user: User, now: number): number {
    const recent = (this.#requests.get(user) ?? []).filter((at) => at > now - MINUTE_MS);
    const [oldest = now] = recent;
    const isFull = recent.length >= REFRESHES_PER_MINUTE;
    if (!isFull) recent.push(now);
    // Inserted again, so that the map is ordered by the last request, and old entries are removed from its front.
    this.#requests.delete(user);
    this.#requests.set(user, recent);
    for (const [other, times] of this.#requests) {
      if ((times.at(-1) ?? 0) > now - MINUTE_MS) break;
      this.#requests.delete(other);
    }
    return isFull ? oldest + MINUTE_MS - now : 0;
  }
}
