import { type CommandHandler, ConcurrencyLimit, handler } from "@satchel/chassis";
import {
  ChangeSubscription,
  EndSubscription,
  FEED_PREVIEW_ITEMS,
  FEED_PREVIEW_MS,
  FollowFeed,
  laterTexts,
  ListSubscriptions,
  parseWebUrl,
  PreviewFeed,
  SatchelError,
  SUBSCRIPTIONS_PER_USER,
  texts,
} from "@satchel/contracts";
import { shownSubscription, type StoredSubscription } from "../domain/feeds/subscription.ts";
import type { FetchedPage } from "../fetching/fetch-result.ts";
import type { PageFetcher } from "../fetching/fetch-result.ts";
import { PREVIEWS_WAITING } from "../limits.ts";
import { FEED_REQUEST, feedIn, feedNamedIn } from "../reading/read-feed.ts";
import { subscriptionIdOf, type Subscriptions } from "../store/subscriptions.ts";

interface SubscriptionDeps {
  readonly subscriptions: Subscriptions;
  readonly fetcher: PageFetcher;
  readonly now: () => number;
}

const notFound = (): SatchelError => new SatchelError("not-found", laterTexts.feeds.notFound);

/** The address of a feed as it is stored. @throws {SatchelError} `rejected` for what is no web address */
function addressOf(text: string): string {
  const url = parseWebUrl(text.trim());
  if (url === undefined) throw new SatchelError("rejected", texts.links.badUrl);
  url.username = "";
  url.password = "";
  url.hash = "";
  return url.href;
}

/** Feeds that accounts follow (decision 87). */
export function subscriptionCommands({ subscriptions, fetcher, now }: SubscriptionDeps): CommandHandler[] {
  // One at a time for an account: each is a request to an address of its choice.
  const previews = new ConcurrencyLimit({
    concurrency: 1,
    waiting: PREVIEWS_WAITING,
  });

  return [
    handler(PreviewFeed, ({ userId, url }) =>
      previews.run(userId, async () => {
        const signal = AbortSignal.timeout(FEED_PREVIEW_MS);
        const fetched = async (from: string): Promise<FetchedPage> => {
          const page = await fetcher.fetchPage(from, { ...FEED_REQUEST, owner: userId, signal });
          if (!page.ok) throw new SatchelError("rejected", laterTexts.subscriptions.noFeed);
          return page;
        };
        let address = addressOf(url);
        let page = await fetched(address);
        let feed = feedIn(page);
        const named = feed === undefined ? feedNamedIn(page) : undefined;
        if (named !== undefined) {
          address = addressOf(named);
          page = await fetched(address);
          feed = feedIn(page);
        }
        if (feed === undefined) throw new SatchelError("rejected", laterTexts.subscriptions.noFeed);
        const items = feed.items.slice(0, FEED_PREVIEW_ITEMS).map((item) => ({
          url: item.url,
          title: item.title,
          published_at: item.publishedAt?.toISOString() ?? null,
        }));
        return { result: { url: address, title: feed.title, items } };
      }),
    ),
    handler(FollowFeed, async ({ userId, url, folderId, take }, { retry }) => {
      const address = addressOf(url);
      const id = subscriptionIdOf(userId, address);
      const key = { userId, subscriptionId: id };
      const all = await subscriptions.list(userId);
      const isNew = !all.some((one) => one.id === id);
      if (isNew && all.length >= SUBSCRIPTIONS_PER_USER) {
        throw new SatchelError("rejected", laterTexts.feeds.tooMany);
      }
      const time = now();
      const made: StoredSubscription = {
        id,
        url: address,
        title: new URL(address).host,
        folderId,
        createdAt: time,
        take,
        nextAt: time,
        failures: 0,
        saved: 0,
      };
      const isAdded = await subscriptions.add(userId, made);
      if (!isAdded && !retry) throw new SatchelError("taken", laterTexts.subscriptions.taken);
      await subscriptions.pollAnew(key);
      return { result: { subscription: shownSubscription((await subscriptions.get(key)) ?? made) } };
    }),
    handler(ListSubscriptions, async ({ userId }) => {
      const all = await subscriptions.list(userId);
      // The job of one may be lost: to a crash between the two, or to a restore.
      await Promise.all(
        all
          .filter(({ paused, nextAt }) => paused === undefined && nextAt < now())
          .map(({ id }) => subscriptions.poll({ userId, subscriptionId: id })),
      );
      return { result: { subscriptions: all.map(shownSubscription) } };
    }),
    handler(ChangeSubscription, async ({ userId, subscriptionId, isPaused, folderId }) => {
      const key = { userId, subscriptionId };
      const changed = await subscriptions.change(key, ({ paused, ...current }) => {
        const pause = isPaused === undefined ? paused : isPaused ? (paused ?? "owner") : undefined;
        const isResumed = paused !== undefined && pause === undefined;
        return {
          ...current,
          ...(pause === undefined ? {} : { paused: pause }),
          ...(isResumed ? { failures: 0, nextAt: Math.max(now(), current.nextAt) } : {}),
          ...(folderId === undefined ? {} : { folderId }),
        };
      });
      if (changed === undefined) throw notFound();
      // The job of a paused feed may be about to end.
      if (isPaused === false) await subscriptions.pollAnew(key);
      else if (changed.paused === undefined) await subscriptions.poll(key);
      return { result: { subscription: shownSubscription(changed) } };
    }),
    handler(EndSubscription, async ({ userId, subscriptionId }) => ({
      result: { ended: await subscriptions.remove({ userId, subscriptionId }) },
    })),
  ];
}
