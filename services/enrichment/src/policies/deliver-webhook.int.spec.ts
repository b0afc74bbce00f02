import { randomUUID } from "node:crypto";
import { createLogger, deliveryIdOf, openWebhookDeliveries } from "@satchel/chassis";
import type { StoredWebhook, UserId, WebhookDelivery } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { openEnrichmentWorld } from "../../test/running-enrichment.ts";
import { openWebhookWorld, type Receiver, startReceiver } from "../../test/webhooks.ts";
import { createPoster } from "../fetching/poster.ts";
import { WEBHOOK_AT_ONCE, WEBHOOK_SLOW_MS, WEBHOOKS_AT_ONCE, WEBHOOKS_SLOW_AT_ONCE } from "../limits.ts";
import { openWebhookReader } from "../store/webhooks.ts";
import { deliverWebhook } from "./deliver-webhook.ts";

let hooks: Awaited<ReturnType<typeof openWebhookWorld>>;
let deliver: ReturnType<typeof deliverWebhook>;
let silent: Receiver;
let slowing: Receiver;
let quick: Receiver;
/** Milliseconds by which the policy's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  silent = await startReceiver(() => ({ after: 60_000 }));
  slowing = await startReceiver((_, before) => ({ after: before < WEBHOOKS_AT_ONCE ? WEBHOOK_SLOW_MS + 100 : 60_000 }));
  quick = await startReceiver();
  const world = await openEnrichmentWorld();
  hooks = await openWebhookWorld(world);
  const poster = createPoster({
    allow: [silent, slowing, quick].map(({ host }) => host),
    dnsServers: [],
    userAgent: "test",
    timeLimitMs: 60_000,
    answerBytes: 500,
  });
  atEnd(() => poster.close());
  deliver = deliverWebhook({
    webhooks: await openWebhookReader(world.bus, world.journal),
    deliveries: await openWebhookDeliveries(world.bus),
    poster,
    commands: hooks.commands,
    logger: createLogger("test", "silent"),
    now: () => Date.now() + ahead,
  });
});

const delivery = (): WebhookDelivery => ({
  id: deliveryIdOf(randomUUID()),
  type: "link.saved",
  attempt: 1,
  notBefore: 0,
  body: "{}",
});
const hookAt = async (url: string) => {
  const userId = randomUUID() as string as UserId;
  const webhook: StoredWebhook = await hooks.make(userId, url);
  return () => deliver({ userId, webhookId: webhook.id }, delivery());
};
const isDeferred = (result: unknown): result is { deferFor: number } => typeof result === "object";

test("given a receiver that does not answer, then what waits for it returns as slowly as it takes requests, and not all at once again and again", async () => {
  const send = await hookAt(`${silent.url}/alone`);
  const before = silent.requests.length;
  for (let n = 0; n < WEBHOOK_AT_ONCE; n++) void send();
  await eventually(() => expect(silent.requests.length - before).toBe(WEBHOOK_AT_ONCE));
  ahead += 4000;

  const waits: number[] = [];
  for (let n = 0; n < 1000; n++) {
    const result = await send();
    if (isDeferred(result)) waits.push(result.deferFor);
  }

  expect(waits).toHaveLength(1000);
  const soon = waits.filter((wait) => wait < 60_000);
  // Each of two requests takes 4 s by now, so in a minute there is room for 30.
  expect(soon.length).toBeLessThan(100);
});

test("given very many receivers that are slow, then some requests are left for one that is not", async () => {
  const slow = await Promise.all(Array.from({ length: WEBHOOKS_AT_ONCE }, () => hookAt(`${slowing.url}/`)));
  expect(await Promise.all(slow.map((send) => send()))).toEqual(slow.map(() => "done"));
  const send = await hookAt(`${quick.url}/`);

  const deferred: unknown[] = [];
  for (const one of slow) void one().then((result) => isDeferred(result) && deferred.push(result));

  await eventually(() => {
    expect(deferred).toHaveLength(WEBHOOKS_AT_ONCE - WEBHOOKS_SLOW_AT_ONCE);
    expect(slowing.requests).toHaveLength(WEBHOOKS_AT_ONCE + WEBHOOKS_SLOW_AT_ONCE);
  });
  expect(await send()).toBe("done");
});
