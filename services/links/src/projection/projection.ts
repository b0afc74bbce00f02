import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import {
  type AnyEvent,
  type EventOf,
  type FolderId,
  type LinkChanged,
  type LinkChanges,
  type LinkId,
  type LinkSaved,
  type LinkSavedAgain,
  siteHost,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { readWebAddress } from "../domain/canonical-url.ts";
import type { MergedVisits, Undo } from "../domain/link-state.ts";
import { CLOCKS_DIFFER_MS } from "../limits.ts";
import { destinationColumns, pageColumns } from "./page-columns.ts";
import { tables } from "./tables.ts";

/** The link of an event; undefined for other events. Imports and mails are aggregates of this context too. */
function linkOf({ at, type }: StoredEvent): { userId: UserId; id: LinkId } | undefined {
  if (at.kind !== "aggregate" || at.aggregateId === undefined || /^(?:Import|Mail)/.test(type)) return undefined;
  if (at.context !== "links" && at.context !== "enrichment") return undefined;
  return { userId: at.userId, id: at.aggregateId as LinkId };
}

/** The stored time of a final deletion: so early that no replica restores the link, also with a clock that is slow. */
const finalDeletionAt = (time: Date): string =>
  new Date(time.getTime() - UNDO_SECONDS * 1000 - 2 * CLOCKS_DIFFER_MS).toISOString();

/** The column of an owner's text. An empty one becomes null, so that the page's text is shown. */
const textOf = (text: string): string | null => (text === "" ? null : text);

/** No bulk call was the last change of the link. */
const NO_BULK = { bulk_id: null, undo: null };

const NO_REMINDER = { remind_at: null, due_since: null };

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  const key = { user_id, id: at.aggregateId ?? "" };
  const time = stored.time.toISOString();
  const patch = (set: Record<string, unknown>): Change[] => [{ op: "patch", table: "links", key, set }];
  const own = (set: Record<string, unknown>): Change[] =>
    patch({ ...NO_BULK, changed_at: time, ...set, revision: sequence });
  const byBulk = (bulkId: string | undefined, undo: Undo): Record<string, unknown> =>
    bulkId === undefined ? {} : { bulk_id: bulkId, undo };

  switch (event.type) {
    case "LinkSaved":
      return [{ op: "put", table: "links", row: rowOf(stored, key, event.data) }];
    case "LinkSavedAgain":
      return own({
        ...savedAgain(event.data, time),
        ...byBulk(event.data.bulkId, undoOf(event.data)),
        position: sequence,
        deleted_at: null,
      });
    case "LinkChanged":
      return own(changed(event.data));
    case "LinkVisited": {
      const { visitCount, endsReminder } = event.data;
      const first = visitCount === 1 ? { first_visited_at: time } : {};
      return own({ visit_count: visitCount, last_visited_at: time, ...first, ...(endsReminder ? NO_REMINDER : {}) });
    }
    case "LinkReminderDue":
      // No data of the link changes, so that the last bulk call can still be undone.
      return patch({ due_since: time, revision: sequence });
    case "LinkDeleted":
      return event.data.final === true
        ? own({ deleted_at: finalDeletionAt(stored.time) })
        : own({ deleted_at: time, ...byBulk(event.data.bulkId, { kind: "restore" }) });
    case "LinkRestored":
      return own({ deleted_at: null, ...byBulk(event.data.bulkId, { kind: "delete" }) });
    case "LinkPurged":
      return [{ op: "remove", table: "links", key }];
    case "LinkRefreshRequested":
      // No data of the link changes, so that the last bulk call can still be undone.
      return patch({
        revision: sequence,
        refresh_requested_at: time,
        enrichment_state: "pending",
        enrichment_reason: null,
        enrichment_attempts: 0,
        enrichment_next_try_at: null,
      });
    case "PageDescribed":
    case "PageIllustrated":
      return patch({ ...pageColumns(user_id, event, time), changed_at: time });
    case "PageFoundUnchanged":
    case "PageFetchFailed":
    case "PageUnreachable":
    case "PageHealthChanged":
      return patch(pageColumns(user_id, event, time));
    case "FolderCreated":
      return event.data.search === undefined ? [knownFolder(user_id, event.data.folderId)] : [];
    case "FolderDeleted":
      return event.data.removed.flatMap((id) => [
        patchLinks({ user_id, folder_id: id }, { folder_id: null, freed_from: id }),
        { op: "remove", table: "known_folders", key: { user_id, id } },
      ]);
    case "FolderRestored":
      return event.data.restored.flatMap((id) => [
        ...(event.data.smart?.includes(id) === true ? [] : [knownFolder(user_id, id)]),
        patchLinks({ user_id, freed_from: id }, { folder_id: id, freed_from: null }),
      ]);
    case "UserErased":
      // Counts come last, because removing links changes them.
      return tables.toReversed().map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id } }));
    default:
      return [];
  }
}

/**
 * The row of a saved link. One literal without spreads: a row of that many columns that is put together by spreads is a
 * hash table of 40 kB, which was a tenth of what an import allocates.
 */
