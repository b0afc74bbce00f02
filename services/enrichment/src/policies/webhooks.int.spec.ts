import { randomUUID } from "node:crypto";
import { deliveryIdOf, openWebhookDeliveries } from "@satchel/chassis";
import {
  aggregateSubject,
  highlightsSubject,
  type LinkId,
  suspensionSubject,
  type UserId,
  WEBHOOK_LOG_ATTEMPTS,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, test } from "vitest";
import { type EnrichmentWorld, openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { openWebhookWorld, type ReceivedRequest, type Receiver, startReceiver } from "../../test/webhooks.ts";

let world: EnrichmentWorld;
let hooks: Awaited<ReturnType<typeof openWebhookWorld>>;
let deliveries: Awaited<ReturnType<typeof openWebhookDeliveries>>;
let good: Receiver;
let failing: Receiver;
let slow: Receiver;
let moved: Receiver;
let gone: Receiver;

beforeAll(async () => {
  good = await startReceiver(() => ({ status: 200, body: "thanks" }));
  failing = await startReceiver((_, before) =>
    before === 0 ? { status: 500, body: `<script>alert("no")</script>${"x".repeat(5000)}` } : { status: 200 },
  );
  slow = await startReceiver(() => ({ status: 200, after: 8000 }));
  moved = await startReceiver(() => ({ status: 307, headers: { location: good.url } }));
  gone = await startReceiver(() => ({ status: 410 }));
  world = await openEnrichmentWorld();
  hooks = await openWebhookWorld(world);
  deliveries = await openWebhookDeliveries(world.bus);
  const allowed = [good, failing, slow, moved, gone].map(({ host }) => host);
  await runEnrichment(world, { FETCH_ALLOW: [], WEBHOOK_ALLOW: allowed });
});

const user = (): UserId => randomUUID() as string as UserId;
const saveLink = async (userId: UserId, more: object = {}): Promise<LinkId> => {
  const linkId = randomUUID() as string as LinkId;
  const data = { url: `http://pages.example/${linkId}`, origin: { kind: "page" }, ...more };
  const event = { id: randomUUID(), type: "LinkSaved", data };
  await world.journal.append({ subject: aggregateSubject(userId, "links", linkId), event, expected: 0 });
  return linkId;
};
const append = async (subject: string, type: string, data: unknown): Promise<void> => {
  const expected = (await world.journal.last(subject))?.sequence ?? 0;
  await world.journal.append({ subject, event: { id: randomUUID(), type, data }, expected });
};
const payloadOf = ({ body }: ReceivedRequest) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> };
/** What a receiver got at one path. */
const at = ({ requests }: Receiver, path: string): ReceivedRequest[] => requests.filter(({ url }) => url === path);

test("given a webhook, when links are saved, described, kept, highlighted and deleted, then each is sent once, signed as the published library verifies it", async () => {
  const userId = user();
  const webhook = await hooks.make(userId, `${good.url}/all?key=1`);

  const linkId = await saveLink(userId, { title: "A title", tags: ["x"], folderId: 3, notes: "mine alone" });
  const page = { title: "The page's title", tags: ["y"] };
  const url = `http://pages.example/${linkId}`;
  await append(aggregateSubject(userId, "archive", linkId), "PageKept", {
    linkId,
    version: randomUUID(),
    source: "fetch",
    type: "text/html",
    sha256: "0".repeat(64),
    bytes: 10,
    words: 120,
    leftOut: 0,
  });
  await append(highlightsSubject(userId, linkId), "HighlightMade", {
    linkId,
    highlightId: randomUUID(),
    quote: { exact: "a sentence", prefix: "", suffix: "" },
    color: "yellow",
    note: "and my thought",
  });
  // Its own attempts fail, because nobody is asked for names; this is another process' description.
  await eventually(async () => {
    await append(aggregateSubject(userId, "enrichment", linkId), "PageDescribed", {
      url,
      finalUrl: url,
      attempts: 1,
      page,
    });
  });
  await append(aggregateSubject(userId, "links", linkId), "LinkDeleted", {});

  const all = await eventually(() => {
    const received = at(good, "/all?key=1");
    expect(received.map((one) => payloadOf(one).type).sort()).toEqual([
      "link.deleted",
      "link.described",
      "link.highlighted",
      "link.kept",
      "link.saved",
    ]);
    return received;
  });
  for (const { body, headers } of all) {
    expect(new Webhook(webhook.secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(`whsec_${btoa("x".repeat(32))}`).verify(body, headers)).toThrow();
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["cookie"]).toBeUndefined();
    expect(body).not.toMatch(/mine alone|my thought/);
  }
  const dataOf = (type: string) => all.map(payloadOf).find((one) => one.type === type)?.data;
  expect(dataOf("link.saved")).toEqual({
    id: linkId,
    url,
    title: "A title",
    description: null,
    tags: ["x"],
    folder_id: 3,
    saved_by: "page",
    is_new: true,
  });
  expect(dataOf("link.kept")).toMatchObject({
    id: linkId,
    url,
    title: "A title",
    content_type: "text/html",
    words: 120,
  });
  expect(dataOf("link.highlighted")).toMatchObject({ id: linkId, highlight: { text: "a sentence", color: "yellow" } });
  expect(dataOf("link.described")).toMatchObject({ id: linkId, url, title: "The page's title", tags: ["y"] });
  expect(dataOf("link.deleted")).toMatchObject({ id: linkId, url });
});

