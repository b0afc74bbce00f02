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
import { REVISITS_MS } from "../limits.ts";
import type { Eraser } from "../accounts/eraser.ts";

export interface FollowOptions {
  readonly journal: Journal;
  readonly eraser: Eraser;
  readonly claims: Claims;
  readonly clock: () => number;
  readonly logger: Logger;
  /** Ages of an erasure, in milliseconds, at which it is repeated. */
  readonly revisitsMs?: readonly number[];
}

/** Erasures in progress at a time: the server overwrites one message after the other anyway. */
const AT_ONCE = 2;
/** Milliseconds after which a killed worker's erasure is redelivered. */
const SILENT_MS = 3000;
/** An erasure is retried without a limit: it was promised. */
const BACKOFF_MS = [500, 2000, 10_000, 30_000];

/**
 * Completes in the background what the commands began: erases the events of closed accounts, and releases the claims of
 * removed addresses.
 */
export const followErasures = ({
  journal,
  logger,
  revisitsMs = REVISITS_MS,
  ...deps
}: FollowOptions): Promise<QueueWorker> =>
  workQueue({
    journal,
    logger,
    name: "identity-erasures",
    subjects: [...rootSubjects("identity"), ...contextSubjects("identity")],
    concurrency: AT_ONCE,
    silentMs: SILENT_MS,
    backoffMs: BACKOFF_MS,
    handle: (event) => complete({ ...deps, revisitsMs }, event),
  });

/**
 * Erases at once, and again when work in progress at that time (a page, a mail, a command) has ended. By the age of the
 * event, not by the number of attempts: a restart redelivers it early.
 */
async function complete(
  { eraser, claims, clock, revisitsMs }: Pick<Required<FollowOptions>, "eraser" | "claims" | "clock" | "revisitsMs">,
  { type, at, id, time }: StoredEvent,
): Promise<HandlerResult> {
  if (at.kind !== "aggregate") return "done";
  if (type === "SenderAddressRemoved" && at.aggregateId !== undefined) {
    await claims.releaseRemoved(at.userId, at.aggregateId, id);
  }
  if (type !== "UserErased") return "done";
  const age = clock() - time.getTime();
  await eraser.erase(at.userId);
  const next = revisitsMs.find((revisit) => revisit > age);
  return next === undefined ? "done" : { retryIn: next - age };
}