export function rowOf(
  { sequence, time: happenedAt }: Pick<StoredEvent, "sequence" | "time">,
  { user_id, id }: { readonly user_id: UserId; readonly id: string },
  data: EventOf<typeof LinkSaved>["data"],
): Record<string, unknown> {
  const { url, visits, bulkId } = data;
  const time = happenedAt.toISOString();
  const { final_url, final_host, page_id } = destinationColumns(user_id, { url });
  return {
    user_id,
    id,
    url,
    host: readWebAddress(url)?.host ?? siteHost(url),
    own_title: data.title ?? null,
    page_title: null,
    suggested_title: data.suggestedTitle ?? null,
    own_description: data.description ?? null,
    page_description: null,
    notes: data.notes ?? null,
    own_tags: data.tags ?? null,
    page_tags: [],
    is_favorite: data.isFavorite ?? false,
    folder_id: data.folderId ?? null,
    freed_from: null,
    visit_count: visits?.count ?? 0,
    merged_visits: null,
    first_visited_at: visits?.firstAt ?? null,
    last_visited_at: visits?.lastAt ?? null,
    remind_at: reminderTime(data.remindAt ?? null),
    due_since: null,
    created_at: data.createdAt ?? data.savedAt ?? time,
    saved_at: data.savedAt ?? time,
    saved_by: data.origin.kind,
    position: sequence,
    deleted_at: null,
    revision: sequence,
    bulk_id: bulkId ?? null,
    undo: bulkId === undefined ? null : ({ kind: "delete" } satisfies Undo),
    preview_key: null,
    favicon_key: null,
    enrichment_state: "pending",
    enrichment_reason: null,
    enrichment_tried_at: null,
    enrichment_attempts: 0,
    enrichment_next_try_at: null,
    refresh_requested_at: null,
    url_title: null,
    final_url,
    final_host,
    page_id,
    site_name: null,
    author: null,
    published_at: null,
    language: null,
    media_type: null,
    reading_minutes: null,
    file_bytes: null,
    health_state: "unknown",
    health_checked_at: null,
    health_new_url: null,
    number: sequence,
    changed_at: time,
  };
}

/** What undoes a save of a link that was there already. */
const undoOf = ({ before }: EventOf<typeof LinkSavedAgain>["data"]): Undo =>
  before === undefined ? { kind: "delete" } : { kind: "change", before };

const patchLinks = (where: Record<string, unknown>, set: Record<string, unknown>): Change => ({
  op: "patchWhere",
  table: "links",
  where,
  set,
});

const knownFolder = (user_id: UserId, id: FolderId): Change => ({
  op: "put",
  table: "known_folders",
  row: { user_id, id },
});

/** The columns of the owner's data; missing fields stay. */
function ownerColumns(data: LinkChanges): Record<string, unknown> {
  const { isFavorite, folderId, title, description, notes, tags, remindAt } = data;
  return {
    ...(isFavorite === undefined ? {} : { is_favorite: isFavorite }),
    ...(folderId === undefined ? {} : { folder_id: folderId, freed_from: null }),
    ...(title === undefined ? {} : { own_title: textOf(title) }),
    ...(description === undefined ? {} : { own_description: textOf(description) }),
    ...(notes === undefined ? {} : { notes: textOf(notes) }),
    ...(tags === undefined ? {} : { own_tags: tags }),
    ...(remindAt === undefined ? {} : { remind_at: reminderTime(remindAt), due_since: null }),
  };
}

/** As PostgreSQL takes it: days that no month has, such as the 31st of February, were stored once. */
const reminderTime = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

function changed(data: EventOf<typeof LinkChanged>["data"]): Record<string, unknown> {
  const { bulk, tagsOfPage, past, visits } = data;
  return {
    ...ownerColumns(data),
    ...(tagsOfPage === true ? { own_tags: null } : {}),
    ...(past === undefined
      ? {}
      : {
          created_at: past.createdAt,
          saved_at: past.savedAt,
          ...visitColumns(past.visits),
        }),
    ...(visits === undefined ? {} : visitColumns(visits)),
    ...(bulk === undefined
      ? {}
      : { bulk_id: bulk.bulkId, undo: { kind: "change", before: bulk.before } satisfies Undo }),
  };
}

const visitColumns = (visits: {
  readonly count: number;
  readonly firstAt?: string | undefined;
  readonly lastAt?: string | undefined;
  readonly ofOthers?: MergedVisits;
}): Record<string, unknown> => ({
  visit_count: visits.count,
  merged_visits: visits.ofOthers === undefined || visits.ofOthers.length === 0 ? null : visits.ofOthers,
  first_visited_at: visits.firstAt ?? null,
  last_visited_at: visits.lastAt ?? null,
});

function savedAgain(data: EventOf<typeof LinkSavedAgain>["data"], time: string): Record<string, unknown> {
  const { savedAt, createdAt, visits, origin } = data;
  return {
    ...ownerColumns(data),
    saved_at: savedAt ?? time,
    saved_by: origin.kind,
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(visits === undefined ? {} : visitColumns(visits)),
  };
}

/** Links, their counts and tags, and the folders that links may be in: no smart ones. */
export const linksProjection: Projection = { name: "links", version: 16, tables, project, announce: linkOf };
