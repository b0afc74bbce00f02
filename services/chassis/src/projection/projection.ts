import type { SubjectParts, UserId } from "@satchel/contracts";
import type { StoredEvent } from "../journal/envelope.ts";
import type { Change } from "./changes.ts";
import type { TableDefinition } from "./table.ts";

/** The parts of the subject of an aggregate's events. */
export type AggregatePlace = Extract<SubjectParts, { kind: "aggregate" }>;

/**
 * How events become rows of read tables. `project` is pure: the same events give the same rows on every rebuild, so the
 * tables can be dropped at any time. Raise `version` with every change of the tables or of `project`; the tables are
 * then rebuilt beside the old ones.
 */
export interface Projection {
  /** Name of its schema in Postgres and of its subjects on the bus. */
  readonly name: string;
  readonly version: number;
  readonly tables: readonly TableDefinition[];
  /**
   * Whether events of this aggregate can concern the tables; default: all can. Others are skipped without being read, and
   * are not announced as progress.
   */
  concerns?(at: AggregatePlace): boolean;
  /**
   * Whether others wait only for events that change rows, as its own commands do: then other events are not announced as
   * progress. Default: all are, because a search waits until the tables of words and of links are at the same event.
   */
  readonly awaitedForRowsOnly?: boolean;
  /** The changes that an event makes; none for an event that does not concern these tables. */
  project(event: StoredEvent): readonly Change[];
  /** The entity that open pages of the user have to reload after an event; undefined: none. */
  announce?(event: StoredEvent): { userId: UserId; id: string | number } | undefined;
}
