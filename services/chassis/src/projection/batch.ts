import type { JsMsg } from "@nats-io/jetstream";
import { parseSubject, type UserId } from "@satchel/contracts";
import { decodeEvent, eventIdOf, NewerEvent, type StoredEvent } from "../journal/envelope.ts";
import { type Change, foldChanges } from "./changes.ts";
import type { Advance } from "./checkpoints.ts";
import type { AggregatePlace, Projection } from "./projection.ts";
import { type Statement, statementOf } from "./write.ts";

/** An event that can't be applied: its partition is stopped before it until the cause is fixed. */
export interface Poison {
  readonly partition: number;
  readonly sequence: number;
  readonly eventId: string;
  readonly subject: string;
  readonly reason: string;
  /** Whether a newer version of Satchel wrote it; the event itself has no fault. */
  readonly isNewer: boolean;
}

/** The work of one transaction. */
export interface PreparedBatch {
  readonly events: readonly StoredEvent[];
  readonly statements: readonly Statement[];
  readonly advances: readonly Advance[];
  /** The partitions with an event that others may wait for. */
  readonly concerned: ReadonlySet<number>;
  readonly poison: readonly Poison[];
  readonly announcements: ReadonlyMap<UserId, Announcement>;
}

/** The entities of one user that a batch changed, by id, and the sequence of the last event about them. */
interface Announcement {
  readonly ids: Set<string | number>;
  sequence: number;
}

const aggregateAt = (message: Pick<JsMsg, "subject">): AggregatePlace | undefined => {
  const at = parseSubject(message.subject);
  return at?.kind === "aggregate" ? at : undefined;
};

/** The partition of a message; undefined for a subject that has none. */
export const partitionOfMessage = (message: Pick<JsMsg, "subject">): number | undefined =>
  aggregateAt(message)?.partition;

export const poisonOf = (message: JsMsg, partition: number, error: unknown): Poison => ({
  partition,
  sequence: message.seq,
  eventId: eventIdOf({ headers: message.headers }),
  subject: message.subject,
  reason: error instanceof Error ? error.message : String(error),
  isNewer: error instanceof NewerEvent,
});

/**
 * Turns messages into statements and checkpoint moves. Messages of partitions without a position (not owned, or stopped)
 * and messages at or below it (applied already) are skipped. Events that can't concern the projection only move the
 * checkpoint. The first event of a partition that can't be read or projected ends that partition's part of the batch.
 * @param positions the sequence that each owned partition has reached
 * @throws Error when `project` returns a change that its tables don't allow
 */
export function prepareBatch(
  projection: Projection,
  schema: string,
  messages: readonly JsMsg[],
  positions: ReadonlyMap<number, number>,
): PreparedBatch {
  const events: StoredEvent[] = [];
  const changes: Change[] = [];
  const advances = new Map<number, Advance>();
  const poison = new Map<number, Poison>();
  const announcements = new Map<UserId, Announcement>();
  const concerned = new Set<number>();
  /** The last messages that were passed over, by partition: only their ids are read. */
  const passed = new Map<number, JsMsg>();

  for (const message of messages) {
    const at = aggregateAt(message);
    if (at === undefined) continue;
    const { partition } = at;
    const position = positions.get(partition);
    if (position === undefined || message.seq <= position || poison.has(partition)) continue;
    if (projection.concerns?.(at) === false) {
      passed.set(partition, message);
      continue;
    }
    try {
      const event = decodeEvent(message);
      const ofEvent = projection.project(event);
      changes.push(...ofEvent);
      events.push(event);
      if (ofEvent.length > 0 || projection.awaitedForRowsOnly !== true) concerned.add(partition);
      advances.set(partition, { partition, from: position, to: event.sequence, eventId: event.id });
      passed.delete(partition);
      const announced = projection.announce?.(event);
      if (announced !== undefined) {
        const { userId, id } = announced;
        const announcement = announcements.get(userId) ?? { ids: new Set(), sequence: 0 };
        announcement.ids.add(id);
        announcement.sequence = event.sequence;
        announcements.set(userId, announcement);
      }
    } catch (error) {
      poison.set(partition, poisonOf(message, partition, error));
    }
  }
  for (const [partition, message] of passed) {
    const from = positions.get(partition) ?? 0;
    advances.set(partition, { partition, from, to: message.seq, eventId: eventIdOf(message) });
  }
  return {
    events,
    statements: foldChanges(projection.tables, changes).map((step) => statementOf(schema, step)),
    advances: [...advances.values()],
    concerned,
    poison: [...poison.values()],
    announcements,
  };
}
