import type { UserId } from "@satchel/contracts";
import type { StoredEvent } from "../journal/envelope.ts";
import type { Change } from "./changes.ts";
import type { TableDefinition } from "./table.ts";

/**
 * A projection: how facts become rows. `project` is pure: the same events give the same rows on every rebuild, so the
 * tables can be dropped at any time. Raise `version` with every change of tables or of what `project` does; the tables
 * are then rebuilt beside the old ones.
 */
export interface Projection {
  /** Name of its schema in Postgres and of its subjects on the bus. */
  readonly name: string;
  readonly version: number;
  readonly tables: readonly TableDefinition[];
  /** The changes of an event; none for kinds that don't concern it. */
  project(event: StoredEvent): readonly Change[];
  /** The things that an open page has to reload after an event. */
  announce?(event: StoredEvent): { userId: UserId; id: string | number } | undefined;
}
