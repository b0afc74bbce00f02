import {
  type HandlerResult,
  type Journal,
  type Logger,
  type QueueWorker,
  type StoredEvent,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects, ERASURE_REPEATS_MS, rootSubjects } from "@satchel/contracts";
import type { Claims } from "../accounts/claims.ts";
import type { Suspension } from "../accounts/suspension.ts";
import type { Eraser } from "../accounts/eraser.ts";

interface ErasureQueueOptions {
  readonly journal: Journal;
  readonly eraser: Eraser;
  readonly claims: Claims;
  readonly suspension: Pick<Suspension, "endAccess">;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Erasures in progress at a time: the server overwrites one message after the other anyway. */
const AT_ONCE = 2;
/** Milliseconds after which a killed worker's erasure is redelivered. */
const SILENT_MS = 3000;
/** Milliseconds after which an erasure that a stop ended is continued, by another process or the next. */
const STOPPED_MS = 500;
/** Milliseconds before a failed erasure is retried, without a limit on retries: users were promised it. */
const BACKOFF_MS = [500, 2000, 10_000, 30_000];

const QUEUE = { concurrency: AT_ONCE, silentMs: SILENT_MS, backoffMs: BACKOFF_MS };

/**
 * Starts the queues that complete commands in the background. One erases the events of closed accounts. The other releases
 * the claims of removed addresses, and ends what is open of suspended accounts. They are two, because a consumer can't have
 * the subjects of both (see `openDurable`).
 */
export async function startErasureQueues({
  journal,
  logger,
  claims,
  suspension,
  ...deps
}: ErasureQueueOptions): Promise<QueueWorker[]> {
  const stopping = new AbortController();
  const [erasing, completing] = await Promise.all([
    workQueue({
      ...QUEUE,
      journal,
      logger,
      name: "identity-erase",
      subjects: rootSubjects("identity"),
      handle: (event) => complete(deps, event, stopping.signal),
    }),
    workQueue({
      ...QUEUE,
      journal,
      logger,
      name: "identity-completions",
      subjects: contextSubjects("identity"),
      handle: async ({ type, at, id }) => {
        if (at.kind !== "aggregate" || at.aggregateId === undefined) return "done";
        if (type === "SenderAddressRemoved") await claims.releaseRemoved(at.userId, at.aggregateId, id);
        if (type === "AccountSuspended") await suspension.endAccess(at.userId);
        return "done";
      },
    }),
  ]);
  // Erasing many links takes minutes. A stop does not wait for that.
  const stop = (): Promise<void> => {
    stopping.abort();
    return erasing.stop();
  };
  return [{ ...erasing, stop }, completing];
}

/**
 * Erases an account now, and again at {@link ERASURE_REPEATS_MS}: work in progress (a page, a mail, a command) may append
 * events. The next time is computed from the age of the event, because a restart redelivers the event early.
 */
async function complete(
  { eraser, clock }: Pick<ErasureQueueOptions, "eraser" | "clock">,
  { type, at, time }: StoredEvent,
  stopping: AbortSignal,
): Promise<HandlerResult> {
  if (at.kind !== "aggregate") return "done";
  if (type !== "UserErased") return "done";
  const age = clock() - time.getTime();
  try {
    await eraser.erase(at.userId, stopping);
  } catch (error) {
    if (error === stopping.reason) return { deferFor: STOPPED_MS };
    throw error;
  }
  const next = ERASURE_REPEATS_MS.find((repeat) => repeat > age);
  return next === undefined ? "done" : { retryIn: next - age };
}
