import type { Consumer, ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import type { Logger } from "../logging.ts";
import { pause } from "../pause.ts";

export interface ConsumeOptions {
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
 * would wait here while another replica is idle. A request waits at the server for `expires` ms.
 */
const REQUEST = { max_messages: 1, expires: 60_000, abort_on_missing_resource: true };

/**
 * Milliseconds between the server's heartbeats for an idle request; after two missing ones the client repeats it. When the
 * consumer's leader changes, which needs several copies of the stream, a request is lost although its connection holds. With
 * one copy, the heartbeats of all workers would be much of the work of an idle system.
 */
const HEARTBEAT_MS = { oneCopy: 20_000, copies: 5000 } as const;

const RESTART_MS = 1000;

/** Works on a durable consumer until it is stopped. */
export function consume(options: ConsumeOptions): QueueWorker {
  const { name, logger, concurrency, copies, silentMs, open, handle } = options;
  const request = { ...REQUEST, idle_heartbeat: copies === 1 ? HEARTBEAT_MS.oneCopy : HEARTBEAT_MS.copies };
  const stop = new AbortController();
  const requests = new Set<ConsumerMessages>();
  let problem: string | undefined = "starting";

  const work = async (message: JsMsg): Promise<void> => {
    // With heartbeats, `silentMs` can be short, so that the message of a killed worker is soon redelivered.
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
    const messages = await consumer.consume(request);
    requests.add(messages);
    if (stop.signal.aborted) messages.stop();
    try {
      for await (const message of messages) {
        if (stop.signal.aborted) message.nak();
        else await work(message);
      }
    } finally {
      // When one request fails, the others end after their message, and all are made again.
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
