import { DiscardPolicy, JetStreamApiError, type JsMsg, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import type { Streams } from "../bus/connect.ts";
import { correlationOptions } from "../bus/headers.ts";
import { overwriteMessage, overwriteMessages } from "../bus/overwrite.ts";
import { ensureStream } from "../bus/streams.ts";
import { correlationFromHeaders, withCorrelation } from "../correlation.ts";
import type { Logger } from "../logging.ts";
import { withSpan } from "../tracing/tracing.ts";
import { attempt } from "./attempt.ts";
import { consume, type QueueWorker } from "./consume.ts";
import { type Deferrals, openDeferrals } from "./deferrals.ts";
import { openDurable } from "./durable.ts";
import { createFaultDelays } from "./fault-delays.ts";
import { type HandlerResult, MAX_UNACKNOWLEDGED } from "./handler-result.ts";
import { watchQueue } from "./watch.ts";

interface JobQueueOptions {
  readonly stream: string;
  /** The subjects of its jobs, with wildcards. */
  readonly subject: string;
  /** Jobs of one subject that may wait or be in progress; the server refuses more. */
  readonly perSubject: number;
}

export interface JobWorkerOptions {
  /** Name of the durable consumer, and of the queue in log lines and metrics. */
  readonly name: string;
  /** The subjects to work on; default all of the queue's. */
  readonly filters?: readonly string[];
  readonly logger: Logger;
  /** Jobs in progress at a time in this process. */
  readonly concurrency: number;
  /** Milliseconds without a heartbeat after which a job is redelivered; work in progress sends heartbeats. */
  readonly silentMs: number;
  /** Milliseconds before a job is retried after an error. */
  readonly backoffMs: number;
  /** Attempts before a job is dropped, because it ends processes or always fails; default no limit. */
  readonly attempts?: number;
  /** Jobs that are delivered and not done at a time, deferred ones included; default {@link MAX_UNACKNOWLEDGED}. */
  readonly maxUnacknowledged?: number;
  /** Does one job. `signal` asks it to stop: another worker continues. */
  readonly handle: (message: JsMsg, signal: AbortSignal) => Promise<HandlerResult>;
}

/** Jobs that are done once, by any replica, and then removed. */
interface JobQueue {
  /**
   * @param id a job that is submitted again with the same id, within the stream's duplicate window, is the same job
   * @returns false where the subject is full
   */
  submit(subject: string, payload: string, id?: string): Promise<boolean>;
  /** Submits a job in place of the subject's others, which wait or are in progress: the end of those does not end it. */
  replace(subject: string, payload: string): Promise<void>;
  work(options: JobWorkerOptions): QueueWorker;
}

/**
 * Opens a queue of jobs: a stream of its own, for work that is not worth an event. A job is acknowledged after it is
 * done, so a killed worker loses none.
 */
export async function openJobQueue(bus: Streams, { stream, subject, perSubject }: JobQueueOptions): Promise<JobQueue> {
  const { js, jsm } = bus;
  const config = {
    name: stream,
    subjects: [subject],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: perSubject,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  };
  await ensureStream(bus, config);

  const submit: JobQueue["submit"] = async (subject, payload, id) => {
    try {
      await js.publish(subject, payload, { ...correlationOptions(), ...(id === undefined ? {} : { msgID: id }) });
      return true;
    } catch (error) {
      if (isFull(error)) return false;
      throw error;
    }
  };
  return {
    submit,
    replace: async (subject, payload) => {
      // Another replica may submit one after the removal, so both are repeated.
      while (!(await submit(subject, payload))) await overwriteMessages(jsm, stream, subject);
    },
    work: (options) => {
      const { name, logger, filters, silentMs, attempts } = options;
      let deferrals: Deferrals | undefined;
      const faultDelays = createFaultDelays();
      const unwatch = watchQueue({ jsm, stream, name, subjects: filters ?? [subject] });
      const worker = consume({
        ...options,
        copies: bus.copies,
        open: async () => {
          if (attempts !== undefined) deferrals ??= await openDeferrals(bus, name);
          return openDurable(js, jsm, {
            stream,
            name,
            subjects: filters ?? [],
            silentMs,
            maxUnacknowledged: options.maxUnacknowledged ?? MAX_UNACKNOWLEDGED,
          });
        },
        handle: async (message, signal, repeated) => {
          const end = async (): Promise<void> => {
            // Removed before it is acknowledged: acknowledging alone leaves its content on the disk. What is gone is not
            // redelivered, so the acknowledgement may be lost.
            await overwriteMessage(jsm, stream, message.seq);
            message.ack();
          };
          await attempt({ name, logger, attempts, backoffMs: [options.backoffMs], deferrals, faultDelays }, message, {
            handle: () => {
              const correlation = correlationFromHeaders((field) => message.headers?.get(field) || undefined);
              return withCorrelation(correlation, () =>
                withSpan(name, { kind: "consumer" }, () => options.handle(message, signal)),
              );
            },
            repeated,
            end,
            giveUp: end,
          });
        },
      });
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

/** Whether the server refused a message because the subject is full. */
const isFull = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.message.includes("maximum messages per subject exceeded");