test("given webhooks with notes, of other events, paused and of another account, then each is sent only what it has chosen", async () => {
  const [userId, other] = [user(), user()];
  await hooks.make(userId, `${good.url}/notes`, { withNotes: true });
  await hooks.make(userId, `${good.url}/deleted`, { events: ["link.deleted"] });
  await hooks.make(userId, `${good.url}/paused`, { paused: { at: 0, reason: "owner" } });
  await hooks.make(other, `${good.url}/other`);
  await hooks.make(userId, `${good.url}/later`, { createdAt: Date.now() + 60_000 });

  await saveLink(userId, { notes: "n".repeat(9000) });

  const [request] = await eventually(() => {
    expect(at(good, "/notes")).toHaveLength(1);
    return at(good, "/notes");
  });
  expect((payloadOf(request as ReceivedRequest).data["notes"] as string).length).toBe(2000);
  await saveLink(other);
  await eventually(() => expect(at(good, "/other")).toHaveLength(1));
  for (const path of ["/deleted", "/paused", "/later"]) expect(at(good, path)).toEqual([]);
});

test("given a receiver that answers 500 first, then it is sent the same again after the first wait, under the same id and newly signed, and the log has both", async () => {
  const userId = user();
  const webhook = await hooks.make(userId, `${failing.url}/`, { failingSince: 1 });

  await saveLink(userId);

  await eventually(() => expect(failing.requests).toHaveLength(2), { timeout: 60_000 });
  const [first, second] = failing.requests as [ReceivedRequest, ReceivedRequest];
  expect(second.body).toBe(first.body);
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(second.headers["webhook-timestamp"]).not.toBe(first.headers["webhook-timestamp"]);
  expect(new Webhook(webhook.secret).verify(second.body, second.headers)).toBeTruthy();
  const log = await eventually(async () => {
    const found = await deliveries.log({ userId, webhookId: webhook.id });
    expect(found).toHaveLength(2);
    return found;
  });
  expect(log).toMatchObject([
    { attempt: 1, outcome: "retrying", status: 500, nextAt: expect.any(String) },
    { attempt: 2, outcome: "delivered", status: 200 },
  ]);
  expect(log[0]?.answer).toMatch(/^<script>/);
  expect(log[0]?.answer?.length).toBeLessThanOrEqual(500);
  await eventually(() =>
    expect(hooks.told.filter(({ webhookId }) => webhookId === webhook.id).map(({ outcome }) => outcome)).toEqual([
      "failed",
      "delivered",
    ]),
  );
});

test("given private addresses, other ports, names that do not exist and redirects, then nothing reaches them, and the log says why", async () => {
  const secret = await startReceiver();
  const userId = user();
  const logOf = async (url: string) => {
    const owner = user();
    const webhook = await hooks.make(owner, url);
    await saveLink(owner);
    return eventually(async () => {
      const log = await deliveries.log({ userId: owner, webhookId: webhook.id });
      expect(log.length).toBeGreaterThan(0);
      return log[0];
    });
  };

  expect(await logOf(secret.url)).toMatchObject({ outcome: "retrying", reason: "blocked-address" });
  expect(await logOf(`http://[::ffff:127.0.0.1]:${new URL(secret.url).port}/`)).toMatchObject({
    reason: "blocked-address",
  });
  expect(await logOf("http://169.254.169.254/latest/meta-data/")).toMatchObject({ reason: "blocked-address" });
  expect(await logOf("https://hooks.example:22/")).toMatchObject({ reason: "blocked-port" });
  const before = good.requests.length;
  expect(await logOf(`${moved.url}/`)).toMatchObject({ outcome: "retrying", status: 307 });
  expect(good.requests.length).toBe(before);
  expect(secret.requests).toEqual([]);
  expect(userId).toBeTruthy();
});

