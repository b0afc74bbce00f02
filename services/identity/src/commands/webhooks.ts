import { randomBytes } from "node:crypto";
import { type CommandHandler, deliveryIdOf, handler } from "@satchel/chassis";
import {
  ChangeWebhook,
  CreateWebhook,
  type DeliveryId,
  EndWebhook,
  laterTexts,
  ListDeliveries,
  ListWebhooks,
  NoteAttempt,
  type PayloadOf,
  ReplayDelivery,
  SatchelError,
  type StoredWebhook,
  TestWebhook,
  texts,
  type UserId,
  WEBHOOK_SECRET_BYTES,
  WEBHOOK_SENDS_PER_HOUR,
  type WebhookDelivery,
  type WebhookId,
  WEBHOOKS_PER_HOUR,
  WEBHOOKS_PER_USER,
} from "@satchel/contracts";
import {
  changeWebhook,
  deliveriesOf,
  noteAttempt,
  shownWebhook,
  webhookAddress,
  webhookIdOf,
} from "../domain/webhook.ts";
import { notifyOwner } from "./notify-owner.ts";
import type { Parts } from "./parts.ts";
import { ownerOfMade, passwordWatch } from "./owner-of-made.ts";

const MAKING = { name: "webhooks", count: WEBHOOKS_PER_HOUR, seconds: 3600 };
const SENDING = { name: "webhook-sends", count: WEBHOOK_SENDS_PER_HOUR, seconds: 3600 };

const notFound = (): SatchelError => new SatchelError("not-found", texts.server.notFound);

/** Webhooks: addresses to which enrichment sends what happens in an account (decision 86). */
export const webhookCommands = (parts: Parts): CommandHandler[] => [
  handler(CreateWebhook, async (asked, context) => {
    const made = await make(parts, asked, context);
    return { result: { webhook: shownWebhook(made), secret: made.secret } };
  }),
  handler(ListWebhooks, async ({ userId }) => ({
    result: { webhooks: (await parts.webhooks.list(userId)).map(shownWebhook) },
  })),
  handler(ChangeWebhook, async ({ userId, webhookId, ...wanted }) => {
    const changed = await parts.webhooks.change(userId, webhookId, (webhook) =>
      changeWebhook(webhook, wanted, parts.clock()),
    );
    if (changed === undefined) throw notFound();
    return { result: { webhook: shownWebhook(changed.after) } };
  }),
  handler(EndWebhook, async ({ userId, webhookId }) => ({
    result: { ended: await parts.webhooks.end(userId, webhookId) },
  })),
  handler(TestWebhook, async ({ userId, webhookId }, { commandId, retry }) => {
    const id = deliveryIdOf(commandId);
    const timestamp = new Date(parts.clock()).toISOString();
    const body = JSON.stringify({ type: "webhook.test", timestamp, data: { webhook_id: webhookId } });
    return send(parts, { userId, webhookId, retry }, { id, type: "webhook.test", body });
  }),
  handler(ListDeliveries, async ({ userId, webhookId }) => {
    await find(parts, userId, webhookId);
    return { result: { deliveries: deliveriesOf(await parts.webhooks.deliveries.log({ userId, webhookId })) } };
  }),
  handler(ReplayDelivery, async ({ userId, webhookId, deliveryId }, { commandId, retry }) => {
    await find(parts, userId, webhookId);
    const log = await parts.webhooks.deliveries.log({ userId, webhookId });
    const sent = log.findLast(({ id }) => id === deliveryId);
    if (sent === undefined) throw new SatchelError("not-found", texts.server.notFound);
    const { id, type, body } = sent;
    return send(parts, { userId, webhookId, retry }, { id, type, body }, commandId);
  }),
  handler(NoteAttempt, async ({ userId, webhookId, outcome }) => {
    const now = parts.clock();
    const changed = await parts.webhooks.change(userId, webhookId, (webhook) => noteAttempt(webhook, outcome, now));
    if (changed === undefined) return { result: { paused: false } };
    const { before, after } = changed;
    const isNew = after.paused !== undefined && before.paused === undefined;
    if (isNew) await tellPaused(parts, userId, after);
    return { result: { paused: after.paused !== undefined } };
  }),
];

async function find({ webhooks }: Parts, userId: UserId, webhookId: WebhookId): Promise<StoredWebhook> {
  const webhook = await webhooks.find(userId, webhookId);
  if (webhook === undefined) throw notFound();
  return webhook;
}

async function make(
  parts: Parts,
  { userId, sessionId, url, events, withNotes, locale }: PayloadOf<typeof CreateWebhook>,
  { commandId, retry }: { readonly commandId: string; readonly retry: boolean },
): Promise<StoredWebhook> {
  const { clock, limits, limitKeys, webhooks } = parts;
  const address = webhookAddress(url);
  if (address === undefined) throw new SatchelError("rejected", texts.links.badUrl);
  if (!retry) await limits.take(MAKING, limitKeys.ofUser(userId));
  const hasSamePassword = await passwordWatch(parts, userId);
  const webhook: StoredWebhook = {
    id: webhookIdOf(commandId),
    url: address,
    events: [...new Set(events)],
    withNotes,
    secret: `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString("base64")}`,
    createdAt: clock(),
    locale,
  };
  if (!(await webhooks.add(userId, webhook, WEBHOOKS_PER_USER))) {
    throw new SatchelError("rejected", laterTexts.webhooks.tooMany);
  }
  const undo = () => webhooks.end(userId, webhook.id);
  const owner = await ownerOfMade(parts, { userId, sessionId }, undo, hasSamePassword);
  void notifyOwner(parts, { kind: "webhook-made", address: owner, locale, subject: new URL(address).host });
  return webhook;
}

/** Submits a test or a replay, as its first attempt. */
async function send(
  parts: Parts,
  { userId, webhookId, retry }: { readonly userId: UserId; readonly webhookId: WebhookId; readonly retry: boolean },
  sent: Pick<WebhookDelivery, "id" | "type" | "body">,
  cause?: string,
): Promise<{ result: { deliveryId: DeliveryId } }> {
  const { paused } = await find(parts, userId, webhookId);
  if (paused !== undefined) throw new SatchelError("rejected", laterTexts.webhooks.paused);
  if (!retry) await parts.limits.take(SENDING, parts.limitKeys.ofUser(userId));
  const delivery = { ...sent, attempt: 1, notBefore: 0 };
  const isTaken = await parts.webhooks.deliveries.submit({ userId, webhookId }, delivery, cause);
  if (!isTaken) throw new SatchelError("limited", texts.server.tooMany, { retryAfter: 60 });
  return { result: { deliveryId: sent.id } };
}

async function tellPaused(parts: Parts, userId: UserId, { url, paused, locale }: StoredWebhook): Promise<void> {
  const address = await parts.accounts.primaryAddress(userId);
  if (address === undefined) return;
  const kind = paused?.reason === "gone" ? "webhook-gone" : "webhook-failing";
  void notifyOwner(parts, { kind, address, locale, subject: new URL(url).host });
}
