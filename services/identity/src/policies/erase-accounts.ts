import {
  type HandlerResult,
  type Journal,
  type Logger,
  type QueueWorker,
  type StoredEvent,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects, rootSubjects } from "@satchel/contracts";
import type { Claims } from "../accounts/claims.ts";
import type { Suspension } from "../accounts/suspension.ts";
import { ERASURE_REPEATS_MS } from "../limits.ts";
import type { Eraser } from "../accounts/eraser.ts";

interface ErasureQueueOptions {
  readonly journal: Journal;
  readonly eraser: Eraser;
  readonly claims: Claims;
  readonly suspension: Pick<Suspension, "endAccess">;
  readonly clock: () => number;
  readonly logger: Logger;
  /** Ages of an erasure, in milliseconds, at which it is repeated. */
  readonly repeatAtMs?: readonly number[];
}

/** Erasures in progress at a time: the server overwrites one message after the other anyway. */
const AT_ONCE = 2;
/** Milliseconds after which a killed worker's erasure is redelivered. */
const SILENT_MS = 3000;
/** Milliseconds before a failed erasure is retried, without a limit on retries: users were promised it. */
const BACKOFF_MS = [500, 2000, 10_000, 30_000];

/**
 * Starts the queue that completes commands in the background: it erases the events of closed accounts, releases the
 * claims of removed addresses, and ends what is open of suspended accounts.
 */
export const startErasureQueue = ({
  journal,
  logger,
  repeatAtMs = ERASURE_REPEATS_MS,
  ...deps
}: ErasureQueueOptions): Promise<QueueWorker> =>
  workQueue({
    journal,
    logger,
    name: "identity-erasures",
    subjects: [...rootSubjects("identity"), ...contextSubjects("identity")],
    concurrency: AT_ONCE,
    silentMs: SILENT_MS,
    backoffMs: BACKOFF_MS,
    handle: (event) => complete({ ...deps, repeatAtMs }, event),
  });

/**
 * Erases an account now, and again at {@link ERASURE_REPEATS_MS}: work in progress (a page, a mail, a command) may append
 * events. The next time is computed from the age of the event, because a restart redelivers the event early.
 */
async function complete(
  {
    eraser,
    claims,
    suspension,
    clock,
    repeatAtMs,
  }: Pick<Required<ErasureQueueOptions>, "eraser" | "claims" | "suspension" | "clock" | "repeatAtMs">,
  { type, at, id, time }: StoredEvent,
): Promise<HandlerResult> {
  if (at.kind !== "aggregate") return "done";
  if (type === "SenderAddressRemoved" && at.aggregateId !== undefined) {
    await claims.releaseRemoved(at.userId, at.aggregateId, id);
  }
  if (type === "AccountSuspended") await suspension.endAccess(at.userId);
  if (type !== "UserErased") return "done";
  const age = clock() - time.getTime();
  await eraser.erase(at.userId);
  const next = repeatAtMs.find((repeat) => repeat > age);
  return next === undefined ? "done" : { retryIn: next - age };
}
