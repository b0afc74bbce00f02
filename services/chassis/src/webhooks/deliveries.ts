import { StorageType } from "@nats-io/jetstream";
import {
  type DeliveryId,
  type UserId,
  WEBHOOK_BACKLOG,
  WEBHOOK_DELIVERIES,
  WEBHOOK_LOG,
  WEBHOOK_LOG_ATTEMPTS,
  WEBHOOK_LOG_DAYS,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookId,
  webhookLogSubject,
  webhookSubject,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { readMessages } from "../bus/messages.ts";
import { overwriteMessages } from "../bus/overwrite.ts";
import { ensureStream } from "../bus/streams.ts";
import type { QueueWorker } from "../queue/consume.ts";
import type { HandlerResult } from "../queue/handler-result.ts";
import { type JobWorkerOptions, openJobQueue } from "../queue/jobs.ts";

export interface WebhookKey {
  readonly userId: UserId;
  readonly webhookId: WebhookId;
}

interface DeliveryWorkerOptions extends Omit<JobWorkerOptions, "name" | "filters" | "handle"> {
  readonly handle: (key: WebhookKey, delivery: WebhookDelivery) => Promise<HandlerResult>;
}

/** Deliveries to webhooks: those that wait, as jobs, and the log of attempts (decision 86). */
export interface WebhookDeliveries {
  /**
   * Submits an attempt. The same attempt submitted twice, by the same cause, is one.
   * @param cause what distinguishes a replay from the first delivery
   * @returns false where {@link WEBHOOK_BACKLOG} of this webhook wait
   */
  submit(key: WebhookKey, delivery: WebhookDelivery, cause?: string): Promise<boolean>;
  work(options: DeliveryWorkerOptions): QueueWorker;
  /** Adds an attempt to the log. */
  note(key: WebhookKey, attempt: WebhookAttempt): Promise<void>;
  /** The log of a webhook, oldest first: {@link WEBHOOK_LOG_ATTEMPTS} attempts at most. */
  log(key: WebhookKey): Promise<WebhookAttempt[]>;
  /** Overwrites what waits for a webhook, and its log. */
  remove(key: WebhookKey): Promise<void>;
}

const DAY_NANOS = 86_400 * 1_000_000_000;

/**
 * Waiting deliveries of all webhooks that may be deferred at a time: with {@link WEBHOOK_BACKLOG} of each, those of 1,000
 * receivers that are down.
 */
const MAX_UNACKNOWLEDGED = 1000 * WEBHOOK_BACKLOG;

const LOG = {
  name: WEBHOOK_LOG,
  subjects: [webhookLogSubject("*", "*")],
  storage: StorageType.File,
  max_msgs_per_subject: WEBHOOK_LOG_ATTEMPTS,
  max_age: WEBHOOK_LOG_DAYS * DAY_NANOS,
};

/** Opens both streams, creating them if missing. The server keeps their limits for each webhook. */
export async function openWebhookDeliveries(bus: Bus): Promise<WebhookDeliveries> {
  const { js, jsm } = bus;
  const queue = await openJobQueue(bus, {
    stream: WEBHOOK_DELIVERIES,
    subject: webhookSubject("*", "*"),
    perSubject: WEBHOOK_BACKLOG,
  });
  await ensureStream(bus, LOG);
  return {
    submit: ({ userId, webhookId }, delivery, cause = "event") =>
      queue.submit(
        webhookSubject(userId, webhookId),
        JSON.stringify(delivery),
        `${delivery.id}.${cause}.${delivery.attempt}`,
      ),
    work: ({ handle, ...options }) =>
      queue.work({
        ...options,
        name: "webhooks",
        maxUnacknowledged: MAX_UNACKNOWLEDGED,
        handle: (message) => {
          const [, userId, webhookId] = message.subject.split(".");
          const key = { userId: userId as UserId, webhookId: webhookId as WebhookId };
          return handle(key, message.json<WebhookDelivery>());
        },
      }),
    note: async ({ userId, webhookId }, attempt) => {
      await js.publish(webhookLogSubject(userId, webhookId), JSON.stringify(attempt));
    },
    log: async ({ userId, webhookId }) => {
      const all: WebhookAttempt[] = [];
      const subject = webhookLogSubject(userId, webhookId);
      for await (const message of readMessages(js, jsm, subject, { stream: WEBHOOK_LOG })) {
        all.push(message.json<WebhookAttempt>());
      }
      return all;
    },
    remove: async ({ userId, webhookId }) => {
      await overwriteMessages(jsm, WEBHOOK_DELIVERIES, webhookSubject(userId, webhookId));
      await overwriteMessages(jsm, WEBHOOK_LOG, webhookLogSubject(userId, webhookId));
    },
  };
}

/** The id of what is sent to a webhook because of an event: the same for each attempt. @param hex of a UUID */
export const deliveryIdOf = (uuid: string): DeliveryId => `msg_${uuid.replaceAll("-", "")}` as DeliveryId;
