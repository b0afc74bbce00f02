import { randomUUID } from "node:crypto";
import { openWebhookDeliveries } from "@satchel/chassis";
import {
  ChangeWebhook,
  CreateWebhook,
  EndWebhook,
  EraseUser,
  laterTexts,
  ListDeliveries,
  ListWebhooks,
  NoteAttempt,
  type PayloadOf,
  ReplayDelivery,
  type ResultOf,
  type SessionTokens,
  SetPassword,
  TestWebhook,
  texts,
  WEBHOOK_DELIVERIES,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_LOG,
  WEBHOOK_SENDS_PER_HOUR,
  WEBHOOKS,
  WEBHOOKS_PER_USER,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { ownerOf, PASSWORD } from "../../test/passwords.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
let deliveries: Awaited<ReturnType<typeof openWebhookDeliveries>>;
beforeAll(async () => {
  identity = await runIdentity();
  deliveries = await openWebhookDeliveries(identity.bus);
});

let people = 0;
const someone = (): string => `hook${++people}@post.example`;
const DAY_MS = 24 * 3600 * 1000;

type Made = ResultOf<typeof CreateWebhook>;
const make = (owner: SessionTokens, more: Partial<PayloadOf<typeof CreateWebhook>> = {}): Promise<Made> =>
  identity.send(CreateWebhook, {
    userId: owner.userId,
    sessionId: claimsOf(owner).sid,
    url: "https://hooks.example/in?key=1#part",
    events: ["link.saved"],
    withNotes: false,
    locale: "en",
    ...more,
  });
const listed = async ({ userId }: SessionTokens) => (await identity.send(ListWebhooks, { userId })).webhooks;
const subjectsOf = async (stream: string, filter: string): Promise<string[]> => {
  const { state } = await identity.journal.jsm.streams.info(stream, { subjects_filter: filter });
  return Object.keys(state.subjects ?? {});
};
const hasMail = (email: string, subject: RegExp): Promise<unknown> =>
  eventually(async () => expect((await identity.mailsTo(email)).some((mail) => subject.test(mail))).toBe(true));

test("given an owner, when they make a webhook, then its secret is shown once, it is listed, and they get a mail", async () => {
  const email = someone();
  const owner = await identity.signIn(email);

  const { webhook, secret } = await make(owner);

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await listed(owner)).toEqual([webhook]);
  expect(webhook).toMatchObject({ url: "https://hooks.example/in?key=1", events: ["link.saved"], paused: null });
  expect(JSON.stringify(await listed(owner))).not.toContain(secret.slice(6));
  await hasMail(email, /^Subject: A webhook was created/m);
});

test.each([
  "",
  "x",
  "ftp://hooks.example/",
  "javascript:alert(1)",
  "https://",
  "https://me:secret@hooks.example/",
  "//a",
])("given the address %j, then no webhook is made", async (url) => {
  const owner = await identity.signIn(someone());
  await expect(make(owner, { url })).rejects.toMatchObject({ code: "rejected", message: texts.links.badUrl });
  expect(await listed(owner)).toEqual([]);
});

test("given webhooks of two accounts, when one names the other's, then there is none, and nothing changes", async () => {
  const [owner, other] = [await identity.signIn(someone()), await identity.signIn(someone())];
  const theirs = (await make(other)).webhook;
  await deliveries.note({ userId: other.userId, webhookId: theirs.id }, attemptOf(1));
  const target = { userId: owner.userId, webhookId: theirs.id };
  const missing = { code: "not-found", message: texts.server.notFound };

  await expect(identity.send(ChangeWebhook, { ...target, isPaused: true })).rejects.toMatchObject(missing);
  await expect(identity.send(TestWebhook, target)).rejects.toMatchObject(missing);
  await expect(identity.send(ListDeliveries, target)).rejects.toMatchObject(missing);
  await expect(identity.send(ReplayDelivery, { ...target, deliveryId: ID })).rejects.toMatchObject(missing);
  expect(await identity.send(EndWebhook, target)).toEqual({ ended: false });
  expect(await identity.send(NoteAttempt, { ...target, outcome: "gone" })).toEqual({ paused: false });

  expect(await listed(other)).toEqual([theirs]);
  expect(await deliveries.log({ userId: other.userId, webhookId: theirs.id })).toHaveLength(1);
});

const ID = `msg_${"0".repeat(32)}` as never;
const attemptOf = (attempt: number) => ({
  id: ID,
  type: "link.saved" as const,
  at: new Date(attempt * 1000).toISOString(),
  attempt,
  outcome: "retrying" as const,
  status: 500,
  body: '{"type":"link.saved"}',
});

