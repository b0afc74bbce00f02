import type { Journal, Snapshot, ProjectionProgress } from "@satchel/chassis";
import {
  aggregateSubject,
  COMMAND_ROUNDS,
  type LinkId,
  partitionOf,
  READ_YOUR_WRITES_MS,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinkState } from "../domain/link-state.ts";
import type { LinksTables } from "../projection/tables.ts";

export type LoadedLink = Snapshot<LinkState | undefined>;

/** The states of some links of a user, in one query; a link that was never saved is missing. */
export async function loadLinks(
  db: Kysely<LinksTables>,
  userId: UserId,
  ids: readonly LinkId[],
): Promise<Map<LinkId, LoadedLink>> {
  const rows = await db
    .selectFrom("links.links")
    .select(["id", "deleted_at", "is_favorite", "folder_id", "own_title", "own_description", "notes"])
    .select(["own_tags", "page_tags", "visit_count", "revision", "bulk_id", "undo"])
    .where("user_id", "=", userId)
    .where("id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => {
      const state: LinkState = {
        deletedAt: row.deleted_at,
        isFavorite: row.is_favorite,
        folderId: row.folder_id,
        title: row.own_title,
        description: row.own_description,
        notes: row.notes,
        tags: row.own_tags,
        pageTags: row.page_tags,
        visitCount: row.visit_count,
        lastBulk: row.bulk_id === null || row.undo === null ? null : { bulkId: row.bulk_id, undo: row.undo },
      };
      return [row.id, { state, revision: row.revision }];
    }),
  );
}

export interface LoadDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
}

/** The state of one link. */
export async function loadLink(deps: LoadDeps, userId: UserId, linkId: LinkId): Promise<LoadedLink> {
  const load = async (): Promise<LoadedLink | undefined> => (await loadLinks(deps.db, userId, [linkId])).get(linkId);
  return (await load()) ?? loadMissing(deps, userId, linkId, load);
}

/**
 * A link without a row was never saved, or was purged: then its last event is still in the journal, and the next one must
 * follow on it. While the tables lag behind that event, the link looks as if it was never saved, which can only cause a
 * conflict.
 * @param load reads the row again
 */
export async function loadMissing<State>(
  { journal, progress }: Pick<LoadDeps, "journal" | "progress">,
  userId: UserId,
  linkId: LinkId,
  load: () => Promise<Snapshot<State | undefined> | undefined>,
): Promise<Snapshot<State | undefined>> {
  const never = { state: undefined, revision: 0 };
  const last = await journal.last(aggregateSubject(userId, "links", linkId));
  if (last === undefined) return never;
  const position = { projection: "links", partition: partitionOf(userId), sequence: last.sequence };
  if (!(await progress.reached(position, READ_YOUR_WRITES_MS / COMMAND_ROUNDS))) return never;
  return (await load()) ?? { state: undefined, revision: last.sequence };
}
