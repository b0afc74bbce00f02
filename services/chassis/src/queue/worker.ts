import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, StorageType } from "@nats-io/jetstream";
import { DEAD_LETTERS, deadLetterSubject, JOURNAL } from "@satchel/contracts";
import { withCorrelation } from "../correlation.ts";
import { decodeEvent, type StoredEvent } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { queueItems } from "../operations/metrics.ts";

/** How handling one event ended: `done`, or to be tried again after so many milliseconds. */
export type Handling = "done" | { readonly retryIn: number };

export interface QueueOptions {
  journal: Journal;
  logger: Logger;
  /** Name of the durable consumer: it remembers what is done, over restarts and replicas. */
  name: string;
  /** Which events are work. */
  subjects: readonly string[];
  /** Events worked on at the same time in this process. */
  concurrency: number;
  /** Milliseconds after which an event whose worker fell silent goes to another; work under way is not silent. */
  silentMs: number;
  /** Milliseconds before the second, third, … try after a failure; the last one repeats. */
  backoffMs: readonly number[];
  /** Tries before an event is given up; without it never. */
  attempts?: number;
  handle(event: StoredEvent, attempt: number): Promise<Handling>;
  /** Called once for an event that is given up, before it is laid with the dead letters. */
  onDead?: (event: StoredEvent, reason: string, attempts: number) => Promise<void>;
}

export interface QueueWorker {
  /** `ok`, or what is the matter. */
  check(): string;
  /** Takes no further work and finishes what is in hand. */
  stop(): Promise<void>;
}

const RESTART_MS = 1000;

/**
 * Works off events of the journal, each at least once, in no order, shared between replicas. An event is acknowledged
 * after its handler is done, so a killed worker loses nothing. What fails comes back with growing delays.
 */
export async function workQueue(options: QueueOptions): Promise<QueueWorker> {
  const { journal, logger, name, concurrency, silentMs } = options;
  await ensureDeadLetters(journal);
  await journal.jsm.consumers.add(JOURNAL, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    filter_subjects: [...options.subjects],
    ack_wait: silentMs * 1_000_000,
    max_deliver: -1,
    // Events that wait for their next try count too, and must not keep others from being worked on.
    max_ack_pending: 10_000,
  });
  const inHand = new Set<Promise<void>>();
  let messages: ConsumerMessages | undefined;
  let stopping = false;
  let problem: string | undefined = "starting";

  const run = async (): Promise<void> => {
    while (!stopping) {
      try {
        const consumer = await journal.js.consumers.get(JOURNAL, name);
        messages = await consumer.consume({ max_messages: concurrency });
        problem = undefined;
        for await (const message of messages) {
          const work: Promise<void> = workOff(options, message).finally(() => inHand.delete(work));
          inHand.add(work);
          if (inHand.size >= concurrency) await Promise.race(inHand);
          if (stopping) break;
        }
      } catch (error) {
        problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
        logger.error({ err: error, queue: name }, "queue");
      }
      if (!stopping) await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    }
  };
  const running = run();
  return {
    check: () => problem ?? "ok",
    stop: async () => {
      stopping = true;
      messages?.stop();
      await Promise.all(inHand);
      // The loop may be in its pause; nothing of it is awaited that could still take work.
      void running;
    },
  };
}

async function workOff(options: QueueOptions, message: JsMsg): Promise<void> {
  const { logger, name, attempts, silentMs } = options;
  const attempt = message.info.deliveryCount;
  let event: StoredEvent | undefined;
  // Long work says that it goes on, so that the wait can be short and a killed worker's event is soon with another.
  const alive = setInterval(() => message.working(), silentMs / 3);
  try {
    const work = decodeEvent(message);
    event = work;
    const outcome = await withCorrelation({ ...work.correlation, causationId: work.id }, () =>
      options.handle(work, attempt),
    );
    if (outcome === "done") {
      await message.ackAck();
      queueItems.inc({ queue: name, outcome: "done" });
    } else {
      message.nak(outcome.retryIn);
      queueItems.inc({ queue: name, outcome: "retried" });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error({ err: error, queue: name, sequence: message.seq, attempt }, "work failed");
    if (attempts !== undefined && attempt >= attempts) {
      await bury(options, message, event, reason).catch((err: unknown) => {
        logger.error({ err, queue: name, sequence: message.seq }, "can't lay a dead letter away");
        message.nak(RESTART_MS);
      });
      return;
    }
    message.nak(options.backoffMs[Math.min(attempt, options.backoffMs.length) - 1] ?? RESTART_MS);
    queueItems.inc({ queue: name, outcome: "retried" });
  } finally {
    clearInterval(alive);
  }
}

async function bury(
  { journal, name, onDead }: QueueOptions,
  message: JsMsg,
  event: StoredEvent | undefined,
  reason: string,
): Promise<void> {
  const attempts = message.info.deliveryCount;
  if (event !== undefined) await onDead?.(event, reason, attempts);
  const letter = { sequence: message.seq, subject: message.subject, attempts, reason };
  await journal.js.publish(deadLetterSubject(name), JSON.stringify(letter), { msgID: `${name}.${message.seq}` });
  message.term(reason.slice(0, 200));
  queueItems.inc({ queue: name, outcome: "dead" });
}

const DAY_NANOS = 86_400 * 1_000_000_000;

async function ensureDeadLetters({ jsm }: Journal): Promise<void> {
  await jsm.streams.add({
    name: DEAD_LETTERS,
    subjects: [deadLetterSubject("*")],
    storage: StorageType.File,
    max_age: 30 * DAY_NANOS,
  });
}
