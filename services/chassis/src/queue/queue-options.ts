import type { StoredEvent } from "../journal/envelope.ts";
import type { Journal } from "../journal/journal.ts";
import type { Logger } from "../logging.ts";
import type { HandlerResult } from "./handler-result.ts";

/** A queue of events, and what handles them. */
export interface QueueOptions {
  journal: Journal;
  logger: Logger;
  /** Name of the durable consumer, which stores what is done, over restarts and replicas. */
  name: string;
  /** The subjects of its events. */
  subjects: readonly string[];
  /** Where a new consumer begins: by default with the first event; `new` skips those that are there already. */
  from?: "new";
  /** Events in progress at a time in this process. */
  concurrency: number;
  /** Milliseconds without a heartbeat after which an event is redelivered; work in progress sends heartbeats. */
  silentMs: number;
  /** Milliseconds before the second, third, … attempt after a failure; the last one repeats. */
  backoffMs: readonly number[];
  /** Attempts before an event is given up, including those whose process was killed; default no limit. */
  attempts?: number;
  handle(event: StoredEvent, attempt: number): Promise<HandlerResult>;
  /**
   * Handles a dead letter's event when an operator retries it. Needed where giving up is recorded as an outcome: `handle`
   * would find the work done.
   */
  again?(event: StoredEvent, requestedAt: Date): Promise<HandlerResult>;
  /** Called once for an event that is given up, before its dead letter is stored. */
  onDead?: (event: StoredEvent, reason: string, attempts: number) => Promise<void>;
}
