import { randomUUID } from "node:crypto";
import { commandClient, createLogger, serveCommands } from "@satchel/chassis";
import { ChangeSubscription, EndSubscription, FollowFeed, type SubscriptionId, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { openEnrichmentWorld } from "../../test/running-enrichment.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { openSubscriptions } from "../store/subscriptions.ts";
import { subscriptionCommands } from "./subscriptions.ts";

const HOUR_MS = 3_600_000;

const { bus } = await openEnrichmentWorld();
const logger = createLogger("test", "silent");
const subscriptions = await openSubscriptions(bus);
const fetcher = createFetcher({ allow: [], dnsServers: ["127.0.0.1:9"], userAgent: "test" });
const server = await serveCommands(
  bus,
  "enrichment",
  subscriptionCommands({ subscriptions, fetcher, now: Date.now }),
  logger,
);
atEnd(async () => {
  await server.stop();
  await fetcher.close();
});
const client = commandClient(bus, logger);

/** Follows a feed. @returns what names it */
async function follow(userId = randomUUID() as string as UserId) {
  const payload = { userId, url: "https://news.example/feed", folderId: null, take: 0 };
  const { subscription } = (await client.send(FollowFeed, payload)).result;
  return { userId, subscriptionId: subscription.id as SubscriptionId };
}

/** Works on the polls. @param poll is given how often they were delivered */
function work(poll: (delivered: number) => Promise<"done" | { readonly deferFor: number }>): void {
  let delivered = 0;
  const settings = { name: "feed-polls", logger, concurrency: 2, silentMs: 5000, backoffMs: 50 };
  const worker = subscriptions.work({ ...settings, handle: () => poll(++delivered) });
  atEnd(() => worker.stop());
}

test("when a feed is resumed while its job ends, or followed again while its job waits, then it is polled at once", async () => {
  const key = await follow();
  await client.send(ChangeSubscription, { ...key, isPaused: true });
  let polled = 0;

  work(async (delivered) => {
    polled = delivered;
    if (delivered > 1) return { deferFor: HOUR_MS };
    expect((await subscriptions.get(key))?.paused).toBe("owner");
    await client.send(ChangeSubscription, { ...key, isPaused: false });
    return "done";
  });
  await eventually(() => expect(polled).toBe(2));

  await client.send(EndSubscription, key);
  await follow(key.userId);
  await eventually(() => expect(polled).toBe(3));
});
