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
import {
  IMPORT_JOBS,
  type ImportFormat,
  IMPORTS_AT_ONCE,
  importJobsSubject,
  SatchelError,
  texts,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteMessage } from "../bus/overwrite.ts";
import type { Logger } from "../logging.ts";
import { pause } from "../pause.ts";
import type { ImportKey } from "./files.ts";

/** One import that is to be done: all that doing it takes. */
export interface ImportJob extends ImportKey {
  readonly name: string;
  readonly bytes: number;
  readonly format: ImportFormat;
  /** When it was asked for, ISO 8601. */
  readonly startedAt: string;
}

export interface ImportWorkerOptions {
  readonly logger: Logger;
  /** Imports done at the same time in this process. */
  readonly concurrency: number;
  /** Milliseconds after which an import whose worker fell silent goes to another. */
  readonly silentMs: number;
  /**
   * Does one import. `attempt` counts from 1; those before ended without a word or threw. `signal` asks it to stop where
   * it is: another worker goes on from there.
   * @returns whether it is done, else it comes back
   */
  readonly handle: (job: ImportJob, attempt: number, signal: AbortSignal) => Promise<boolean>;
}

export interface ImportWorker {
  /** `ok`, or what is the matter. */
  check(): string;
  /** Takes no further job, and lays down those in hand for others. */
  stop(): Promise<void>;
}

/** Imports that wait or run. */
export interface ImportJobs {
  /**
   * Lays a job into the line; the same again is the same job.
   * @throws {SatchelError} `limited` when {@link IMPORTS_AT_ONCE} of the user's wait or run already
   */
  submit(job: ImportJob): Promise<void>;
  work(options: ImportWorkerOptions): ImportWorker;
}

const DURABLE = "links-imports";
const POLL_MS = 10_000;
const RETRY_MS = 2000;
const SECONDS_TO_RETRY = 10;

/**
 * Opens the line of imports: a stream of its own, because a consumer of the journal would have to pass over every event
 * of every link to find them. The server itself keeps the limit for each user, so that no two requests slip through.
 */
export async function openImportJobs(bus: Bus): Promise<ImportJobs> {
  const js = jetstream(bus.nc, { timeout: 5000 });
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000 });
  await jsm.streams.add({
    name: IMPORT_JOBS,
    subjects: [importJobsSubject("*")],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: IMPORTS_AT_ONCE,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  });

  const consumerFor = async (silentMs: number): Promise<Consumer> => {
    await jsm.consumers.add(IMPORT_JOBS, {
      durable_name: DURABLE,
      ack_policy: AckPolicy.Explicit,
      ack_wait: silentMs * 1_000_000,
      max_deliver: -1,
    });
    return js.consumers.get(IMPORT_JOBS, DURABLE);
  };

  return {
    submit: async (job) => {
      try {
        await js.publish(importJobsSubject(job.userId), JSON.stringify(job), { msgID: job.importId });
      } catch (error) {
        if (!isFull(error)) throw error;
        throw new SatchelError("limited", texts.imports.tooMany, { retryAfter: SECONDS_TO_RETRY });
      }
    },

    work: ({ logger, concurrency, silentMs, handle }) => {
      const stop = new AbortController();
      const open = new Set<ConsumerMessages>();
      let problem: string | undefined = "starting";

      const attempt = async (message: JsMsg): Promise<void> => {
        // An import takes longer than the wait: it says that it goes on.
        const alive = setInterval(() => message.working(), silentMs / 3);
        try {
          const done = await handle(message.json<ImportJob>(), message.info.deliveryCount, stop.signal);
          if (done) {
            // Acknowledging alone would leave the name of the file on the disk.
            await overwriteMessage(jsm, IMPORT_JOBS, message.seq);
            await message.ackAck();
          } else message.nak();
        } catch (err) {
          logger.error({ err, attempt: message.info.deliveryCount }, "an import failed");
          message.nak(RETRY_MS);
        } finally {
          clearInterval(alive);
        }
      };
      // One at a time is asked for: one fetched ahead would wait for a long import, and pass for its worker's silence.
      const take = async (consumer: Consumer): Promise<void> => {
        const messages = await consumer.fetch({ max_messages: 1, expires: POLL_MS });
        open.add(messages);
        if (stop.signal.aborted) messages.stop();
        try {
          for await (const message of messages) {
            if (stop.signal.aborted) message.nak();
            else await attempt(message);
          }
        } finally {
          open.delete(messages);
        }
      };
      const run = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          try {
            const consumer = await consumerFor(silentMs);
            problem = undefined;
            while (!stop.signal.aborted) await take(consumer);
          } catch (error) {
            problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
            logger.error({ err: error }, "import jobs");
            await pause(RETRY_MS, stop.signal);
          }
        }
      };
      const running = Promise.all(Array.from({ length: concurrency }, run));
      return {
        check: () => problem ?? "ok",
        stop: async () => {
          stop.abort();
          for (const messages of open) messages.stop();
          await running;
        },
      };
    },
  };
}

/** The server's word for {@link IMPORTS_AT_ONCE} messages on the user's subject. */
const isFull = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.message.includes("maximum messages per subject exceeded");