test("given a delivery in the log, then it is shown once with its last attempt, and replayed under its id; one that is not there is not", async () => {
  const owner = await identity.signIn(someone());
  const { webhook } = await make(owner);
  const target = { userId: owner.userId, webhookId: webhook.id };
  await deliveries.note(target, attemptOf(1));
  await deliveries.note(target, attemptOf(2));

  expect((await identity.send(ListDeliveries, target)).deliveries).toMatchObject([
    { id: ID, event: "link.saved", state: "retrying", attempts: 2, status: 500, reason: null, answer: null },
  ]);
  expect(await identity.send(ReplayDelivery, { ...target, deliveryId: ID })).toEqual({ deliveryId: ID });
  const { deliveryId } = await identity.send(TestWebhook, target);
  const other = `msg_${"1".repeat(32)}` as never;
  await expect(identity.send(ReplayDelivery, { ...target, deliveryId: other })).rejects.toMatchObject({
    code: "not-found",
    message: texts.server.notFound,
  });

  expect(deliveryId).toMatch(/^msg_[0-9a-f]{32}$/);
  const { state } = await identity.journal.jsm.streams.info(WEBHOOK_DELIVERIES, {
    subjects_filter: `hooks.${owner.userId}.${webhook.id}`,
  });
  expect(state.subjects).toEqual({ [`hooks.${owner.userId}.${webhook.id}`]: 2 });
});

test("given attempts that fail for five days, then the webhook is paused and its owner told; resuming it forgets that, and a success in between begins anew", async () => {
  const email = someone();
  const owner = await identity.signIn(email);
  const { webhook } = await make(owner);
  const target = { userId: owner.userId, webhookId: webhook.id };
  const note = (outcome: PayloadOf<typeof NoteAttempt>["outcome"]) =>
    identity.send(NoteAttempt, { ...target, outcome });

  await note("failed");
  identity.passTime((WEBHOOK_FAILING_DAYS - 1) * DAY_MS);
  expect(await note("failed")).toEqual({ paused: false });
  await note("delivered");
  identity.passTime(2 * DAY_MS);
  expect(await note("failed")).toEqual({ paused: false });
  identity.passTime(WEBHOOK_FAILING_DAYS * DAY_MS);
  expect(await note("failed")).toEqual({ paused: true });

  expect(await listed(owner)).toMatchObject([{ paused: "failing", failing_since: expect.any(String) }]);
  await hasMail(email, /^Subject: A webhook of your Satchel account was paused/m);
  await expect(identity.send(TestWebhook, target)).rejects.toMatchObject({ message: laterTexts.webhooks.paused });
  const { webhook: resumed } = await identity.send(ChangeWebhook, { ...target, isPaused: false });
  expect(resumed).toMatchObject({ paused: null, failing_since: null });
  expect(await note("gone")).toEqual({ paused: true });
  expect(await listed(owner)).toMatchObject([{ paused: "gone" }]);
});

test.each<[string, (owner: SessionTokens) => Promise<unknown>]>([
  ["sets a password", (owner) => identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD })],
  ["erases the account", ({ userId }) => identity.send(EraseUser, { userId })],
])("given a webhook with a log, when its owner %s, then it ends, and nothing of it is stored", async (_, change) => {
  const owner = await identity.signIn(someone());
  const { webhook } = await make(owner);
  const { userId } = owner;
  await deliveries.note({ userId, webhookId: webhook.id }, attemptOf(1));
  await identity.send(TestWebhook, { userId, webhookId: webhook.id });

  await change(owner);

  expect(await listed(owner)).toEqual([]);
  expect(await subjectsOf(WEBHOOK_DELIVERIES, `hooks.${userId}.*`)).toEqual([]);
  expect(await subjectsOf(WEBHOOK_LOG, `hook-log.${userId}.*`)).toEqual([]);
  expect(await subjectsOf(`KV_${WEBHOOKS}`, `$KV.${WEBHOOKS}.${userId}`)).toEqual([]);
});

test("given many webhooks and tests, then an account has its maximum, and an hour its number of tests", async () => {
  const owner = await identity.signIn(someone());
  const made = await Promise.all(Array.from({ length: WEBHOOKS_PER_USER }, () => make(owner)));
  await expect(make(owner)).rejects.toMatchObject({ code: "rejected", message: laterTexts.webhooks.tooMany });
  const target = { userId: owner.userId, webhookId: (made[0] as Made).webhook.id };

  for (let sent = 0; sent < WEBHOOK_SENDS_PER_HOUR; sent++) await identity.send(TestWebhook, target);

  await expect(identity.send(TestWebhook, target)).rejects.toMatchObject({ code: "limited" });
});

test("given a call that was sent twice, then one webhook is made", async () => {
  const owner = await identity.signIn(someone());
  const commandId = randomUUID();
  const payload = { userId: owner.userId, sessionId: claimsOf(owner).sid, url: "https://hooks.example/" };
  const asked = { ...payload, events: ["link.saved" as const], withNotes: false, locale: "en" as const };
  await identity.send(CreateWebhook, asked, commandId);

  await identity.sendAgain(CreateWebhook, asked, commandId);

  expect(await listed(owner)).toHaveLength(1);
});
