import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DiscardPolicy,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import type { Bus } from "../bus/connect.ts";
import { storyHeaders } from "../bus/headers.ts";
import { overwriteMessage } from "../bus/overwrite.ts";
import { ensureStream } from "../bus/streams.ts";
import { correlationFromHeaders, withCorrelation } from "../correlation.ts";
import type { Logger } from "../logging.ts";
import { redeliveries } from "../operations/metrics.ts";
import { pause } from "../pause.ts";
import { traced } from "../tracing/tracing.ts";
import { watchQueue } from "./watch.ts";

export interface LineOptions {
  /** Name of the stream. */
  readonly stream: string;
  readonly subjects: readonly string[];
  /** Jobs of one subject that may wait or be in hand; the server itself takes no more. */
  readonly perSubject: number;
}

export interface LineWorkOptions {
  /** Name of the durable consumer, and what log lines are told apart by. */
  readonly name: string;
  /** Which of the line's subjects are worked off; without it, all. */
  readonly filter?: string;
  readonly logger: Logger;
  /** Jobs done at the same time in this process. */
  readonly concurrency: number;
  /** Milliseconds after which a job whose worker fell silent goes to another; work under way is not silent. */
  readonly silentMs: number;
  /** Milliseconds before a job comes back whose work threw. */
  readonly backoffMs: number;
  /** Does one job. `signal` asks to stop where it is: another worker goes on from there. */
  readonly handle: (message: JsMsg, signal: AbortSignal) => Promise<JobEnd>;
}

/** How a job ended: `done`, or to be handed out again after so many milliseconds. */
export type JobEnd = "done" | { readonly againIn: number };

/** Whoever works off a line, in this process. */
export interface LineWorker {
  /** `ok`, or what is the matter. */
  check(): string;
  /** Takes no further job, and waits for those in hand. */
  stop(): Promise<void>;
}

/** Jobs that wait to be done once, by any replica, and are then forgotten. */
export interface Line {
  /** @param id sent again within the stream's window, it is the same job. @returns false where the subject is full */
  submit(subject: string, payload: string, id?: string): Promise<boolean>;
  work(options: LineWorkOptions): LineWorker;
}

const POLL_MS = 10_000;
const RETRY_MS = 2000;

/** Jobs that wait for their next try, up to a day, before no others are handed out. */
const WAITING = 100_000;

/**
 * Opens a line of jobs: a stream of its own, for work that is no fact worth keeping in the journal. A job is acknowledged
 * after it is done, so a killed worker loses none.
 */
export async function openLine(
  bus: Pick<Bus, "nc" | "copies">,
  { stream, subjects, perSubject }: LineOptions,
): Promise<Line> {
  const js = jetstream(bus.nc, { timeout: 5000 });
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  const config = {
    name: stream,
    subjects: [...subjects],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: perSubject,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  };
  await ensureStream(jsm, config, bus.copies);

  const consumerOf = async ({ name, filter, silentMs }: LineWorkOptions): Promise<Consumer> => {
    await jsm.consumers.add(stream, {
      durable_name: name,
      ...(filter !== undefined && { filter_subject: filter }),
      ack_policy: AckPolicy.Explicit,
      ack_wait: silentMs * 1_000_000,
      max_deliver: -1,
      max_ack_pending: WAITING,
    });
    return js.consumers.get(stream, name);
  };

  return {
    submit: async (subject, payload, id) => {
      try {
        await js.publish(subject, payload, { ...storyHeaders(), ...(id === undefined ? {} : { msgID: id }) });
        return true;
      } catch (error) {
        if (isFull(error)) return false;
        throw error;
      }
    },
    work: (options) => {
      const { name, filter } = options;
      const unwatch = watchQueue({ jsm, stream, name, subjects: filter === undefined ? subjects : [filter] });
      const worker = workOff(
        options,
        () => consumerOf(options),
        // Removed before it is acknowledged: acknowledging alone leaves what it says on the disk.
        (message) => overwriteMessage(jsm, stream, message.seq),
      );
      return {
        check: () => worker.check(),
        stop: () => {
          unwatch();
          return worker.stop();
        },
      };
    },
  };
}

function workOff(
  options: LineWorkOptions,
  open: () => Promise<Consumer>,
  forget: (message: JsMsg) => Promise<void>,
): LineWorker {
  const { name, logger, concurrency } = options;
  const stop = new AbortController();
  const waiting = new Set<ConsumerMessages>();
  let problem: string | undefined = "starting";

  // One at a time is asked for: one fetched ahead would wait for slow work, and pass for its worker's silence.
  const take = async (consumer: Consumer): Promise<void> => {
    const messages = await consumer.fetch({ max_messages: 1, expires: POLL_MS });
    waiting.add(messages);
    if (stop.signal.aborted) messages.stop();
    try {
      for await (const message of messages) {
        if (stop.signal.aborted) message.nak();
        else await attempt(options, message, forget, stop.signal);
      }
    } finally {
      waiting.delete(messages);
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        const consumer = await open();
        problem = undefined;
        while (!stop.signal.aborted) await take(consumer);
      } catch (error) {
        problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
        logger.error({ err: error, line: name }, "line of jobs");
        await pause(RETRY_MS, stop.signal);
      }
    }
  };
  const running = Promise.all(Array.from({ length: concurrency }, run));
  return {
    check: () => problem ?? "ok",
    stop: async () => {
      stop.abort();
      for (const messages of waiting) messages.stop();
      await running;
    },
  };
}

async function attempt(
  { name, logger, silentMs, backoffMs, handle }: LineWorkOptions,
  message: JsMsg,
  forget: (message: JsMsg) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (message.info.deliveryCount > 1) redeliveries.inc({ queue: name });
  // Work that takes longer than the wait says that it goes on.
  const alive = setInterval(() => message.working(), silentMs / 3);
  try {
    const story = correlationFromHeaders((field) => message.headers?.get(field) || undefined);
    const end = await withCorrelation(story, () => traced(name, { kind: "consumer" }, () => handle(message, signal)));
    if (end === "done") {
      await forget(message);
      await message.ackAck();
    } else message.nak(end.againIn);
  } catch (err) {
    logger.error({ err, line: name, deliveryCount: message.info.deliveryCount }, "a job failed");
    message.nak(backoffMs);
  } finally {
    clearInterval(alive);
  }
}

/** Whether the server said that a subject holds as many messages as it may. */
const isFull = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.message.includes("maximum messages per subject exceeded");
