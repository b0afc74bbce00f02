import type { CommandClient, HandlerResult, Journal, Logger } from "@satchel/chassis";
import {
  FindLink,
  isSatchelError,
  SaveLink,
  type SubscriptionPause,
  TITLE_CHARS,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { FeedItem } from "../domain/feeds/feed.ts";
import { planPoll, pollMs, remembered, type StoredSubscription, withItem } from "../domain/feeds/subscription.ts";
import type { FetchedPage, PageFetcher } from "../fetching/fetch-result.ts";
import { FEED_WAIT_MS_MAX, LOST_FETCH_MS } from "../limits.ts";
import { FEED_REQUEST, feedIn } from "../reading/read-feed.ts";
import { lastOf } from "../store/page-history.ts";
import { itemHash, type SubscriptionKey, type Subscriptions } from "../store/subscriptions.ts";

interface PollDeps {
  readonly subscriptions: Subscriptions;
  readonly journal: Journal;
  readonly fetcher: PageFetcher;
  readonly commands: Pick<CommandClient, "send">;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The feed that this poll began with. A feed that was given up and followed again has the same key, and polls of its own. */
interface PolledFeed extends SubscriptionKey {
  readonly createdAt: number;
}

/**
 * Polls a feed when its time has come, and saves what is new. The job is one for each subscription and waits in the bus
 * until the next poll, so that no two processes poll a feed. It ends when the feed is paused or followed no more.
 */
export const pollFeed = ({ subscriptions, journal, fetcher, commands, logger, now }: PollDeps) => {
  const change = (key: PolledFeed, next: (current: StoredSubscription) => StoredSubscription) =>
    subscriptions.change(key, (current) => (current.createdAt === key.createdAt ? next(current) : undefined));

  const pause = async (key: PolledFeed, paused: SubscriptionPause): Promise<HandlerResult> => {
    await change(key, (current) => ({ ...current, paused }));
    return "done";
  };

  /** Sets when the next poll is. */
  async function schedule(
    key: PolledFeed,
    error: string | undefined,
    askedMs: number | undefined,
    more: Partial<StoredSubscription> = {},
  ): Promise<HandlerResult> {
    const after = await change(key, ({ error: _former, ...current }) => {
      const failures = error === undefined ? 0 : current.failures + 1;
      const nextAt = now() + pollMs(failures, Math.random(), askedMs);
      return { ...current, ...more, polledAt: now(), nextAt, failures, ...(error === undefined ? {} : { error }) };
    });
    return after === undefined ? "done" : { deferFor: Math.max(1, after.nextAt - now()) };
  }

  /** Saves an item, unless its address is or was a link. @returns whether it was saved, or why no more can be */
  async function save(
    { userId, subscriptionId }: SubscriptionKey,
    { title: feed, folderId }: StoredSubscription,
    { id, url, title }: FeedItem,
  ): Promise<boolean | "folder" | "full"> {
    try {
      const { linkId } = (await commands.send(FindLink, { userId, url })).result;
      if ((await lastOf(journal, { userId, linkId })) !== undefined) return false;
      const origin = { kind: "feed" as const, subscriptionId, feed };
      const named = title === "" ? {} : { suggestedTitle: title.slice(0, TITLE_CHARS) };
      // The same id when this is repeated after a crash: the link is saved once.
      await commands.send(SaveLink, { userId, url, origin, folderId, ...named }, uuidv5(id, subscriptionId));
      return true;
    } catch (error) {
      if (!isSatchelError(error)) throw error;
      if (error.code === "not-found") return "folder";
      if (error.code === "full") return "full";
      // No address that can be saved.
      if (error.code === "invalid" || error.code === "rejected") return false;
      throw error;
    }
  }

  async function take(key: PolledFeed, page: FetchedPage, before: StoredSubscription): Promise<HandlerResult> {
    const feed = feedIn(page);
    if (feed === undefined) return schedule(key, "not-a-feed", undefined);
    const { title, items } = feed;
    const { save: wanted, pass } = planPoll(before, items, itemHash, now());
    const found = await change(key, (current) => ({
      ...current,
      title,
      seen: remembered([...(current.seen ?? []), ...pass]),
    }));
    if (found === undefined) return "done";
    for (const item of wanted) {
      const outcome = await save(key, { ...found, title }, item);
      if (typeof outcome === "string") return pause(key, outcome);
      const hash = itemHash(item.id);
      // It may have been removed or paused meanwhile.
      const after = await change(key, (current) => withItem(current, hash, outcome, now()));
      if (after === undefined || after.paused !== undefined) return "done";
    }
    const { etag, lastModified, finalUrl } = page;
    // Where items are left, the same answer is wanted again.
    const isAll = items.every(
      ({ id }) =>
        [...pass, ...wanted.map((one) => itemHash(one.id))].includes(itemHash(id)) ||
        before.seen?.includes(itemHash(id)),
    );
    const validators = {
      url: finalUrl,
      ...(isAll && etag !== undefined ? { etag } : {}),
      ...(isAll && lastModified !== undefined ? { lastModified } : {}),
    };
    return schedule(key, undefined, undefined, { validators });
  }

  return async (userId: UserId, subscriptionId: SubscriptionKey["subscriptionId"]): Promise<HandlerResult> => {
    const subscription = await subscriptions.get({ userId, subscriptionId });
    if (subscription === undefined || subscription.paused !== undefined) return "done";
    const key = { userId, subscriptionId, createdAt: subscription.createdAt };
    // A restarted bus forgets how long a job was to wait.
    const wait = subscription.nextAt - now();
    if (wait > 0 && wait <= FEED_WAIT_MS_MAX) return { deferFor: wait };
    const { validators } = subscription;
    const result = await fetcher.fetchPage(subscription.url, {
      ...FEED_REQUEST,
      owner: userId,
      ...(validators === undefined ? {} : { conditional: validators }),
    });
    if (result.ok) return result.notModified ? schedule(key, undefined, undefined) : take(key, result, subscription);
    if (result.reason === "host-busy" || result.reason === "aborted") {
      return { deferFor: result.retryAfterMs ?? LOST_FETCH_MS };
    }
    const status = result.reason === "http-status" ? result.status : undefined;
    if (status === 410) return pause(key, "gone");
    logger.debug({ subscription: subscriptionId, reason: result.reason }, "a feed can't be read");
    return schedule(key, status === undefined ? result.reason : `http-${status}`, result.retryAfterMs);
  };
};
