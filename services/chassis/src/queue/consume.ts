import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { ConcurrencyLimit } from "../concurrency-limit.ts";
import type { Logger } from "../logging.ts";
import type { Checks } from "../operations/server.ts";
import { pause } from "../pause.ts";

interface ConsumeOptions {
  /** Name of the durable consumer, and of the queue in log lines. */
  readonly name: string;
  readonly logger: Logger;
  /** Messages worked on at the same time in this process. */
  readonly concurrency: number;
  /** Copies of the stream on the bus. */
  readonly copies: number;
  /** Milliseconds without a heartbeat after which a message is redelivered; work in progress sends heartbeats. */
  readonly silentMs: number;
  /** Creates the durable consumer, or updates the existing one. */
  readonly open: () => Promise<Consumer>;
  /**
   * Works on one message and answers it: ack, nak or term. `signal` asks it to stop. A message whose answer fails is
   * redelivered after `silentMs`.
   * @param repeated how often the message was redelivered meanwhile, because this process was too busy for heartbeats
   */
  readonly handle: (message: JsMsg, signal: AbortSignal, repeated: () => number) => Promise<void>;
}

export interface QueueWorker {
  /** `ok`, or the fault. */
  check(): string;
  /** Takes no further work and finishes its messages. */
  stop(): Promise<void>;
}

/** The states of workers, each by its name behind that of their service. */
export const checksOf = (service: string, workers: Readonly<Record<string, Pick<QueueWorker, "check">>>): Checks =>
  Object.fromEntries(Object.entries(workers).map(([name, worker]) => [`${service} ${name}`, worker.check()]));

/** Milliseconds for which a request waits at the server. */
const REQUEST_MS = 60_000;

/**
 * Milliseconds between the server's heartbeats for an idle request; after two missing ones the client repeats it. When the
 * consumer's leader changes, which needs several copies of the stream, a request is lost although its connection holds. With
 * one copy, the heartbeats of all queues would be much of the work of an idle system.
 */
const HEARTBEAT_MS = { oneCopy: 20_000, copies: 5000 } as const;

const RESTART_MS = 1000;

/** Whether a request failed because consumer or stream is gone. Other failures pass: a new leader, a late heartbeat. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /consumer deleted|(?:consumer|stream) not found/i.test(error.message);

/**
 * Works on a durable consumer until it is stopped. A request names as many messages as there are free slots, because a
 * message that waits here while another replica is idle would be late. Half of the slots share a request, because a
 * request for each message would cost the server as much as the message.
 */
export function consume(options: ConsumeOptions): QueueWorker {
  const { name, logger, concurrency, copies, silentMs, open, handle } = options;
  const idle_heartbeat = copies === 1 ? HEARTBEAT_MS.oneCopy : HEARTBEAT_MS.copies;
  const stop = new AbortController();
  const requests = new Set<ConsumerMessages>();
  const slots = new ConcurrencyLimit({ concurrency });
  /** Messages in progress, and by their sequences in the stream how often each was redelivered meanwhile. */
  const inProgress = new Set<Promise<void>>();
  const repeated = new Map<number, number>();
  let problem: string | undefined = "starting";

  const work = async (message: JsMsg): Promise<void> => {
    // It was redelivered because this process was too busy for heartbeats. The work goes on, and its answer counts.
    const before = repeated.get(message.seq);
    repeated.set(message.seq, before === undefined ? 0 : before + 1);
    if (before !== undefined) return;
    // With heartbeats, `silentMs` can be short, so that the message of a killed worker is soon redelivered.
    const heartbeat = setInterval(() => message.working(), silentMs / 3);
    try {
      // A request that is repeated after a reconnect may deliver more than there are slots.
      await slots.run(name, () => handle(message, stop.signal, () => repeated.get(message.seq) ?? 0));
    } catch (err) {
      logger.error({ err, queue: name, sequence: message.seq }, "a message is not answered");
    } finally {
      clearInterval(heartbeat);
      repeated.delete(message.seq);
    }
  };
  /** Requests messages until the worker stops or the consumer is gone. */
  const follow = async (consumer: Consumer): Promise<void> => {
    /** Messages that were requested and are not delivered. */
    let requested = 0;
    let failure: { readonly error: unknown } | undefined;
    let wake = (): void => {};
    const change = (): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
      });
    const ended = <T>(set: Set<T>, item: T): void => {
      set.delete(item);
      wake();
    };
    const receive = async (count: number, messages: ConsumerMessages): Promise<void> => {
      let missing = count;
      try {
        for await (const message of messages) {
          if (stop.signal.aborted) {
            message.nak();
            continue;
          }
          if (missing > 0) requested--;
          missing--;
          const done: Promise<void> = work(message).then(() => ended(inProgress, done));
          inProgress.add(done);
        }
      } catch (error) {
        if (isGone(error)) failure ??= { error };
        else {
          logger.info({ err: error, queue: name }, "a request for work is repeated");
          await pause(RESTART_MS, stop.signal);
        }
      } finally {
        requested -= Math.max(0, missing);
        ended(requests, messages);
      }
    };
    try {
      while (!stop.signal.aborted && failure === undefined) {
        const free = concurrency - inProgress.size - requested;
        if (free > 0 && (requested === 0 || free * 2 >= concurrency)) {
          const messages = await consumer.fetch({ max_messages: free, expires: REQUEST_MS, idle_heartbeat });
          requested += free;
          requests.add(messages);
          void receive(free, messages);
          if (stop.signal.aborted) messages.stop();
        } else {
          await change();
        }
      }
    } finally {
      for (const messages of requests) messages.stop();
      while (requests.size > 0) await change();
    }
    if (failure !== undefined) throw failure.error;
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        const consumer = await open();
        problem = undefined;
        await follow(consumer);
      } catch (error) {
        problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
        logger.error({ err: error, queue: name }, "queue");
      }
      await pause(RESTART_MS, stop.signal);
    }
    await Promise.all(inProgress);
  };
  const running = run();
  return {
    check: () => problem ?? "ok",
    stop: async () => {
      stop.abort();
      for (const messages of requests) messages.stop();
      await running;
    },
  };
}