test("given a receiver that takes its time, when many events of its account come, then those of another receiver and of another account do not wait for it", async () => {
  const [userId, other] = [user(), user()];
  await hooks.make(userId, `${slow.url}/slow`, { events: ["link.saved"] });
  await hooks.make(userId, `${good.url}/beside`, { events: ["link.saved"] });
  await hooks.make(other, `${good.url}/elsewhere`, { events: ["link.saved"] });

  for (let n = 0; n < 30; n++) await saveLink(userId);
  await saveLink(other);

  await eventually(() => {
    expect(at(good, "/beside")).toHaveLength(30);
    expect(at(good, "/elsewhere")).toHaveLength(1);
  });
  // It answers after 8 s, and two at a time.
  expect(at(slow, "/slow").length).toBeLessThan(30);
});

test("given a suspended account, then nothing is sent to its webhooks, also not what waited; given it is resumed, then what happens from then on", async () => {
  const userId = user();
  const webhook = await hooks.make(userId, `${good.url}/suspended`, { events: ["link.deleted"] });
  await append(suspensionSubject(userId), "AccountSuspended", {});
  const before = await saveLink(userId);
  await append(aggregateSubject(userId, "links", before), "LinkDeleted", {});
  const body = JSON.stringify({ type: "link.deleted", timestamp: new Date().toISOString(), data: {} });
  const id = deliveryIdOf(randomUUID());
  const waiting = { id, type: "link.deleted", attempt: 1, notBefore: 0, body } as const;
  await deliveries.submit({ userId, webhookId: webhook.id }, waiting);
  // Its account is handled after what was appended before.
  const other = user();
  await hooks.make(other, `${good.url}/marker`, { events: ["link.saved"] });
  await saveLink(other);
  await eventually(() => expect(at(good, "/marker")).toHaveLength(1));

  await append(suspensionSubject(userId), "AccountResumed", {});
  const after = await saveLink(userId);
  await append(aggregateSubject(userId, "links", after), "LinkDeleted", {});

  await eventually(() => expect(at(good, "/suspended")).toHaveLength(1));
  expect(at(good, "/suspended").map((one) => payloadOf(one).data["id"])).toEqual([after]);
});

test("given an import, then its links are not sent one by one, but its end is", async () => {
  const userId = user();
  await hooks.make(userId, `${good.url}/import`);
  const importId = randomUUID();
  const linkIds: LinkId[] = [];
  for (let n = 0; n < 20; n++) linkIds.push(await saveLink(userId, { origin: { kind: "import", importId } }));
  await append(aggregateSubject(userId, "archive", linkIds[0] as LinkId), "PageKept", {
    linkId: linkIds[0],
    version: randomUUID(),
    source: "fetch",
    type: "text/html",
    sha256: "0".repeat(64),
    bytes: 10,
    leftOut: 0,
  });
  await append(aggregateSubject(userId, "links", `import-${importId}`), "ImportFinished", {
    importId,
    saved: 20,
    known: 1,
    skipped: 2,
    faults: [],
  });
  await saveLink(userId);

  await eventually(() => {
    expect(at(good, "/import").map((one) => payloadOf(one).type)).toEqual(
      expect.arrayContaining(["import.finished", "link.saved"]),
    );
  });
  expect(at(good, "/import")).toHaveLength(2);
  const finished = at(good, "/import")
    .map(payloadOf)
    .find(({ type }) => type === "import.finished");
  expect(finished?.data).toEqual({ id: importId, saved: 20, known: 1, skipped: 2, failed: null });
});

test("given a receiver that is gone, then it is asked once, and identity is told", async () => {
  const userId = user();
  const webhook = await hooks.make(userId, `${gone.url}/`);

  await saveLink(userId);

  await eventually(() =>
    expect(hooks.told.filter(({ webhookId }) => webhookId === webhook.id)).toEqual([
      { userId, webhookId: webhook.id, outcome: "gone" },
    ]),
  );
  expect(gone.requests).toHaveLength(1);
  expect(await deliveries.log({ userId, webhookId: webhook.id })).toMatchObject([{ outcome: "failed", status: 410 }]);
});

test("given more attempts than a log holds, then it has the newest", async () => {
  const key = { userId: user(), webhookId: (await hooks.make(user(), good.url)).id };
  const attempt = {
    id: "msg_0" as never,
    type: "link.saved" as const,
    at: "",
    outcome: "delivered" as const,
    body: "",
  };

  for (let n = 1; n <= WEBHOOK_LOG_ATTEMPTS + 20; n++) await deliveries.note(key, { ...attempt, attempt: n });

  const log = await deliveries.log(key);
  expect(log).toHaveLength(WEBHOOK_LOG_ATTEMPTS);
  expect(log[0]?.attempt).toBe(21);
});
