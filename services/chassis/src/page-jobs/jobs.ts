import type { JsMsg } from "@nats-io/jetstream";
import {
  copyJobSubject,
  type LinkId,
  PAGE_JOBS,
  type PageJobKind,
  pageJobSubject,
  type UserId,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import type { QueueWorker } from "../queue/consume.ts";
import type { HandlerResult } from "../queue/handler-result.ts";
import { type JobWorkerOptions, openJobQueue } from "../queue/jobs.ts";

export interface PageJob {
  readonly kind: PageJobKind;
  readonly userId: UserId;
  readonly linkId: LinkId;
  /** When it was submitted. */
  readonly requestedAt: Date;
  /** Its details, as submitted; undefined for jobs without any. */
  readonly details: unknown;
}

/** A version of a link's copy that is to be made: its details name it. */
interface CopyJob extends Pick<PageJob, "userId" | "linkId"> {
  readonly details: { readonly version: string; readonly [detail: string]: unknown };
}

/** Jobs of which the newest alone counts: what it has is newer than what those before it have. */
type ReplacedKind = "pictures" | "background-pictures" | "gather" | "requested-gather" | "background-gather";

export interface PageWorkerOptions extends Omit<JobWorkerOptions, "name" | "filters" | "handle"> {
  readonly kind: PageJobKind;
  /** Further kinds of jobs that are done the same way. */
  readonly also?: readonly PageJobKind[];
  readonly handle: (job: PageJob) => Promise<HandlerResult>;
}

export interface PageJobs {
  /** Submits a job. @returns false where the same job waits already or is in progress */
  submit(job: Pick<PageJob, "kind" | "userId" | "linkId">): Promise<boolean>;
  /**
   * Submits a job, and replaces the same job that waits or is in progress: the pictures of a link that was described
   * again, and the parts of a page that was fetched again. @param details JSON
   */
  submitInstead(job: Omit<PageJob, "requestedAt" | "kind"> & { readonly kind: ReplacedKind }): Promise<void>;
  /**
   * Submits the job that makes a version of a copy. It replaces none of another version: what was sent or mailed is
   * nowhere else. The same version is made once. @param details JSON
   */
  submitCopy(job: CopyJob): Promise<void>;
  work(options: PageWorkerOptions): QueueWorker;
}

/**
 * Opens the queue of background work on pages, which is not worth an event. The server accepts one message of a subject, so
 * jobs are unique.
 */
export async function openPageJobs(bus: Bus): Promise<PageJobs> {
  const queue = await openJobQueue(bus, {
    stream: PAGE_JOBS,
    subject: pageJobSubject("*", "*", "*"),
    perSubject: 1,
  });
  return {
    submit: ({ kind, userId, linkId }) => queue.submit(pageJobSubject(kind, userId, linkId), ""),
    submitInstead: ({ kind, userId, linkId, details }) =>
      queue.replace(pageJobSubject(kind, userId, linkId), JSON.stringify(details)),
    submitCopy: async ({ userId, linkId, details }) => {
      await queue.submit(copyJobSubject(userId, linkId, details.version), JSON.stringify(details));
    },
    work: ({ kind, also = [], handle, ...options }) =>
      queue.work({
        ...options,
        name: `pages-${kind}`,
        filters: [kind, ...also].map((one) => pageJobSubject(one, "*", "*")),
        handle: (message) => handle(jobOf(message)),
      }),
  };
}

function jobOf({ subject, time, data }: JsMsg): PageJob {
  const [, kind, userId, target = ""] = subject.split(".");
  const [linkId] = target.split("_");
  const details: unknown = data.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(data));
  return { kind: kind as PageJobKind, userId: userId as UserId, linkId: linkId as LinkId, requestedAt: time, details };
}
