import Type from "typebox";
import { Delivery, Webhook } from "../http/webhooks.ts";
import { DeliveryId, SessionId, UserId, WebhookId } from "../ids.ts";
import { URL_CHARS } from "../limits/index.ts";
import { WebhookEvent } from "../webhooks.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";

const Events = Type.Array(WebhookEvent, { minItems: 1 });
const target = { userId: UserId, webhookId: WebhookId };

/**
 * Makes a webhook in the session `sessionId` of its owner. `rejected` for an address that is none, or when the account has
 * the maximum; `limited` after too many.
 */
export const CreateWebhook = defineCommand(
  "identity",
  "create-webhook",
  {
    userId: UserId,
    sessionId: SessionId,
    url: Type.String({ maxLength: URL_CHARS }),
    events: Events,
    withNotes: Type.Boolean(),
    locale: Locale,
  },
  Type.Object({ webhook: Webhook, secret: Type.String() }),
);

/** The webhooks of a user, the newest first. */
export const ListWebhooks = defineCommand(
  "identity",
  "list-webhooks",
  { userId: UserId },
  Type.Object({ webhooks: Type.Array(Webhook) }),
);

/** Changes a webhook of this user. `not-found` when there is none. */
export const ChangeWebhook = defineCommand(
  "identity",
  "change-webhook",
  {
    ...target,
    events: Type.Optional(Events),
    withNotes: Type.Optional(Type.Boolean()),
    isPaused: Type.Optional(Type.Boolean()),
  },
  Type.Object({ webhook: Webhook }),
);

/** Ends a webhook of this user, with its waiting deliveries and its log. `ended` is false when there was none. */
export const EndWebhook = defineCommand("identity", "end-webhook", target, Type.Object({ ended: Type.Boolean() }));

/** Submits a test. `not-found`; `rejected` while it is paused; `limited` after too many, or where too many wait. */
export const TestWebhook = defineCommand("identity", "test-webhook", target, Type.Object({ deliveryId: DeliveryId }));

/** The log of a webhook of this user, the last attempted first. `not-found` when there is none. */
export const ListDeliveries = defineCommand(
  "identity",
  "list-deliveries",
  target,
  Type.Object({ deliveries: Type.Array(Delivery) }),
);

/** Submits a delivery of the log again; fails as {@link TestWebhook}. */
export const ReplayDelivery = defineCommand(
  "identity",
  "replay-delivery",
  { ...target, deliveryId: DeliveryId },
  Type.Object({ deliveryId: DeliveryId }),
);

/**
 * What enrichment found: an attempt succeeded after failures, failed, or got 410 (Gone). Identity pauses a webhook that
 * fails for {@link WEBHOOK_FAILING_DAYS} days or is gone, and its owner gets a mail.
 */
export const NoteAttempt = defineCommand(
  "identity",
  "note-webhook-attempt",
  {
    ...target,
    outcome: Type.Enum(["delivered", "failed", "gone"]),
  },
  Type.Object({ paused: Type.Boolean() }),
);
