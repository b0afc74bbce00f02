import {
  type Delivery,
  parseWebUrl,
  type StoredWebhook,
  type StoredWebhooks,
  WEBHOOK_FAILING_DAYS,
  WEBHOOK_LOG_ATTEMPTS,
  type Webhook,
  type WebhookAttempt,
  type WebhookId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { instantOf, instantOrNull } from "./instant.ts";

const FAILING_MS = WEBHOOK_FAILING_DAYS * 24 * 3600 * 1000;

/** The id of the webhook that a command makes: a retry of the command has the same one. */
export const webhookIdOf = (commandId: string): WebhookId => uuidv5("webhook", commandId) as WebhookId;

/**
 * The address of a webhook as it is stored. Undefined for one that is not http or https, or has a name or a password in it,
 * which the fetcher never sends. Whether its host may be reached is decided at each attempt.
 */
export function webhookAddress(text: string): string | undefined {
  const url = parseWebUrl(text.trim());
  if (url === undefined) return undefined;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return undefined;
  url.hash = "";
  return url.href;
}

export const findWebhook = (
  { webhooks }: StoredWebhooks = { webhooks: [] },
  webhookId: WebhookId,
): StoredWebhook | undefined => webhooks.find(({ id }) => id === webhookId);

/** The record with another state of one webhook; undefined: without it. */
export const withWebhook = (
  { webhooks }: StoredWebhooks = { webhooks: [] },
  webhookId: WebhookId,
  next: StoredWebhook | undefined,
): StoredWebhooks => {
  const others = webhooks.filter(({ id }) => id !== webhookId);
  return { webhooks: next === undefined ? others : [...others, next] };
};

interface WebhookChange {
  readonly events?: StoredWebhook["events"] | undefined;
  readonly withNotes?: boolean | undefined;
  readonly isPaused?: boolean | undefined;
}

/** A webhook as its owner wants it. Sending again forgets that it failed. */
export function changeWebhook(webhook: StoredWebhook, { events, withNotes, isPaused }: WebhookChange, now: number) {
  const { paused, failingSince, ...kept } = webhook;
  const failing = failingSince === undefined || isPaused === false ? {} : { failingSince };
  const pause =
    isPaused === undefined ? paused : isPaused ? (paused ?? { at: now, reason: "owner" as const }) : undefined;
  return {
    ...kept,
    ...failing,
    ...(pause === undefined ? {} : { paused: pause }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(withNotes === undefined ? {} : { withNotes }),
  } satisfies StoredWebhook;
}

/**
 * A webhook after an attempt: the same one where nothing is new. It is paused when the receiver is gone, or when every
 * attempt failed for {@link WEBHOOK_FAILING_DAYS} days.
 */
export function noteAttempt(
  webhook: StoredWebhook,
  outcome: "delivered" | "failed" | "gone",
  now: number,
): StoredWebhook {
  const { failingSince, ...kept } = webhook;
  if (outcome === "delivered") return failingSince === undefined ? webhook : kept;
  if (webhook.paused !== undefined) return webhook;
  if (outcome === "gone") return { ...webhook, paused: { at: now, reason: "gone" } };
  if (failingSince === undefined) return { ...webhook, failingSince: now };
  return now - failingSince < FAILING_MS ? webhook : { ...webhook, paused: { at: now, reason: "failing" } };
}

/** A webhook as its owner sees it. */
export const shownWebhook = ({
  id,
  url,
  events,
  withNotes,
  createdAt,
  paused,
  failingSince,
}: StoredWebhook): Webhook => ({
  id,
  url,
  events: [...events],
  with_notes: withNotes,
  created_at: instantOf(createdAt),
  paused: paused?.reason ?? null,
  failing_since: instantOrNull(failingSince),
});

/** The deliveries of a log, the last attempted first. @param log attempts, oldest first */
export function deliveriesOf(log: readonly WebhookAttempt[]): Delivery[] {
  const last = new Map<string, WebhookAttempt>();
  for (const attempt of log.slice(-WEBHOOK_LOG_ATTEMPTS)) {
    last.delete(attempt.id);
    last.set(attempt.id, attempt);
  }
  return [...last.values()].reverse().map(shownDelivery);
}

const shownDelivery = ({ id, type, attempt, at, outcome, body, ...more }: WebhookAttempt): Delivery => ({
  id,
  event: type,
  state: outcome,
  attempts: attempt,
  at,
  status: more.status ?? null,
  reason: more.reason ?? null,
  milliseconds: more.milliseconds ?? null,
  answer: more.answer ?? null,
  next_at: more.nextAt ?? null,
  payload: body,
});
