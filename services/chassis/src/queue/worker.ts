import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError, StorageType } from "@nats-io/jetstream";
import { DEAD_LETTERS, type DeadLetter, deadLetterSubject, JOURNAL } from "@satchel/contracts";
import { opening } from "../bus/opening.ts";
import { ensureStream } from "../bus/streams.ts";
import { withCorrelation } from "../correlation.ts";
import { decodeEvent, type StoredEvent } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import { queueItems, redeliveries } from "../operations/metrics.ts";
import { pause } from "../pause.ts";
import { type Delivery, openPull, type Pull } from "./pull.ts";
import { openPutOffs, type PutOffs } from "./put-off.ts";
import { traced } from "../tracing/tracing.ts";
import { workOffRetries } from "./retries.ts";
import { watchQueue } from "./watch.ts";

/**
 * How handling one event ended: `done`, to be tried again after so many milliseconds, or put off for so many because its
 * turn has not come: that was no try, and is not counted.
 */
export type Handling = "done" | { readonly retryIn: number } | { readonly putOffFor: number };

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
  /** Tries before an event is given up, those included that asked to come back or ended without a word; else never. */
  attempts?: number;
  handle(event: StoredEvent, attempt: number): Promise<Handling>;
  /**
   * Handles an event that was given up, when an operator asks for it at some time: where the giving up is itself on record,
   * handling it as before would find that all is done.
   */
  again?(event: StoredEvent, askedAt: Date): Promise<Handling>;
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
  const { journal, logger, name, concurrency } = options;
  await ensureDeadLetters(journal);
  await opening(() => ensureConsumer(options));
  const putOffs = await openPutOffs(journal, name);
  const inHand = new Set<Promise<void>>();
  const stop = new AbortController();
  let pull: Pull | undefined;
  let problem: string | undefined = "starting";
  let busy = 0;

  const begin = (delivery: Delivery): void => {
    busy++;
    if (stop.signal.aborted || busy > concurrency) return delivery.nak();
    const work: Promise<void> = workOff(options, putOffs, delivery).finally(() => inHand.delete(work));
    inHand.add(work);
  };
  const follow = async (): Promise<void> => {
    const consumer = await ensureConsumer(options);
    if (stop.signal.aborted) return;
    problem = undefined;
    pull = openPull({
      nc: journal.nc,
      stream: JOURNAL,
      consumer,
      // No more than can be begun at once: what is fetched ahead waits for slow work, and passes for its worker's silence.
      free: () => concurrency - busy,
      onDelivery: begin,
      onAnswered: () => {
        busy--;
        pull?.fill();
      },
    });
    try {
      pull.fill();
      await pull.ended;
    } finally {
      await pull.close();
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await follow();
      } catch (error) {
        problem = `failing: ${reasonOf(error)}`;
        logger.error({ err: error, queue: name }, "queue");
      }
      await pause(RESTART_MS, stop.signal);
    }
  };
  const running = run();
  const retries = await workOffRetries(options);
  const unwatch = watchQueue({ jsm: journal.jsm, stream: JOURNAL, name, subjects: options.subjects, letters: true });
  return {
    check: () => problem ?? retries?.check() ?? "ok",
    stop: async () => {
      unwatch();
      await retries?.stop();
      stop.abort();
      await pull?.close();
      await running;
      await Promise.all(inHand);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Makes the durable consumer, or brings the one that stands up to date; gives its name. */
async function ensureConsumer({ journal, name, subjects, silentMs }: QueueOptions): Promise<string> {
  // Where it begins can't be changed; after a restore it began behind what was done by then.
  const standing = await journal.jsm.consumers.info(JOURNAL, name).catch(unlessMissing);
  const { deliver_policy = DeliverPolicy.All, opt_start_seq } = standing?.config ?? {};
  await journal.jsm.consumers.add(JOURNAL, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy,
    ...(opt_start_seq === undefined ? {} : { opt_start_seq }),
    filter_subjects: [...subjects],
    ack_wait: silentMs * 1_000_000,
    max_deliver: -1,
    // Events that wait for their next try count too, up to a day: fewer would let pages that are away keep others waiting.
    max_ack_pending: 100_000,
  });
  return name;
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return undefined;
  throw error;
}

async function workOff(options: QueueOptions, putOffs: PutOffs, message: Delivery): Promise<void> {
  const { logger, name, attempts = Number.POSITIVE_INFINITY, backoffMs, silentMs } = options;
  let attempt = message.deliveryCount;
  if (attempt > 1) redeliveries.inc({ queue: name });
  const again = (milliseconds: number, outcome = "retried"): void => {
    message.nak(milliseconds);
    queueItems.inc({ queue: name, outcome });
  };
  // Long work says that it goes on, so that the wait can be short and a killed worker's event is soon with another.
  const alive = setInterval(() => message.working(), silentMs / 3);
  let event: StoredEvent | undefined;
  try {
    event = decodeEvent(message);
    if (attempt > 1) attempt -= await putOffs.count(message.seq);
    // The tries before have all ended without a word: this event ends the process that works on it.
    if (attempt > attempts) throw new Error(`no answer in ${attempts} tries`);
    const outcome = await handle(options, event, attempt);
    if (outcome === "done") acknowledge(options, message);
    else if ("retryIn" in outcome) again(outcome.retryIn);
    else {
      await putOffs.add(message.seq);
      again(outcome.putOffFor, "put-off");
    }
  } catch (error) {
    logger.error({ err: error, queue: name, sequence: message.seq, attempt }, "work failed");
    if (attempt < attempts) again(backoffMs[Math.min(attempt, backoffMs.length) - 1] ?? RESTART_MS);
    else {
      await bury(options, message, { event, attempts: attempt, reason: reasonOf(error) }).catch((err: unknown) => {
        logger.error({ err, queue: name, sequence: message.seq }, "can't lay a dead letter away");
        again(RESTART_MS);
      });
    }
  } finally {
    clearInterval(alive);
  }
}

const handle = (options: QueueOptions, event: StoredEvent, attempt: number): Promise<Handling> =>
  withCorrelation({ ...event.correlation, causationId: event.id }, () =>
    traced(
      options.name,
      { kind: "consumer", attributes: { "satchel.event": event.type, "satchel.attempt": attempt } },
      () => options.handle(event, attempt),
    ),
  );

/**
 * Work that is done stays done: where the server does not hear of it, the event comes once more, and that is all. Hence
 * nobody waits for its answer.
 */
function acknowledge({ logger, name }: QueueOptions, message: Delivery): void {
  queueItems.inc({ queue: name, outcome: "done" });
  try {
    message.ack();
  } catch (err) {
    logger.warn({ err, queue: name, sequence: message.seq }, "the end of work could not be told");
  }
}

async function bury(
  { journal, name, onDead }: QueueOptions,
  message: Delivery,
  { event, attempts, reason }: { event: StoredEvent | undefined; attempts: number; reason: string },
): Promise<void> {
  if (event !== undefined) await onDead?.(event, reason, attempts);
  const letter: DeadLetter = { sequence: message.seq, subject: message.subject, attempts, reason };
  await journal.js.publish(deadLetterSubject(name), JSON.stringify(letter), { msgID: `${name}.${message.seq}` });
  message.term(reason.slice(0, 200));
  queueItems.inc({ queue: name, outcome: "dead" });
}

const DAY_NANOS = 86_400 * 1_000_000_000;

const ensureDeadLetters = ({ jsm, copies }: Journal): Promise<unknown> =>
  ensureStream(
    jsm,
    {
      name: DEAD_LETTERS,
      subjects: [deadLetterSubject("*")],
      storage: StorageType.File,
      max_age: 30 * DAY_NANOS,
    },
    copies,
  );
