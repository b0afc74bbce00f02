import { DEAD_LETTERS, type DeadLetter, JOURNAL, RETRIES, retrySubject } from "@satchel/contracts";
import { isTransient } from "../faults.ts";
import { decodeEvent, NewerEvent, type StoredEvent } from "../journal/envelope.ts";
import { queueItems } from "../operations/metrics.ts";
import type { QueueWorker } from "./consume.ts";
import { causedBy } from "./caused-by.ts";
import type { HandlerResult } from "./handler-result.ts";
import { openJobQueue } from "./jobs.ts";
import type { QueueOptions } from "./queue-options.ts";

/**
 * Retries dead letters for an operator. A letter is removed when its work is done; after another failure, a new letter
 * with the new reason takes its place. Queues that never give up have none.
 */
export async function handleRetries(options: QueueOptions): Promise<QueueWorker | undefined> {
  const { journal, logger, name, attempts, silentMs, backoffMs } = options;
  if (attempts === undefined) return undefined;
  const jobs = await openJobQueue(journal, { stream: RETRIES, subject: retrySubject("*", "*"), perSubject: 1 });
  return jobs.work({
    name: `${name}-retries`,
    filters: [retrySubject(name, "*")],
    logger,
    concurrency: 1,
    silentMs,
    backoffMs: backoffMs[0] ?? 1000,
    handle: ({ subject, time }) => retry(options, Number(subject.split(".").at(-1)), time),
  });
}

async function retry(options: QueueOptions, seq: number, requestedAt: Date): Promise<HandlerResult> {
  const { journal, logger, name } = options;
  const stored = await journal.jsm.streams.getMessage(DEAD_LETTERS, { seq });
  // It was discarded, or another worker has handled it.
  if (stored === null) return "done";
  const letter = stored.json<DeadLetter>();
  try {
    const message = await journal.jsm.streams.getMessage(JOURNAL, { seq: letter.sequence });
    // null: the event was erased meanwhile.
    const result = message === null ? "done" : await handle(options, decodeEvent(message), requestedAt);
    if (result !== "done") return result;
    queueItems.inc({ queue: name, outcome: "done" });
  } catch (error) {
    // The queue of retries waits for both.
    if (error instanceof NewerEvent || isTransient(error)) throw error;
    logger.error({ err: error, queue: name, sequence: letter.sequence }, "work failed again");
    const reason = error instanceof Error ? error.message : String(error);
    const next: DeadLetter = { ...letter, attempts: letter.attempts + 1, reason };
    await journal.js.publish(stored.subject, JSON.stringify(next), {
      msgID: `${name}.${letter.sequence}.${seq}`,
    });
    queueItems.inc({ queue: name, outcome: "dead" });
  }
  await journal.jsm.streams.deleteMessage(DEAD_LETTERS, seq);
  return "done";
}

const handle = (options: QueueOptions, event: StoredEvent, requestedAt: Date): Promise<HandlerResult> =>
  causedBy(event, options.name, {}, () =>
    options.again === undefined ? options.handle(event, 1) : options.again(event, requestedAt),
  );
