import {
  type CommandClient,
  createReturnTimes,
  type HandlerResult,
  type Logger,
  type WebhookDeliveries,
  type WebhookKey,
} from "@satchel/chassis";
import { NoteAttempt, type StoredWebhook, type WebhookAttempt, type WebhookDelivery } from "@satchel/contracts";
import { restMs, retryMs } from "../domain/webhook-schedule.ts";
import { signedHeaders } from "../fetching/webhook-signature.ts";
import type { Poster } from "../fetching/poster.ts";
import {
  LOST_FETCH_MS,
  WEBHOOK_AT_ONCE,
  WEBHOOK_FULL_MS,
  WEBHOOK_SLOW_MS,
  WEBHOOK_TURN_MS,
  WEBHOOKS_SLOW_AT_ONCE,
} from "../limits.ts";
import type { WebhookReader } from "../store/webhooks.ts";

interface DeliverDeps {
  readonly webhooks: WebhookReader;
  readonly deliveries: WebhookDeliveries;
  readonly poster: Poster;
  readonly commands: Pick<CommandClient, "send">;
  readonly logger: Logger;
  readonly now: () => number;
}

type Result = Awaited<ReturnType<Poster["post"]>>;

/** What this process knows of a receiver. */
interface Receiver {
  /** When each request in progress began, in milliseconds since 1970, the oldest first. */
  inProgress: number[];
  /** Milliseconds that a request takes: the slowest one, less a tenth for each since. */
  usualMs: number;
  /** Failures one after another. */
  failures: number;
  /** Milliseconds since 1970 until which nothing is sent. */
  restsUntil: number;
}

/** Part of {@link Receiver.usualMs} that the next request leaves of it. */
const LASTING = 0.9;

/** Deferred deliveries return this many times faster than they are sent, because requests may take less time than before. */
const PACE = 2;

/** Receivers in memory from which those that need no rest are removed. */
const RECEIVERS_MAX = 1000;

const isSlow = ({ usualMs }: Receiver): boolean => usualMs >= WEBHOOK_SLOW_MS;

const isSuccess = (result: Result): boolean => result.ok && result.status >= 200 && result.status <= 299;

/** Whether others would fail too: no answer, an overloaded receiver, or one that asks for a pause. */
const isDown = (result: Result): boolean => !result.ok || result.status === 429 || result.status >= 500;

/**
 * Makes one attempt of a delivery. A failed one is replaced by the next in the queue, so that what is known of a delivery
 * is in its job. A receiver that fails rests, and what else waits for it waits as well; others do not wait for it.
 */
