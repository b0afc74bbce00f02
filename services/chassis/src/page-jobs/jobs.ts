import type { JsMsg } from "@nats-io/jetstream";
import {
  type LinkId,
  PAGE_JOBS,
  type PageJobKind,
  pageJobKinds,
  pageJobSubject,
  type UserId,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { Logger } from "../logging.ts";
import { queueItems } from "../operations/metrics.ts";
import { type LineWorker, openLine } from "../queue/line.ts";
import type { Handling } from "../queue/worker.ts";

/** One page that is to be described anew, or looked after. */
export interface PageJob {
  readonly kind: PageJobKind;
  readonly userId: UserId;
  readonly linkId: LinkId;
  /** When it was laid into the line. */
  readonly askedAt: Date;
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

/** The line of pages that are to be described anew or looked after. */
export interface PageJobs {
  /** Lays a job into the line. @returns false where the same one waits there already, or is being done */
  submit(job: Omit<PageJob, "askedAt">): Promise<boolean>;
  work(options: PageWorkerOptions): LineWorker;
}

/**
 * Opens the line: what is done every week to every link is no fact worth keeping for ever. Its messages are empty, the
 * subject says all. The server takes no second one of a subject, so asking twice is asking once.
 */
export async function openPageJobs(bus: Bus): Promise<PageJobs> {
  const line = await openLine(bus, {
    stream: PAGE_JOBS,
    subjects: pageJobKinds.map((kind) => pageJobSubject(kind, "*", "*")),
    perSubject: 1,
  });
  return {
    submit: ({ kind, userId, linkId }) => line.submit(pageJobSubject(kind, userId, linkId), ""),
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

/** What a message's subject says; undefined where it is none of ours. */
function jobOf({ subject, time }: JsMsg): PageJob | undefined {
  const [, kind, userId, linkId] = subject.split(".");
  if (!pageJobKinds.includes(kind as PageJobKind)) return undefined;
  return { kind: kind as PageJobKind, userId: userId as UserId, linkId: linkId as LinkId, askedAt: time };
}
