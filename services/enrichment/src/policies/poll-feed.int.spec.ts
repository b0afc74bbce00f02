import { randomUUID } from "node:crypto";
import { commandClient, createLogger, handler, serveCommands } from "@satchel/chassis";
import {
  aggregateSubject,
  FEED_LINKS_PER_DAY,
  FEED_LINKS_PER_POLL,
  FindLink,
  type LinkId,
  type PayloadOf,
  SatchelError,
  type Link,
  SaveLink,
  type SubscriptionId,
  texts,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually, startHttpServer } from "@satchel/testing";
import { v5 as uuidv5 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { openEnrichmentWorld } from "../../test/running-enrichment.ts";
import type { StoredSubscription } from "../domain/feeds/subscription.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { openSubscriptions, type Subscriptions, subscriptionIdOf } from "../store/subscriptions.ts";
import { pollFeed } from "./poll-feed.ts";

const HOUR_MS = 3_600_000;
const user = (): UserId => randomUUID() as string as UserId;

/** What the site answers, and how it was asked. */
let answer: { status?: number; headers?: Record<string, string>; body?: string; after?: Promise<void> } = {};
const asked: Record<string, string | string[] | undefined>[] = [];
const saved: PayloadOf<typeof SaveLink>[] = [];
/** Refuses what is saved, as the links service would. */
let refuse: SatchelError | undefined;
let time = Date.now();
let subscriptions: Subscriptions;
let poll: ReturnType<typeof pollFeed>;
let siteUrl: string;
let knownLink: (userId: UserId, url: string) => Promise<void>;

const linkIdOf = (userId: UserId, url: string): LinkId => uuidv5(url, userId) as LinkId;

beforeAll(async () => {
  const site = await startHttpServer(async (request, response) => {
    asked.push(request.headers);
    const { status = 200, headers = {}, body = "", after } = answer;
    await after;
    const isKnown = headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"];
    response.writeHead(isKnown ? 304 : status, { "content-type": "application/rss+xml", ...headers }).end(body);
  });
  atEnd(site.close);
  siteUrl = site.url;
  const { bus, journal } = await openEnrichmentWorld();
  const logger = createLogger("test", "silent");
  knownLink = async (userId, url) => {
    const event = { id: randomUUID(), type: "LinkSaved", data: { url, origin: { kind: "page" } } };
    await journal.append({ subject: aggregateSubject(userId, "links", linkIdOf(userId, url)), event, expected: 0 });
  };
  const links = await serveCommands(
    bus,
    "links",
    [
      handler(FindLink, async ({ userId, url }) => ({ result: { linkId: linkIdOf(userId, url) } })),
      handler(SaveLink, async (payload) => {
        if (refuse !== undefined) throw refuse;
        saved.push(payload);
        await knownLink(payload.userId, payload.url);
        // What lists show of it is of no interest here.
        return { result: { linkId: linkIdOf(payload.userId, payload.url), created: true, link: {} as Link } };
      }),
    ],
    logger,
  );
  atEnd(() => links.stop());
  const fetcher = createFetcher({
    allow: [new URL(site.url).host],
    dnsServers: ["127.0.0.1:9"],
    userAgent: "test",
  });
  atEnd(() => fetcher.close());
  subscriptions = await openSubscriptions(bus);
  const commands = commandClient(bus, logger);
  poll = pollFeed({ subscriptions, journal, fetcher, commands, logger, now: () => time });
});

const itemsOf = (...names: (string | number)[]): string =>
  `<rss><channel><title>Feed</title>${names
    .map((name) => `<item><title>T ${name}</title><link>https://news.example/${name}</link><guid>${name}</guid></item>`)
    .join("")}</channel></rss>`;

/** Follows a feed. */
async function follow(more: Partial<StoredSubscription> = {}, userId = user()) {
  const subscriptionId = subscriptionIdOf(userId, siteUrl);
  const made = { url: siteUrl, title: "x", folderId: 3, createdAt: time, take: 0, nextAt: time, failures: 0, saved: 0 };
  await subscriptions.add(userId, { id: subscriptionId, ...made, ...more });
  const key = { userId, subscriptionId };
  return {
    key,
    poll: () => poll(userId, subscriptionId),
    state: async () => (await subscriptions.get(key)) as StoredSubscription,
    saved: () => saved.filter((one) => one.userId === userId).map(({ url }) => url.split("/").at(-1)),
  };
}

test("given a feed, then the first poll saves as many as were chosen, later ones what is new, oldest first, each once, at most hourly and conditionally", async () => {
  answer = { body: itemsOf(3, 2, 1), headers: { etag: '"a"' } };
  const feed = await follow({ take: 1 });

  const first = await feed.poll();

  expect(feed.saved()).toEqual(["3"]);
  expect(saved.at(-1)).toMatchObject({
    folderId: 3,
    suggestedTitle: "T 3",
    origin: { kind: "feed", subscriptionId: feed.key.subscriptionId, feed: "Feed" },
  });
  expect((first as { deferFor: number }).deferFor).toBeGreaterThanOrEqual(HOUR_MS);
  const requests = asked.length;
  expect(await feed.poll()).toEqual({ deferFor: expect.any(Number) });
  expect(asked.length).toBe(requests);

  time += 2 * HOUR_MS;
  await feed.poll();
  expect(asked.at(-1)?.["if-none-match"]).toBe('"a"');
  expect(feed.saved()).toEqual(["3"]);
  answer = { body: itemsOf(5, 4, 3, 2), headers: { etag: '"b"' } };
  time += 2 * HOUR_MS;
  await feed.poll();
  expect(feed.saved()).toEqual(["3", "4", "5"]);
  expect(await feed.state()).toMatchObject({ saved: 3, title: "Feed", failures: 0 });
});

test("given an address that is a link already, or was one, then it is not saved again", async () => {
  answer = { body: itemsOf("known", "unknown") };
  const feed = await follow({ seen: [] });
  await knownLink(feed.key.userId, "https://news.example/known");
  await feed.poll();
  expect(feed.saved()).toEqual(["unknown"]);
});

test("given more new items than a poll or a day may save, then the rest comes later", async () => {
  answer = { body: itemsOf(...Array.from({ length: 300 }, (_, n) => 1000 - n)), headers: { etag: '"many"' } };
  const feed = await follow({ seen: [] });
  time = Math.ceil(time / 86_400_000) * 86_400_000;
  await feed.poll();
  expect(feed.saved()).toHaveLength(FEED_LINKS_PER_POLL);
  expect(feed.saved()[0]).toBe("701");
  for (let n = 0; n < 5; n++) {
    time += 2 * HOUR_MS;
    await feed.poll();
  }
  expect(feed.saved()).toHaveLength(FEED_LINKS_PER_DAY);
  time += 24 * HOUR_MS;
  await feed.poll();
  expect(feed.saved()).toHaveLength(FEED_LINKS_PER_DAY + FEED_LINKS_PER_POLL);
});

test("given failures, then the waits grow to a day and the reason is kept; a good answer ends that; 410 pauses", async () => {
  answer = { status: 503 };
  const feed = await follow({ seen: [] });
  const waits: number[] = [];
  for (let n = 0; n < 7; n++) {
    const result = (await feed.poll()) as { deferFor: number };
    waits.push(Math.floor(result.deferFor / HOUR_MS));
    time += result.deferFor;
  }
  expect(waits.slice(0, 3)).toEqual([1, 2, 4]);
  expect(waits.at(-1)).toBeGreaterThanOrEqual(24);
  expect(await feed.state()).toMatchObject({ error: "http-503", failures: 7 });
  answer = { body: "<html><title>x</title></html>", headers: { "content-type": "text/html" } };
  time += 30 * HOUR_MS;
  await feed.poll();
  expect((await feed.state()).error).toBe("not-a-feed");
  answer = { body: itemsOf(1) };
  time += 30 * HOUR_MS;
  await feed.poll();
  expect((await feed.state()).error).toBeUndefined();
  expect((await feed.state()).failures).toBe(0);
  answer = { status: 410 };
  time += 2 * HOUR_MS;
  expect(await feed.poll()).toBe("done");
  expect((await feed.state()).paused).toBe("gone");
  expect(await feed.poll()).toBe("done");
});

test.each([
  ["folder", new SatchelError("not-found", texts.folders.notFound)],
  ["full", new SatchelError("full", texts.links.full)],
])("given links that can't be saved because of the %s, then the feed is paused and says so", async (reason, error) => {
  answer = { body: itemsOf(`${reason}1`) };
  const feed = await follow({ seen: [] });
  refuse = error;
  expect(await feed.poll()).toBe("done");
  refuse = undefined;
  expect((await feed.state()).paused).toBe(reason);
  expect((await feed.state()).seen).toEqual([]);
});

test("given a feed that was polled while the clock was years ahead, when it is right again, then it is polled", async () => {
  answer = { body: itemsOf(1) };
  const feed = await follow({ take: 1, nextAt: time + 12 * 365 * 24 * HOUR_MS });

  await feed.poll();

  expect(feed.saved()).toEqual(["1"]);
  expect((await feed.state()).nextAt).toBeLessThan(time + 2 * HOUR_MS);
});

test("given a feed that is followed no more, or of nobody, then its job ends", async () => {
  const feed = await follow();
  await subscriptions.remove(feed.key);
  expect(await feed.poll()).toBe("done");
  expect(await poll(user(), randomUUID() as string as SubscriptionId)).toBe("done");
});

test("when a feed is followed again during a poll, then that poll records nothing", async () => {
  const body = itemsOf("new2", "new1");
  let finish = (): void => undefined;
  answer = { body, after: new Promise((resolve) => (finish = resolve)) };
  const before = await follow();
  const requests = asked.length;
  const polled = before.poll();
  await eventually(() => expect(asked.length).toBe(requests + 1));
  await subscriptions.remove(before.key);
  const feed = await follow({ take: 1, createdAt: time + 1 }, before.key.userId);
  const made = await feed.state();

  finish();

  expect(await polled).toBe("done");
  expect(await feed.state()).toEqual(made);
  answer = { body };
  await feed.poll();
  expect(feed.saved()).toEqual(["new2"]);
});
