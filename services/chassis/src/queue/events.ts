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
import { decodeEvent, type StoredEvent } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import { attempt, type AttemptOptions } from "./attempt.ts";
import { causedBy } from "./caused-by.ts";
import { consume, type QueueWorker } from "./consume.ts";
import { openDeferrals } from "./deferrals.ts";
import { openDurable } from "./durable.ts";
import { createFaultDelays } from "./fault-delays.ts";
import { MAX_UNACKNOWLEDGED } from "./handler-result.ts";
import type { QueueOptions } from "./queue-options.ts";
import { handleRetries } from "./retries.ts";
import { watchQueue } from "./watch.ts";

/**
 * Handles events of the journal, each at least once, in no order. Replicas share the events. An event is acknowledged
 * after its handler is done, so a killed worker loses nothing. Failed events are retried with growing delays.
 */
export async function workQueue(options: QueueOptions): Promise<QueueWorker> {
  const { journal, name } = options;
  await ensureDeadLetters(journal);
  await retryOpen(() => openConsumer(options));
  const attemptOptions = {
    ...options,
    deferrals: await openDeferrals(journal, name),
    faultDelays: createFaultDelays(),
  };
  /** Why this process can't handle all events: a newer version has written some. It holds until the process ends. */
  let outdated: string | undefined;
  const worker = consume({
    ...options,
    copies: journal.copies,
    open: () => openConsumer(options),
    handle: async (message, _signal, repeated) => {
      outdated = (await attemptEvent(attemptOptions, message, repeated)) ?? outdated;
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
const attemptEvent = (
  options: QueueOptions & AttemptOptions,
  message: JsMsg,
  repeated: () => number,
): Promise<string | undefined> =>
  attempt(options, message, {
    repeated,
    handle: async (tries) => {
      const event = decodeEvent(message);
      return causedBy(event, options.name, { "satchel.attempt": tries }, () => options.handle(event, tries));
    },
    // Does not wait for the server's answer: if the acknowledgement is lost, the event is redelivered and found done.
    end: () => message.ack(),
    giveUp: (reason, attempts) => giveUp(options, message, reason, attempts),
  });

async function giveUp(
  { journal, name, onDead }: QueueOptions,
  message: JsMsg,
  reason: string,
  attempts: number,
): Promise<void> {
  const event = readable(message);
  if (event !== undefined) await onDead?.(event, reason, attempts);
  const letter: DeadLetter = { sequence: message.seq, subject: message.subject, attempts, reason };
  const subject = deadLetterSubject(name, ownerOf(message.subject));
  await journal.js.publish(subject, JSON.stringify(letter), { msgID: `${name}.${message.seq}` });
  message.term(reason.slice(0, 200));
}

/** The event of a message; undefined where it can't be read. */
function readable(message: JsMsg): StoredEvent | undefined {
  try {
    return decodeEvent(message);
  } catch {
    return undefined;
  }
}

/** The event's user: dead letters are erased with the account. */
function ownerOf(subject: string): UserId | "none" {
  const at = parseSubject(subject);
  return at?.kind === "aggregate" ? at.userId : "none";
}

const DAY_NANOS = 86_400 * 1_000_000_000;

async function ensureDeadLetters(journal: Journal): Promise<void> {
  const subject = deadLetterSubject("*", "*");
  const stream = { name: DEAD_LETTERS, subjects: [subject], storage: StorageType.File, max_age: 30 * DAY_NANOS };
  await ensureStream(journal, stream);
}
