import { type Journal, prepared, type ProjectionProgress, type Snapshot } from "@satchel/chassis";
import {
  aggregateSubject,
  COMMAND_ROUNDS,
  type LinkId,
  partitionOf,
  type Position,
  READ_YOUR_WRITES_MS,
  type UserId,
} from "@satchel/contracts";
import { CompiledQuery, type Kysely, type Selectable } from "kysely";
import type { LinkState } from "../domain/link-state.ts";
import type { LinkRow, LinksTables } from "../projection/tables.ts";

export interface LoadDeps {
  readonly journal: Journal;
  readonly progress: ProjectionProgress;
  readonly db: Kysely<LinksTables>;
}

export type LoadedLink = Snapshot<LinkState | undefined>;

/** The columns that commands decide on. */
const COLUMNS = [
  "id",
  "revision",
  "url",
  "page_id",
  "page_title",
  "suggested_title",
  "created_at",
  "saved_at",
  "deleted_at",
  "is_favorite",
  "folder_id",
  "own_title",
  "own_description",
  "notes",
  "own_tags",
  "page_tags",
  "visit_count",
  "first_visited_at",
  "last_visited_at",
  "merged_visits",
  "remind_at",
  "due_since",
  "bulk_id",
  "undo",
  "health_new_url",
  "refresh_requested_at",
  "enrichment_state",
  "enrichment_attempts",
] as const;

export type LoadedRow = Pick<Selectable<LinkRow>, (typeof COLUMNS)[number]>;

const BY_IDS = prepared(`select ${COLUMNS.join(", ")} from links.links where user_id = $1 and id = any($2::uuid[])`);

export const stateOf = (row: LoadedRow): LinkState => ({
  deletedAt: row.deleted_at,
  isFavorite: row.is_favorite,
  folderId: row.folder_id,
  title: row.own_title,
  description: row.own_description,
  notes: row.notes,
  tags: row.own_tags,
  pageTags: row.page_tags,
  visitCount: row.visit_count,
  firstVisitedAt: row.first_visited_at,
  lastVisitedAt: row.last_visited_at,
  mergedVisits: row.merged_visits ?? [],
  remindAt: row.remind_at,
  isDue: row.due_since !== null,
  lastBulk: row.bulk_id === null || row.undo === null ? null : { bulkId: row.bulk_id, undo: row.undo },
});

/**
 * Some links of a user, in one query; a link that was never saved is missing.
 * @param of what a row says of its link
 */
export async function loadAll<State>(
  db: Kysely<LinksTables>,
  userId: UserId,
  ids: readonly LinkId[],
  of: (row: LoadedRow) => State,
): Promise<Map<LinkId, Snapshot<State>>> {
  const { rows } = await db.executeQuery<LoadedRow>(CompiledQuery.raw(BY_IDS, [userId, ids]));
  return new Map(rows.map((row) => [row.id, { state: of(row), revision: row.revision }]));
}

/** One link, as {@link loadAll}. @param known see {@link loadByRow} */
export const loadOne = <State>(
  deps: LoadDeps,
  userId: UserId,
  linkId: LinkId,
  of: (row: LoadedRow) => State,
  known?: number,
): Promise<Snapshot<State | undefined>> =>
  loadByRow(deps, userId, linkId, async () => (await loadAll(deps.db, userId, [linkId], of)).get(linkId), known);

/** The state of one link. @param known see {@link loadByRow} */
export const loadLink = (deps: LoadDeps, userId: UserId, linkId: LinkId, known?: number): Promise<LoadedLink> =>
  loadOne(deps, userId, linkId, stateOf, known);

/** The position at which the tables of links show an event of a user. */
export const linksPosition = (userId: UserId, sequence: number): Position => ({
  projection: "links",
  partition: partitionOf(userId),
  sequence,
});

/**
 * Loads a link by its row. A link without a row was never saved, or was purged: then its last event is still in the journal,
 * and the next one must follow it. While the tables lag behind that event, the link looks as if it was never saved, which
 * can only cause a conflict.
 * @param known as `execute` passes it to `load`: with 0, the journal is not read. Most links without a row were never saved,
 * and for the others the append fails, and the next round knows of an event
 */
export async function loadByRow<State>(
  { journal, progress }: Pick<LoadDeps, "journal" | "progress">,
  userId: UserId,
  linkId: LinkId,
  readRow: () => Promise<Snapshot<State | undefined> | undefined>,
  known?: number,
): Promise<Snapshot<State | undefined>> {
  const row = await readRow();
  if (row !== undefined) return row;
  const never = { state: undefined, revision: 0 };
  if (known === 0) return never;
  const last = await journal.last(aggregateSubject(userId, "links", linkId));
  if (last === undefined) return never;
  // A row that a killed Postgres lost is no sign that the link was purged.
  const isShown = await progress.shows(linksPosition(userId, last.sequence), READ_YOUR_WRITES_MS / COMMAND_ROUNDS);
  if (!isShown) return never;
  return (await readRow()) ?? { state: undefined, revision: last.sequence };
}
