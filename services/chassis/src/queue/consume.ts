import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import type { Logger } from "../logging.ts";
import { pause } from "../pause.ts";

export interface ConsumeOptions {
  /** Name of the durable consumer, and of the queue in log lines. */
  readonly name: string;
  readonly logger: Logger;
  /** Messages worked on at the same time in this process. */
  readonly concurrency: number;
  /** Milliseconds after which a silent worker's message is redelivered; work in progress is not silent. */
  readonly silentMs: number;
  /** Creates the durable consumer, or updates the existing one. */
  readonly open: () => Promise<Consumer>;
  /**
   * Works on one message and answers it: ack, nak or term. `signal` asks it to stop. A message whose answer fails is
   * redelivered after `silentMs`.
   */
  readonly handle: (message: JsMsg, signal: AbortSignal) => Promise<void>;
}

export interface QueueWorker {
  /** `ok`, or the fault. */
  check(): string;
  /** Takes no further work and finishes its messages. */
  stop(): Promise<void>;
}

/**
 * Each worker requests one message, and the client requests the next when the iterator does: a message fetched ahead
 * would wait here while another replica is idle. A request waits at the server for `expires` ms. It is lost when the
 * consumer's leader changes: after two missing heartbeats the client repeats it.
 */
const REQUEST = { max_messages: 1, expires: 60_000, idle_heartbeat: 5000, abort_on_missing_resource: true };

const RESTART_MS = 1000;

/** Works on a durable consumer until it is stopped. */
export function consume({ name, logger, concurrency, silentMs, open, handle }: ConsumeOptions): QueueWorker {
  const stop = new AbortController();
  const requests = new Set<ConsumerMessages>();
  let problem: string | undefined = "starting";

  const work = async (message: JsMsg): Promise<void> => {
    // Work in progress sends heartbeats, so that `silentMs` can be short and a killed worker's message is soon
    // redelivered.
    const heartbeat = setInterval(() => message.working(), silentMs / 3);
    try {
      await handle(message, stop.signal);
    } catch (err) {
      logger.error({ err, queue: name, sequence: message.seq }, "a message is not answered");
    } finally {
      clearInterval(heartbeat);
    }
  };
  const follow = async (consumer: Consumer): Promise<void> => {
    const messages = await consumer.consume(REQUEST);
    requests.add(messages);
    if (stop.signal.aborted) messages.stop();
    try {
      for await (const message of messages) {
        if (stop.signal.aborted) message.nak();
        else await work(message);
      }
    } finally {
      // When one request fails, all are made again, one at a time.
      requests.delete(messages);
      for (const other of requests) other.stop();
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        const consumer = await open();
        problem = undefined;
        const workers = await Promise.allSettled(Array.from({ length: concurrency }, () => follow(consumer)));
        for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
      } catch (error) {
        problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
        logger.error({ err: error, queue: name }, "queue");
      }
      await pause(RESTART_MS, stop.signal);
    }
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
