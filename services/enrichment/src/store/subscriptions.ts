import { createHash } from "node:crypto";
import { type Bus, openJobQueue, openUserRecords } from "@satchel/chassis";
import { FEED_POLLS, feedPollSubject, type SubscriptionId, SUBSCRIPTIONS, type UserId } from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import type { StoredSubscription } from "../domain/feeds/subscription.ts";

export interface SubscriptionKey {
  readonly userId: UserId;
  readonly subscriptionId: SubscriptionId;
}

/** Feeds that accounts follow, and the job of each, which waits in the bus for the next poll. */
export interface Subscriptions {
  /** Those of a user, the newest first. */
  list(userId: UserId): Promise<StoredSubscription[]>;
  get(key: SubscriptionKey): Promise<StoredSubscription | undefined>;
  /** Adds one, unless it is there. @returns whether it was added */
  add(userId: UserId, subscription: StoredSubscription): Promise<boolean>;
  /** Changes one, unless `next` returns nothing. @returns it afterwards; undefined where there is none, or it was left */
  change(
    key: SubscriptionKey,
    next: (current: StoredSubscription) => StoredSubscription | undefined,
  ): Promise<StoredSubscription | undefined>;
  remove(key: SubscriptionKey): Promise<boolean>;
  /** Submits the job of a subscription, which is the only one: does nothing where it waits already. */
  poll(key: SubscriptionKey): Promise<void>;
  /** Submits it in place of one that waits for a later poll, or that is about to end. */
  pollAnew(key: SubscriptionKey): Promise<void>;
  readonly work: Awaited<ReturnType<typeof openJobQueue>>["work"];
}

/** The id of a feed that a user follows: one for an address. */
export const subscriptionIdOf = (userId: UserId, url: string): SubscriptionId => uuidv5(url, userId) as SubscriptionId;

/** What is remembered of an item. */
export const itemHash = (id: string): string => createHash("sha256").update(id).digest("base64url").slice(0, 16);

export async function openSubscriptions(bus: Bus): Promise<Subscriptions> {
  const records = await openUserRecords<SubscriptionId, StoredSubscription>(bus, SUBSCRIPTIONS);
  const queue = await openJobQueue(bus, { stream: FEED_POLLS, subject: feedPollSubject("*", "*"), perSubject: 1 });
  return {
    list: async (userId) =>
      (await records.list(userId)).map(({ record }) => record).sort((a, b) => b.createdAt - a.createdAt),
    get: ({ userId, subscriptionId }) => records.get(userId, subscriptionId),
    add: (userId, subscription) =>
      records.change(userId, subscription.id, (current) =>
        current === undefined ? { put: subscription, outcome: true } : { outcome: false },
      ),
    change: ({ userId, subscriptionId }, next) =>
      records.change(userId, subscriptionId, (current) => {
        if (current === undefined) return { outcome: undefined };
        const put = next(current);
        return { put, outcome: put };
      }),
    remove: ({ userId, subscriptionId }) => records.remove(userId, subscriptionId),
    poll: async ({ userId, subscriptionId }) => {
      await queue.submit(feedPollSubject(userId, subscriptionId), "");
    },
    pollAnew: ({ userId, subscriptionId }) => queue.replace(feedPollSubject(userId, subscriptionId), ""),
    work: (options) => queue.work(options),
  };
}
