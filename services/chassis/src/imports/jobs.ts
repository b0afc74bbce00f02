import {
  IMPORT_JOBS,
  type ImportFormat,
  importJobsSubject,
  IMPORTS_AT_ONCE,
  laterTexts,
  SatchelError,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { QueueWorker } from "../queue/consume.ts";
import { type JobWorkerOptions, openJobQueue } from "../queue/jobs.ts";
import type { ImportKey } from "./files.ts";

/** One import, as a job of the queue. */
export interface ImportJob extends ImportKey {
  readonly name: string;
  readonly bytes: number;
  readonly format: ImportFormat;
  /** When it was requested, ISO 8601. */
  readonly startedAt: string;
}

interface ImportWorkerOptions extends Pick<JobWorkerOptions, "logger" | "concurrency" | "silentMs"> {
  /**
   * Does one import. `attempt` counts from 1; earlier attempts threw, waited, or their worker died. `signal` asks it to
   * stop: another worker continues.
   * @returns whether it is done; else it is delivered again at once, or after so many milliseconds
   */
  readonly handle: (
    job: ImportJob,
    attempt: number,
    signal: AbortSignal,
  ) => Promise<boolean | { readonly deferFor: number }>;
}

/** The queue of imports. */
export interface ImportJobs {
  /**
   * Submits a job. One that was submitted already is not submitted again.
   * @throws {SatchelError} `limited` when {@link IMPORTS_AT_ONCE} of the user's wait or run already
   */
  submit(job: ImportJob): Promise<void>;
  work(options: ImportWorkerOptions): QueueWorker;
}

const NAME = "links-imports";
const BACKOFF_MS = 2000;
const SECONDS_TO_RETRY = 10;

/**
 * Opens the queue of imports. It is a stream of its own, because a consumer of the journal would have to skip the events of
 * all links. The server enforces the limit for each user, also for parallel requests.
 */
export async function openImportJobs(bus: Bus): Promise<ImportJobs> {
  const queue = await openJobQueue(bus, {
    stream: IMPORT_JOBS,
    subject: importJobsSubject("*"),
    perSubject: IMPORTS_AT_ONCE,
  });
  return {
    submit: async (job) => {
      const isTaken = await queue.submit(importJobsSubject(job.userId), JSON.stringify(job), job.importId);
      if (!isTaken) throw new SatchelError("limited", laterTexts.imports.tooMany, { retryAfter: SECONDS_TO_RETRY });
    },
    work: ({ handle, ...options }) =>
      queue.work({
        ...options,
        name: NAME,
        backoffMs: BACKOFF_MS,
        handle: async (message, signal) => {
          const result = await handle(message.json<ImportJob>(), message.info.deliveryCount, signal);
          if (typeof result === "object") return result;
          return result ? "done" : { retryIn: 0 };
        },
      }),
  };
}
