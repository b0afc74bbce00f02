import type { JsMsg } from "@nats-io/jetstream";
import { retryOpen } from "../bus/retry-open.ts";
import { isTransient } from "../faults.ts";
import { NewerEvent } from "../journal/envelope.ts";
import type { Logger } from "../logging.ts";
import { queueItems, redeliveries } from "../operations/metrics.ts";
import type { Deferrals } from "./deferrals.ts";
import type { FaultDelays } from "./fault-delays.ts";
import { type HandlerResult, NEWER_MS } from "./handler-result.ts";

export interface AttemptOptions {
  /** Name of the queue. */
  readonly name: string;
  readonly logger: Logger;
  /** Milliseconds before the second, third, … attempt after a failure; the last one repeats. */
  readonly backoffMs: readonly number[];
  /** Attempts before a message is given up, including those whose process was killed; default no limit. */
  readonly attempts?: number | undefined;
  /** Without it, deferrals count as attempts. */
  readonly deferrals: Deferrals | undefined;
  readonly faultDelays: FaultDelays;
}

/** What one message asks for. */
interface Work {
  /** How often the message was redelivered while it was worked on: no attempts, for that work goes on. */
  readonly repeated: () => number;
  /** @param attempt 1 for the first one */
  readonly handle: (attempt: number) => Promise<HandlerResult>;
  /** Acknowledges the message, whose work is done. */
  readonly end: () => Promise<void> | void;
  /** Ends the message, whose attempts are used up. */
  readonly giveUp: (reason: string, attempts: number) => Promise<void>;
}

/** Milliseconds before a retry, where the queue has no backoff, or where a message could not be given up. */
const BACKOFF_MS = 1000;

/**
 * Attempts the work of one message, and answers the message. A failure is retried after the queue's backoff. A fault of
 * bus or database is no attempt: it is everyone's, passes soon, and says nothing about the work. After one the work is repeated by {@link FaultDelays}.
 * @returns why this version of the program can't do it: a newer one wrote the event
 */
export async function attempt(
  { name, logger, backoffMs, attempts = Number.POSITIVE_INFINITY, deferrals, faultDelays }: AttemptOptions,
  message: JsMsg,
  { repeated, handle, end, giveUp }: Work,
): Promise<string | undefined> {
  const { deliveryCount } = message.info;
  const log = { queue: name, sequence: message.seq };
  if (deliveryCount > 1) redeliveries.inc({ queue: name });
  const deferred = deliveryCount > 1 ? await retryOpen(async () => deferrals?.count(message.seq) ?? 0) : 0;
  const tries = deliveryCount - deferred;
  const again = async (milliseconds: number, outcome: "retried" | "deferred" = "retried"): Promise<void> => {
    const more = repeated() + (outcome === "deferred" ? 1 : 0);
    if (more > 0) await retryOpen(async () => deferrals?.set(message.seq, deferred + more));
    message.nak(milliseconds);
    queueItems.inc({ queue: name, outcome });
  };
  const defer = (milliseconds: number): Promise<void> => again(milliseconds, "deferred");
  try {
    // No earlier attempt was answered, so this message ends the process that handles it.
    if (tries > attempts) throw new Error(`no answer in ${attempts} tries`);
    const result = await handle(tries);
    faultDelays.forget(message.seq);
    if (result === "done") {
      await end();
      queueItems.inc({ queue: name, outcome: "done" });
    } else if ("deferFor" in result) await defer(result.deferFor);
    else await again(result.retryIn);
  } catch (error) {
    if (error instanceof NewerEvent) {
      logger.warn({ err: error, ...log }, "an event of a newer version waits");
      await defer(NEWER_MS);
      return error.message;
    }
    if (isTransient(error)) {
      const waitMs = faultDelays.after(message.seq);
      logger.warn({ err: error, ...log, waitMs }, "work waits for bus or database");
      await defer(waitMs);
      return undefined;
    }
    faultDelays.forget(message.seq);
    logger.error({ err: error, ...log, attempt: tries }, "work failed");
    if (tries < attempts) await again(backoffMs[Math.min(tries, backoffMs.length) - 1] ?? BACKOFF_MS);
    else {
      try {
        await giveUp(error instanceof Error ? error.message : String(error), tries);
        queueItems.inc({ queue: name, outcome: "dead" });
      } catch (err) {
        logger.error({ err, ...log }, "work can't be given up");
        await again(BACKOFF_MS);
      }
    }
  }
  return undefined;
}
