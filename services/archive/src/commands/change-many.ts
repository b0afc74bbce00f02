import { type CommandOutcome, compareAndSet, ConcurrencyLimit, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  type ArchiveEvent,
  type BulkId,
  type ChangeKept,
  COMMAND_ROUNDS,
  type LinkId,
  type NoResult,
  partitionOf,
  type PayloadOf,
  READ_YOUR_WRITES_MS,
  ROWS_MS,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { v5 } from "uuid";
import {
  decideByRule,
  decideUndone,
  type KeptCall,
  type KeptCopy,
  type KeptState,
  NOTHING_KEPT,
} from "../domain/bulk.ts";
import { APPENDS_IN_FLIGHT } from "../limits.ts";
import type { ArchiveTables } from "../projection/tables.ts";
import type { CopyCommandsDeps } from "./copies.ts";

/**
 * Changes what is kept of many links, each by compare-and-set, and waits until the tables show it. The ids of the events
 * follow from call and link.
 */
export const changeKept =
  (deps: CopyCommandsDeps) =>
  async ({ userId, bulkId, linkIds, action }: PayloadOf<typeof ChangeKept>): Promise<CommandOutcome<NoResult>> => {
    const loaded = await loadKept(deps.db, userId, linkIds);
    const limit = new ConcurrencyLimit({ concurrency: APPENDS_IN_FLIGHT });
    const decide = (state: KeptState, linkId: LinkId): ArchiveEvent[] => {
      const call: KeptCall = { linkId, bulkId, now: deps.now() };
      return action.kind === "undo" ? decideUndone(state, call) : decideByRule(state, action, call);
    };
    const sequences = await Promise.all(
      linkIds.map((linkId) =>
        limit.run("all", () => changeOne(deps, { userId, linkId, loaded: loaded.get(linkId), decide })),
      ),
    );
    await reached(deps, userId, Math.max(0, ...sequences), READ_YOUR_WRITES_MS);
    return { result: {}, position: undefined };
  };

interface LinkChange {
  readonly userId: UserId;
  readonly linkId: LinkId;
  readonly loaded: Snapshot<KeptState> | undefined;
  readonly decide: (state: KeptState, linkId: LinkId) => ArchiveEvent[];
}

/** @returns the sequence of the last event; 0 where there is nothing to do */
function changeOne(deps: CopyCommandsDeps, { userId, linkId, loaded, decide }: LinkChange): Promise<number> {
  const subject = aggregateSubject(userId, "archive", linkId);
  let newest = loaded;
  return compareAndSet({
    round: async () => {
      const { state, revision } = newest ?? { state: NOTHING_KEPT, revision: 0 };
      let last = revision;
      const events = decide(state, linkId);
      for (const event of events) {
        // Another attempt of the command may have appended it: then the row that has it is waited for.
        ({ sequence: last } = await deps.journal.append({ subject, event: withId(event, last), expected: last }));
      }
      return events.length === 0 ? 0 : last;
    },
    afterLost: async () => {
      const last = await deps.journal.last(subject);
      await reached(deps, userId, last?.sequence ?? 0, ROWS_MS / COMMAND_ROUNDS);
      newest = (await loadKept(deps.db, userId, [linkId])).get(linkId);
    },
  });
}

/** An event with an id that follows from it and the one before: the same decision on the same state is the same event. */
const withId = (event: ArchiveEvent, after: number) => ({
  id: v5(`${after} ${JSON.stringify(event)}`, KEPT_EVENTS),
  ...event,
});

/** Namespace of the ids of these events. */
const KEPT_EVENTS = "1f2a6c1e-7d0b-4f6e-9a35-52f0c7f3b9d4";

async function reached({ progress }: CopyCommandsDeps, userId: UserId, sequence: number, ms: number): Promise<void> {
  if (sequence === 0) return;
  await progress.reached({ projection: "archive", partition: partitionOf(userId), sequence }, ms);
}

interface KeptRow {
  readonly link_id: LinkId;
  readonly revision: number | string | null;
  readonly part: number | null;
  readonly part_bulk: BulkId | null;
  readonly part_before: number | null;
  readonly is_on: boolean | null;
  readonly is_on_bulk: BulkId | null;
  readonly is_on_before: boolean | null;
  readonly requested_at: Date | null;
  readonly copies: readonly (Omit<KeptCopy, "deletedAt"> & { readonly deletedAt: string | null })[] | null;
}

/** The states of some links, in one statement; one without any is missing. */
async function loadKept(
  db: Kysely<ArchiveTables>,
  userId: UserId,
  linkIds: readonly LinkId[],
): Promise<Map<LinkId, Snapshot<KeptState>>> {
  const { rows } = await sql<KeptRow>`
    select head.link_id, head.revision, reading.part, reading.bulk_id as part_bulk, reading.before as part_before,
      own.is_on, own.bulk_id as is_on_bulk, own.before as is_on_before, request.requested_at, (
        select json_agg(json_build_object(
          'version', copy.version, 'source', copy.source, 'deletedAt', copy.deleted_at, 'bulkId', copy.bulk_id))
        from archive.copies copy where copy.user_id = head.user_id and copy.link_id = head.link_id
      ) as copies
    from archive.heads head
    left join archive.readings reading using (user_id, link_id)
    left join archive.switches own using (user_id, link_id)
    left join archive.requests request using (user_id, link_id)
    where head.user_id = ${userId} and head.link_id = any(${[...linkIds]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.link_id, { state: stateOf(row), revision: Number(row.revision ?? 0) }]));
}

const stateOf = (row: KeptRow): KeptState => ({
  part: row.part ?? 0,
  partSet: row.part_bulk === null ? null : { bulkId: row.part_bulk, before: row.part_before ?? 0 },
  isOn: row.is_on,
  isOnSet: row.is_on_bulk === null ? null : { bulkId: row.is_on_bulk, before: row.is_on_before },
  requestedAt: row.requested_at,
  copies: (row.copies ?? []).map(({ deletedAt, ...copy }) => ({
    ...copy,
    deletedAt: deletedAt === null ? null : new Date(deletedAt),
  })),
});
