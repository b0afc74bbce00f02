import { type JsMsg, jetstreamManager } from "@nats-io/jetstream";
import {
  type LinkId,
  PAGE_JOBS,
  type PageJobKind,
  pageJobKinds,
  pageJobSubject,
  type UserId,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteMessages } from "../bus/overwrite.ts";
import type { Logger } from "../logging.ts";
import { queueItems } from "../operations/metrics.ts";
import { type LineWorker, openLine } from "../queue/line.ts";
import type { Handling } from "../queue/worker.ts";

/** Something to be done about a link's page. */
export interface PageJob {
  readonly kind: PageJobKind;
  readonly userId: UserId;
  readonly linkId: LinkId;
  /** When it was submitted. */
  readonly askedAt: Date;
  /** What it says beyond its kind and link, as it was submitted; undefined for jobs that say nothing more. */
  readonly details: unknown;
}

export interface PageWorkerOptions {
  readonly kind: PageJobKind;
  readonly logger: Logger;
  /** Jobs done at the same time in this process. */
  readonly concurrency: number;
  /** Milliseconds after which a job whose worker fell silent goes to another. */
  readonly silentMs: number;
  /** Milliseconds before a job comes back whose work threw. */
  readonly backoffMs: number;
  /** Times that a job is handed out before it is dropped: its work ends processes, or throws whatever is done. */
  readonly deliveries: number;
  readonly handle: (job: PageJob) => Promise<Handling>;
}

/** The queue of what is to be done about pages. */
export interface PageJobs {
  /** Submits a job. @returns false where the same one waits already, or is being done */
  submit(job: Pick<PageJob, "kind" | "userId" | "linkId">): Promise<boolean>;
  /** Submits a job in the place of the same one that waits, or is being done. @param details JSON */
  submitInstead(job: Omit<PageJob, "askedAt">): Promise<void>;
  work(options: PageWorkerOptions): LineWorker;
}

/**
 * Opens the queue: what is done every week to every link is no fact worth keeping in the journal. The server takes no second
 * message of a subject, so asking twice is asking once.
 */
export async function openPageJobs(bus: Bus): Promise<PageJobs> {
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000, checkAPI: false });
  const line = await openLine(bus, {
    stream: PAGE_JOBS,
    subjects: pageJobKinds.map((kind) => pageJobSubject(kind, "*", "*")),
    perSubject: 1,
  });
  return {
    submit: ({ kind, userId, linkId }) => line.submit(pageJobSubject(kind, userId, linkId), ""),
    submitInstead: async ({ kind, userId, linkId, details }) => {
      const subject = pageJobSubject(kind, userId, linkId);
      // Another replica may submit between the two.
      for (;;) {
        if (await line.submit(subject, JSON.stringify(details))) return;
        await overwriteMessages(jsm, PAGE_JOBS, subject);
      }
    },
    work: ({ kind, deliveries, handle, ...options }) => {
      const queue = `pages-${kind}`;
      return line.work({
        ...options,
        name: queue,
        filter: pageJobSubject(kind, "*", "*"),
        handle: async (message) => {
          const job = jobOf(message);
          const { deliveryCount } = message.info;
          if (job === undefined || deliveryCount > deliveries) {
            options.logger.error({ deliveryCount, subject: message.subject }, "a page job is dropped");
            queueItems.inc({ queue, outcome: "dead" });
            return "done";
          }
          const handling = await handle(job);
          if (handling === "done") {
            queueItems.inc({ queue, outcome: "done" });
            return "done";
          }
          const isRetry = "retryIn" in handling;
          queueItems.inc({ queue, outcome: isRetry ? "retried" : "put-off" });
          return { againIn: isRetry ? handling.retryIn : handling.putOffFor };
        },
      });
    },
  };
}

/** What a message says; undefined where it is none of ours. */
function jobOf({ subject, time, data }: JsMsg): PageJob | undefined {
  const [, kind, userId, linkId] = subject.split(".");
  if (!pageJobKinds.includes(kind as PageJobKind)) return undefined;
  const details: unknown = data.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(data));
  return { kind: kind as PageJobKind, userId: userId as UserId, linkId: linkId as LinkId, askedAt: time, details };
}