export function deliverWebhook(deps: DeliverDeps) {
  const { webhooks, deliveries, poster, logger, now } = deps;
  const receivers = new Map<string, Receiver>();
  const nextReturn = createReturnTimes();
  /** Requests in progress to receivers that are slow. */
  let slowInProgress = 0;

  function receiverOf(webhookId: string): Receiver {
    const known = receivers.get(webhookId);
    if (known !== undefined) return known;
    if (receivers.size >= RECEIVERS_MAX) {
      for (const [id, { inProgress, restsUntil }] of receivers)
        if (inProgress.length === 0 && restsUntil < now()) receivers.delete(id);
    }
    const receiver = { inProgress: [], usualMs: 0, failures: 0, restsUntil: 0 };
    receivers.set(webhookId, receiver);
    return receiver;
  }

  /**
   * Milliseconds after which a delivery is looked at again whose receiver can't take it now. The server redelivers before it
   * delivers what is new, so a backlog that returns all at once, again and again, would keep everybody else's waiting.
   */
  function waitOf(webhookId: string): number | undefined {
    const receiver = receivers.get(webhookId);
    if (receiver === undefined) return undefined;
    const rest = receiver.restsUntil - now();
    if (rest > 0) return Math.round(rest + Math.random() * Math.max(rest, WEBHOOK_TURN_MS));
    const [oldest = now()] = receiver.inProgress;
    const ms = Math.max(receiver.usualMs, now() - oldest);
    const isFull = receiver.inProgress.length >= WEBHOOK_AT_ONCE;
    if (!isFull && (!isSlow(receiver) || slowInProgress < WEBHOOKS_SLOW_AT_ONCE)) return undefined;
    return nextReturn(webhookId, ms / WEBHOOK_AT_ONCE / PACE);
  }

  /** Posts, and counts the request while it is in progress. */
  async function post(receiver: Receiver, request: Parameters<Poster["post"]>[0]) {
    const began = now();
    const slow = isSlow(receiver) ? 1 : 0;
    receiver.inProgress.push(began);
    slowInProgress += slow;
    try {
      return await poster.post(request);
    } finally {
      receiver.inProgress.splice(receiver.inProgress.indexOf(began), 1);
      slowInProgress -= slow;
      receiver.usualMs = Math.max(now() - began, receiver.usualMs * LASTING);
    }
  }

  return async (key: WebhookKey, delivery: WebhookDelivery): Promise<HandlerResult> => {
    const wait = delivery.notBefore - now();
    if (wait > 0) return { deferFor: wait };
    // Before anything is read: there may be thousands of these.
    const early = waitOf(key.webhookId);
    if (early !== undefined) return { deferFor: early };
    const webhook = (await webhooks.list(key.userId)).find(({ id }) => id === key.webhookId);
    if (webhook === undefined) return "done";
    const { id, type, body, attempt } = delivery;
    const about = { id, type, body, attempt, at: new Date(now()).toISOString() };
    if (webhook.paused !== undefined) {
      // Those that the log does not have are not in it now: a thousand may wait.
      if (attempt > 1) await note(key, { ...about, attempt: attempt - 1, outcome: "dropped", reason: "paused" });
      return "done";
    }
    const receiver = receiverOf(webhook.id);
    // Others began while this one read.
    const later = waitOf(webhook.id);
    if (later !== undefined) return { deferFor: later };

    const began = performance.now();
    const result = await post(receiver, {
      url: webhook.url,
      headers: signedHeaders(id, body, webhook.secret, now()),
      body,
    });
    // This process stops: another one makes the attempt.
    if (!result.ok && result.reason === "aborted") return { deferFor: LOST_FETCH_MS };
    const milliseconds = Math.round(performance.now() - began);
    const made = { ...about, ...factsOf(result), milliseconds };
    if (isSuccess(result)) {
      Object.assign(receiver, { failures: 0, restsUntil: 0 });
      await note(key, { ...made, outcome: "delivered" });
      await tell(key, webhook, "delivered");
      return "done";
    }
    if (isDown(result)) {
      receiver.failures++;
      receiver.restsUntil = now() + Math.max(restMs(receiver.failures), result.retryAfterMs ?? 0);
    }
    const isGone = result.ok && result.status === 410;
    const next = isGone ? undefined : retryMs(attempt, Math.random(), result.retryAfterMs);
    if (next === undefined) {
      await note(key, { ...made, outcome: "failed" });
    } else {
      const notBefore = now() + next;
      // Without room the same attempt is made once more, later.
      if (!(await deliveries.submit(key, { ...delivery, attempt: attempt + 1, notBefore }))) {
        return { deferFor: WEBHOOK_FULL_MS };
      }
      await note(key, { ...made, outcome: "retrying", nextAt: new Date(notBefore).toISOString() });
    }
    await tell(key, webhook, isGone ? "gone" : "failed");
    return "done";
  };

  /** The attempt was made: without its line in the log it is not repeated. */
  async function note(key: WebhookKey, attempt: WebhookAttempt): Promise<void> {
    await deliveries.note(key, attempt).catch((err: unknown) => {
      logger.warn({ err, webhook: key.webhookId }, "an attempt is not in the log of its webhook");
    });
  }

  /** Tells identity what it does not know. The next attempt does so again where this fails. */
  async function tell(
    { userId, webhookId }: WebhookKey,
    { failingSince }: StoredWebhook,
    outcome: "delivered" | "failed" | "gone",
  ): Promise<void> {
    if (outcome === "delivered" && failingSince === undefined) return;
    await deps.commands.send(NoteAttempt, { userId, webhookId, outcome }).catch((err: unknown) => {
      logger.warn({ err, webhook: webhookId }, "identity was not told of an attempt");
    });
  }
}

/** What the log says of an answer, or of its absence. */
const factsOf = (result: Result): Pick<WebhookAttempt, "status" | "answer" | "reason"> =>
  result.ok
    ? { status: result.status, ...(result.answer === "" ? {} : { answer: result.answer }) }
    : { reason: result.reason };
