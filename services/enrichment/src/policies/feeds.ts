import { commandClient, createAccountQueue } from "@satchel/chassis";
import { type SubscriptionId, UNSUBSCRIBE_MS, type UserId } from "@satchel/contracts";
import { subscriptionCommands } from "../commands/subscriptions.ts";
import { unsubscribeCommands } from "../commands/unsubscribe.ts";
import type { PageFetcher } from "../fetching/fetch-result.ts";
import { createPoster } from "../fetching/poster.ts";
import { FEEDS_AT_ONCE, POLL_BACKOFF_MS, SILENT_MS, UNSUBSCRIBE_ANSWER_BYTES } from "../limits.ts";
import { openSubscriptions } from "../store/subscriptions.ts";
import type { ServiceParts } from "./parts.ts";
import { pollFeed } from "./poll-feed.ts";

/** Feeds that are followed: a queue of polls, and the commands about feeds and newsletters. */
export async function startFeeds({ bus, journal, config, logger, stopping, now }: ServiceParts, fetcher: PageFetcher) {
  const subscriptions = await openSubscriptions(bus);
  const poll = pollFeed({ subscriptions, journal, fetcher, commands: commandClient(bus, logger), logger, now });
  const accounts = createAccountQueue(FEEDS_AT_ONCE, stopping);
  const polls = subscriptions.work({
    name: "feed-polls",
    logger,
    concurrency: accounts.capacity,
    silentMs: SILENT_MS,
    backoffMs: POLL_BACKOFF_MS,
    handle: (message) => {
      const [, userId, subscriptionId] = message.subject.split(".") as [string, UserId, SubscriptionId];
      return accounts.run(userId, () => poll(userId, subscriptionId));
    },
  });
  // No private address is allowed, whatever webhooks may reach: strangers choose these.
  const unsubscriber = createPoster({
    allow: [],
    dnsServers: config.DNS_SERVERS,
    userAgent: `Satchel/0.1 (+${new URL("/bot", config.PUBLIC_URL).href})`,
    timeLimitMs: UNSUBSCRIBE_MS,
    answerBytes: UNSUBSCRIBE_ANSWER_BYTES,
  });
  return {
    workers: { feeds: polls },
    handlers: [
      ...subscriptionCommands({ subscriptions, fetcher, now }),
      ...unsubscribeCommands({ journal, poster: unsubscriber, logger }),
    ],
    close: () => unsubscriber.close(),
  };
}
