import {
  FEED_ITEMS_REMEMBERED,
  FEED_LINKS_PER_DAY,
  FEED_LINKS_PER_POLL,
  FEED_POLL_SECONDS,
  FEED_POLL_SECONDS_MAX,
  type Subscription,
  type SubscriptionId,
  type SubscriptionPause,
} from "@satchel/contracts";
import type { FeedItem } from "./feed.ts";

/** A feed that an account follows, as it is stored. Times are milliseconds since 1970. */
export interface StoredSubscription {
  readonly id: SubscriptionId;
  readonly url: string;
  readonly title: string;
  readonly folderId: number | null;
  readonly createdAt: number;
  /** How many of the items that the first poll finds are saved. */
  readonly take: number;
  readonly paused?: SubscriptionPause;
  readonly polledAt?: number;
  /** Not before. */
  readonly nextAt: number;
  /** Polls that failed, one after another, and why the last one did. */
  readonly failures: number;
  readonly error?: string;
  /** Of the last answer, and where it came from. */
  readonly validators?: { readonly etag?: string; readonly lastModified?: string; readonly url: string };
  /** Hashes of the items that are dealt with, the newest first; undefined before the first poll. */
  readonly seen?: readonly string[];
  readonly saved: number;
  /** Links saved on a day, which is days since 1970 in UTC. */
  readonly today?: { readonly day: number; readonly count: number };
}

const DAY_MS = 86_400_000;
/** How much longer than its time a wait may be, at random: feeds that were followed together are not polled together. */
const JITTER = 0.1;

/**
 * Milliseconds until the next poll.
 * @param failures one after another
 * @param random from 0 to 1
 * @param askedMs what the server asked for (Retry-After)
 */
export function pollMs(failures: number, random: number, askedMs = 0): number {
  const seconds = Math.min(FEED_POLL_SECONDS * 2 ** Math.max(0, failures - 1), FEED_POLL_SECONDS_MAX);
  return Math.round(Math.max(seconds * 1000 * (1 + JITTER * random), askedMs));
}

/** What a poll is to do with the items of a feed. */
interface PollPlan {
  /** To be saved, the oldest first. */
  readonly save: readonly FeedItem[];
  /** Hashes of those that are not to be saved, now or later. */
  readonly pass: readonly string[];
}

/**
 * Decides which items of a feed are new. Before the first poll nothing is, but the newest that its owner chose. Beyond the
 * limits of a poll and of a day the oldest come first, and the rest with later polls.
 */
export function planPoll(
  subscription: StoredSubscription,
  items: readonly FeedItem[],
  hashOf: (id: string) => string,
  now: number,
): PollPlan {
  const { seen, take, today } = subscription;
  const known = new Set(seen);
  const fresh = items.filter(({ id }) => !known.has(hashOf(id)));
  const wanted = seen === undefined ? fresh.slice(0, take) : fresh;
  const pass = seen === undefined ? fresh.slice(take) : [];
  const used = today?.day === dayOf(now) ? today.count : 0;
  const room = Math.max(0, Math.min(FEED_LINKS_PER_POLL, FEED_LINKS_PER_DAY - used));
  return { save: wanted.toReversed().slice(0, room), pass: pass.map(({ id }) => hashOf(id)) };
}

const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** A subscription after an item was dealt with. @param isSaved false: there was a link already */
export function withItem(subscription: StoredSubscription, hash: string, isSaved: boolean, now: number) {
  const { seen = [], saved, today } = subscription;
  const day = dayOf(now);
  const count = (today?.day === day ? today.count : 0) + (isSaved ? 1 : 0);
  return {
    ...subscription,
    seen: remembered([hash, ...seen]),
    saved: saved + (isSaved ? 1 : 0),
    today: { day, count },
  } satisfies StoredSubscription;
}

export const remembered = (hashes: readonly string[]): string[] => [...new Set(hashes)].slice(0, FEED_ITEMS_REMEMBERED);

const instantOf = (time: number): string => new Date(time).toISOString();

/** A subscription as its owner sees it. */
export const shownSubscription = (stored: StoredSubscription): Subscription => ({
  id: stored.id,
  url: stored.url,
  title: stored.title,
  folder_id: stored.folderId,
  created_at: instantOf(stored.createdAt),
  paused: stored.paused ?? null,
  polled_at: stored.polledAt === undefined ? null : instantOf(stored.polledAt),
  next_at: instantOf(stored.nextAt),
  error: stored.error ?? null,
  saved: stored.saved,
});
