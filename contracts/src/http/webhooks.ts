import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { DeliveryId, Instant, WebhookId } from "../ids.ts";
import { URL_CHARS } from "../limits/index.ts";
import { WEBHOOK_EVENTS } from "../webhook-events.ts";
import { PauseReason, WebhookEvent } from "../webhooks.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

const Events = Type.Array(WebhookEvent, { minItems: 1, maxItems: WEBHOOK_EVENTS.length });
const WithNotes = Type.Boolean({ description: "Whether payloads have notes of links and of highlights" });

/** A webhook, without its secret. */
export const Webhook = Type.Object({
  id: WebhookId,
  url: Type.String(),
  events: Type.Array(WebhookEvent),
  with_notes: WithNotes,
  created_at: Instant,
  paused: Nullable(PauseReason, { description: "Why nothing is sent; null: events are sent" }),
  failing_since: Nullable(Instant, { description: "The first failure since the last success" }),
});
export type Webhook = Static<typeof Webhook>;

export const listWebhooks = defineOperation({
  ...routes.listWebhooks,
  summary: "The webhooks of the account, the newest first",
  scope: "account",
  responses: { 200: Type.Object({ webhooks: Type.Array(Webhook) }) },
});

export const NewWebhook = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    events: Events,
    with_notes: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;

/** A new webhook; its secret is shown this once. */
export const CreatedWebhook = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: "`whsec_` and base64: what payloads are signed with" }),
});
export type CreatedWebhook = Static<typeof CreatedWebhook>;

export const createWebhook = defineOperation({
  ...routes.createWebhook,
  summary: "Make a webhook; its secret is in this answer alone",
  scope: "account",
  body: NewWebhook,
  responses: { 201: CreatedWebhook, 400: ErrorBody },
});

export const WebhookChanges = Type.Object(
  {
    events: Type.Optional(Events),
    with_notes: Type.Optional(WithNotes),
    is_paused: Type.Optional(Type.Boolean({ description: "False sends again, also where Satchel had paused it" })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type WebhookChanges = Static<typeof WebhookChanges>;

const Params = Type.Object({ id: WebhookId });

export const changeWebhook = defineOperation({
  ...routes.changeWebhook,
  summary: "Change what a webhook is sent, or pause it",
  scope: "account",
  params: Params,
  body: WebhookChanges,
  responses: { 200: Webhook, 404: ErrorBody },
});

export const deleteWebhook = defineOperation({
  ...routes.deleteWebhook,
  summary: "End a webhook; what waits to be sent is not sent",
  scope: "account",
  params: Params,
  responses: { 204: NoContent, 404: ErrorBody },
});

/** A delivery that waits to be sent: its id is the header `webhook-id`. */
const Submitted = Type.Object({ id: DeliveryId });

export const testWebhook = defineOperation({
  ...routes.testWebhook,
  summary: "Send a test to a webhook",
  scope: "account",
  params: Params,
  responses: { 202: Submitted, 400: ErrorBody, 404: ErrorBody },
});

/** What became of a delivery so far. */
export const Delivery = Type.Object({
  id: DeliveryId,
  event: Type.String({ description: "One of those that a webhook can be sent, `import.finished` or `webhook.test`" }),
  state: Type.Enum(["delivered", "retrying", "failed", "dropped", "left-out"]),
  attempts: Type.Integer({ minimum: 0 }),
  /** Of the last attempt. */
  at: Instant,
  status: Nullable(Type.Integer(), { description: "HTTP status of the last answer" }),
  reason: Nullable(Type.String(), { description: "A stable code, where there was no answer" }),
  milliseconds: Nullable(Type.Integer({ minimum: 0 })),
  answer: Nullable(Type.String(), { description: "The beginning of the last answer, as text" }),
  next_at: Nullable(Instant, { description: "The next attempt, not before" }),
  payload: Type.String({ description: "What was sent" }),
});
export type Delivery = Static<typeof Delivery>;

export const listDeliveries = defineOperation({
  ...routes.listDeliveries,
  summary: "The newest deliveries of a webhook, the last attempted first",
  scope: "account",
  params: Params,
  responses: { 200: Type.Object({ deliveries: Type.Array(Delivery) }), 404: ErrorBody },
});

export const replayDelivery = defineOperation({
  ...routes.replayDelivery,
  summary: "Send a delivery of the log again, under the same `webhook-id`",
  scope: "account",
  params: Type.Object({ id: WebhookId, delivery: DeliveryId }),
  responses: { 202: Submitted, 400: ErrorBody, 404: ErrorBody },
});
