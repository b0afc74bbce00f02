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
  type LinkId,
  PAGE_JOBS,
  type PageJobKind,
  pageJobKinds,
  pageJobSubject,
  type UserId,
} from "@satchel/contracts";
import type { Bus } from "../bus/connect.ts";
import { overwriteMessage } from "../bus/overwrite.ts";
import type { Logger } from "../logging.ts";
import { queueItems } from "../operations/metrics.ts";
import { pause } from "../pause.ts";
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

export interface PageWorker {
  /** `ok`, or what is the matter. */
  check(): string;
  /** Takes no further job and finishes those in hand. */
  stop(): Promise<void>;
}

/** The line of pages that are to be described anew or looked after. */
export interface PageJobs {
  /** Lays a job into the line. @returns false where the same one waits there already, or is being done */
  submit(job: Omit<PageJob, "askedAt">): Promise<boolean>;
  work(options: PageWorkerOptions): PageWorker;
}

const POLL_MS = 10_000;
const RETRY_MS = 2000;

/** Jobs that wait for their next try, up to a day, before no others are handed out. */
const WAITING = 100_000;

/**
 * Opens the line: a stream of its own, because what is done every week to every link is no fact worth keeping for ever. Its
 * messages are empty, the subject says all. The server takes no second one of a subject, so asking twice is asking once.
 */
export async function openPageJobs(bus: Bus): Promise<PageJobs> {
  const js = jetstream(bus.nc, { timeout: 5000 });
  const jsm = await jetstreamManager(bus.nc, { timeout: 5000 });
  await jsm.streams.add({
    name: PAGE_JOBS,
    subjects: pageJobKinds.map((kind) => pageJobSubject(kind, "*", "*")),
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.New,
    discard_new_per_subject: true,
  });

  const consumerFor = async ({ kind, silentMs }: PageWorkerOptions): Promise<Consumer> => {
    const name = `pages-${kind}`;
    await jsm.consumers.add(PAGE_JOBS, {
      durable_name: name,
      filter_subject: pageJobSubject(kind, "*", "*"),
      ack_policy: AckPolicy.Explicit,
      ack_wait: silentMs * 1_000_000,
      max_deliver: -1,
      max_ack_pending: WAITING,
    });
    return js.consumers.get(PAGE_JOBS, name);
  };

  return {
    submit: async ({ kind, userId, linkId }) => {
      try {
        await js.publish(pageJobSubject(kind, userId, linkId), "");
        return true;
      } catch (error) {
        if (isWaiting(error)) return false;
        throw error;
      }
    },

    work: (options) => {
      const { kind, logger, concurrency } = options;
      const stop = new AbortController();
      const open = new Set<ConsumerMessages>();
      let problem: string | undefined = "starting";
      // One at a time is asked for: one fetched ahead would wait for a slow page, and pass for its worker's silence.
      const take = async (consumer: Consumer): Promise<void> => {
        const messages = await consumer.fetch({ max_messages: 1, expires: POLL_MS });
        open.add(messages);
        if (stop.signal.aborted) messages.stop();
        try {
          for await (const message of messages) {
            if (stop.signal.aborted) message.nak();
            else await workOff(options, message, () => overwriteMessage(jsm, PAGE_JOBS, message.seq));
          }
        } finally {
          open.delete(messages);
        }
      };
      const run = async (): Promise<void> => {
        while (!stop.signal.aborted) {
          try {
            const consumer = await consumerFor(options);
            problem = undefined;
            while (!stop.signal.aborted) await take(consumer);
          } catch (error) {
            problem = `failing: ${error instanceof Error ? error.message : String(error)}`;
            logger.error({ err: error, kind }, "page jobs");
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

async function workOff(options: PageWorkerOptions, message: JsMsg, forget: () => Promise<void>): Promise<void> {
  const { kind, logger, silentMs, backoffMs, deliveries, handle } = options;
  const alive = setInterval(() => message.working(), silentMs / 3);
  const queue = `pages-${kind}`;
  const deliveryCount = message.info.deliveryCount;
  const end = async (outcome: string): Promise<void> => {
    queueItems.inc({ queue, outcome });
    // Removed before it is acknowledged: acknowledging alone leaves the ids on the disk.
    await forget();
    message.ack();
  };
  try {
    const job = jobOf(message);
    if (job === undefined || deliveryCount > deliveries) {
      logger.error({ deliveryCount, subject: message.subject }, "a page job is dropped");
      await end("dead");
      return;
    }
    const handling = await handle(job);
    if (handling === "done") await end("done");
    else {
      message.nak("retryIn" in handling ? handling.retryIn : handling.putOffFor);
      queueItems.inc({ queue, outcome: "retryIn" in handling ? "retried" : "put-off" });
    }
  } catch (err) {
    logger.error({ err, kind, deliveryCount }, "a page job failed");
    message.nak(backoffMs);
  } finally {
    clearInterval(alive);
  }
}

/** What a message's subject says; undefined where it is none of ours. */
function jobOf({ subject, time }: JsMsg): PageJob | undefined {
  const [, kind, userId, linkId] = subject.split(".");
  if (!pageJobKinds.includes(kind as PageJobKind)) return undefined;
  return { kind: kind as PageJobKind, userId: userId as UserId, linkId: linkId as LinkId, askedAt: time };
}

const isWaiting = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.message.includes("maximum messages per subject exceeded");
