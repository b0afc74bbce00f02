import { type Consumer, type JsMsg, StorageType } from "@nats-io/jetstream";
import {
  DEAD_LETTERS,
  type DeadLetter,
  deadLetterSubject,
  JOURNAL,
  parseSubject,
  type UserId,
} from "@satchel/contracts";
import { retryOpen } from "../bus/retry-open.ts";
import { ensureStream } from "../bus/streams.ts";
import { decodeEvent, NewerEvent, type StoredEvent } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import { queueItems, redeliveries } from "../operations/metrics.ts";
import { causedBy } from "./caused-by.ts";
import { consume, type QueueWorker } from "./consume.ts";
import { type Deferrals, openDeferrals } from "./deferrals.ts";
import { openDurable } from "./durable.ts";
import { MAX_UNACKNOWLEDGED, NEWER_MS, waitOf } from "./handler-result.ts";
import type { QueueOptions } from "./queue-options.ts";
import { handleRetries } from "./retries.ts";
import { watchQueue } from "./watch.ts";

/** Milliseconds before a retry, where the queue has no backoff, or where a dead letter could not be stored. */
const BACKOFF_MS = 1000;

/**
 * Handles events of the journal, each at least once, in no order. Replicas share the events. An event is acknowledged
 * after its handler is done, so a killed worker loses nothing. Failed events are retried with growing delays.
 */
export async function workQueue(options: QueueOptions): Promise<QueueWorker> {
  const { journal, name } = options;
  await ensureDeadLetters(journal);
  await retryOpen(() => openConsumer(options));
  const deferrals = await openDeferrals(journal, name);
  /** Why this process can't handle all events: a newer version has written some. It holds until the process ends. */
  let outdated: string | undefined;
  const worker = consume({
    ...options,
    copies: journal.copies,
    open: () => openConsumer(options),
    handle: async (message) => {
      outdated = (await attempt(options, deferrals, message)) ?? outdated;
    },
  });
  const retries = await handleRetries(options);
  const unwatch = watchQueue({ jsm: journal.jsm, stream: JOURNAL, name, subjects: options.subjects, letters: true });
  return {
    check: () => {
      const state = worker.check();
      return state === "ok" ? (outdated ?? retries?.check() ?? "ok") : state;
    },
    stop: async () => {
      unwatch();
      await Promise.all([retries?.stop(), worker.stop()]);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const openConsumer = ({ journal: { js, jsm }, name, subjects, from, silentMs }: QueueOptions): Promise<Consumer> =>
  openDurable(js, jsm, {
    stream: JOURNAL,
    name,
    subjects,
    from,
    silentMs,
    maxUnacknowledged: MAX_UNACKNOWLEDGED,
  });

/** @returns why an event can't be read by this version of the program */
async function attempt(options: QueueOptions, deferrals: Deferrals, message: JsMsg): Promise<string | undefined> {
  const { logger, name, attempts = Number.POSITIVE_INFINITY, backoffMs } = options;
  let tries = message.info.deliveryCount;
  let deferred = 0;
  if (tries > 1) redeliveries.inc({ queue: name });
  const again = (milliseconds: number, outcome = "retried"): void => {
    message.nak(milliseconds);
    queueItems.inc({ queue: name, outcome });
  };
  let event: StoredEvent | undefined;
  try {
    const decoded = decodeEvent(message);
    event = decoded;
    if (tries > 1) deferred = await deferrals.count(message.seq);
    tries -= deferred;
    // No earlier attempt was answered, so this event ends the process that handles it.
    if (tries > attempts) throw new Error(`no answer in ${attempts} tries`);
    const result = await causedBy(decoded, name, { "satchel.attempt": tries }, () => options.handle(decoded, tries));
    if (result === "done") {
      // Does not wait for the server's answer: if the acknowledgement is lost, the event is redelivered and found done.
      message.ack();
      queueItems.inc({ queue: name, outcome: "done" });
      return undefined;
    }
    const { outcome, milliseconds } = waitOf(result);
    if (outcome === "deferred") await deferrals.set(message.seq, deferred + 1);
    again(milliseconds, outcome);
  } catch (error) {
    if (error instanceof NewerEvent) {
      logger.warn({ err: error, queue: name, sequence: message.seq }, "an event of a newer version waits");
      await deferrals.set(message.seq, (await deferrals.count(message.seq)) + 1);
      again(NEWER_MS, "deferred");
      return error.message;
    }
    logger.error({ err: error, queue: name, sequence: message.seq, attempt: tries }, "work failed");
    if (tries < attempts) again(backoffMs[Math.min(tries, backoffMs.length) - 1] ?? BACKOFF_MS);
    else {
      await giveUp(options, message, { event, attempts: tries, reason: reasonOf(error) }).catch((err: unknown) => {
        logger.error({ err, queue: name, sequence: message.seq }, "a dead letter can't be stored");
        again(BACKOFF_MS);
      });
    }
  }
  return undefined;
}

async function giveUp(
  { journal, name, onDead }: QueueOptions,
  message: JsMsg,
  { event, attempts, reason }: { event: StoredEvent | undefined; attempts: number; reason: string },
): Promise<void> {
  if (event !== undefined) await onDead?.(event, reason, attempts);
  const letter: DeadLetter = { sequence: message.seq, subject: message.subject, attempts, reason };
  const subject = deadLetterSubject(name, ownerOf(message.subject));
  await journal.js.publish(subject, JSON.stringify(letter), { msgID: `${name}.${message.seq}` });
  message.term(reason.slice(0, 200));
  queueItems.inc({ queue: name, outcome: "dead" });
}

/** The event's user: dead letters are erased with the account. */
function ownerOf(subject: string): UserId | "none" {
  const at = parseSubject(subject);
  return at?.kind === "aggregate" ? at.userId : "none";
}

const DAY_NANOS = 86_400 * 1_000_000_000;

async function ensureDeadLetters({ jsm, copies }: Journal): Promise<void> {
  const subject = deadLetterSubject("*", "*");
  const stream = { name: DEAD_LETTERS, subjects: [subject], storage: StorageType.File, max_age: 30 * DAY_NANOS };
  await ensureStream(jsm, stream, copies);
}
