import Type, { type Static } from "typebox";
import type { DeliveryId, WebhookId } from "./ids.ts";
import type { Locale } from "./locale.ts";
import { WEBHOOK_EVENTS } from "./webhook-events.ts";

export const WebhookEvent = Type.Enum(WEBHOOK_EVENTS);
export type WebhookEvent = Static<typeof WebhookEvent>;

/** The types of payloads: an import is one event instead of one for each link, and goes where `link.saved` goes. */
export type PayloadType = WebhookEvent | "import.finished" | "webhook.test";

/** Why nothing is sent: its owner paused it, every attempt failed for days, or the receiver answered 410 (Gone). */
export const PauseReason = Type.Enum(["owner", "failing", "gone"]);
export type PauseReason = Static<typeof PauseReason>;

/** A webhook as it is stored. Times are milliseconds since 1970. */
export interface StoredWebhook {
  readonly id: WebhookId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Whether payloads have the owner's notes. */
  readonly withNotes: boolean;
  /** `whsec_` and base64: signing needs it, so it can't be a hash. */
  readonly secret: string;
  readonly createdAt: number;
  /** The language of its owner when it was made, for mails about it. */
  readonly locale: Locale;
  readonly paused?: { readonly at: number; readonly reason: PauseReason };
  /** The first failed attempt since the last successful one. */
  readonly failingSince?: number;
}

/** The webhooks of an account: one record, so that an event needs one read. */
export interface StoredWebhooks {
  readonly webhooks: readonly StoredWebhook[];
}

/** A delivery as a job. */
export interface WebhookDelivery {
  readonly id: DeliveryId;
  readonly type: PayloadType;
  /** The number of the next attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds since 1970: not before. */
  readonly notBefore: number;
  /** Exactly what is sent and signed. */
  readonly body: string;
}

/**
 * One attempt in the log. `delivered`; `retrying` at `nextAt`; `failed`: the last one; `dropped`: the webhook was paused;
 * `left-out`: {@link WEBHOOK_BACKLOG} were waiting.
 */
export interface WebhookAttempt {
  readonly id: DeliveryId;
  readonly type: PayloadType;
  readonly at: string;
  readonly attempt: number;
  readonly outcome: "delivered" | "retrying" | "failed" | "dropped" | "left-out";
  readonly status?: number;
  /** A stable code, where there was no answer. */
  readonly reason?: string;
  readonly milliseconds?: number;
  /** The beginning of the answer's content, as text. */
  readonly answer?: string;
  readonly nextAt?: string;
  readonly body: string;
}
