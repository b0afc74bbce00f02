import type { Change, Projection, StoredEvent } from "@satchel/chassis";
import {
  type AnyEvent,
  type BulkId,
  type CopyId,
  type HighlightId,
  type LinkId,
  linkOfArchive,
} from "@satchel/contracts";
import { OF_LINKS, tables } from "./tables.ts";

/** The columns of the call that set a value, and of the value before. */
const setBy = <Value>(bulk: { readonly bulkId: BulkId; readonly before: Value } | undefined) => ({
  bulk_id: bulk?.bulkId ?? null,
  before: bulk?.before ?? null,
});

function project(stored: StoredEvent): Change[] {
  const { at, sequence } = stored;
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const time = stored.time.toISOString();
  const event = { type: stored.type, data: stored.data } as AnyEvent;
  const link = (linkId: LinkId) => ({ user_id, link_id: linkId });
  /** Changes of a link, and the sequence of its last event. */
  const ofLink = (linkId: LinkId, ...changes: Change[]): Change[] => [
    ...changes,
    { op: "put", table: "heads", row: { ...link(linkId), revision: sequence } },
  ];
  const ofHighlights = (linkId: LinkId, change: Change): Change[] => [
    change,
    { op: "put", table: "highlight_heads", row: { ...link(linkId), revision: sequence } },
  ];
  const highlight = (data: { linkId: LinkId; highlightId: HighlightId }) => ({
    ...link(data.linkId),
    id: data.highlightId,
  });
  const copy = (data: { linkId: LinkId; version: CopyId }) => ({ ...link(data.linkId), version: data.version });

  switch (event.type) {
    case "PageKept": {
      const { linkId, version, source, type, bytes, sha256, words, language, quality, kind, leftOut, picture } =
        event.data;
      const row = {
        ...link(linkId),
        version,
        kept_at: time,
        source,
        type,
        bytes,
        sha256,
        words: words ?? null,
        language: language ?? null,
        quality: quality ?? null,
        kind: kind ?? null,
        picture: picture ?? null,
        left_out: leftOut,
        deleted_at: null,
        bulk_id: null,
      };
      return ofLink(linkId, { op: "put", table: "copies", row }, { op: "remove", table: "misses", key: link(linkId) });
    }
    case "PageNotKept": {
      const { linkId, reason } = event.data;
      return ofLink(linkId, { op: "put", table: "misses", row: { ...link(linkId), reason, missed_at: time } });
    }
    case "CopyRequested":
    case "CopyUploaded": {
      const { linkId } = event.data;
      return ofLink(linkId, { op: "put", table: "requests", row: { ...link(linkId), requested_at: time } });
    }
    case "CopyDeleted":
      return ofLink(event.data.linkId, {
        op: "patch",
        table: "copies",
        key: copy(event.data),
        set: { deleted_at: time, bulk_id: event.data.bulkId ?? null },
      });
    case "CopyRestored":
      return ofLink(event.data.linkId, {
        op: "patch",
        table: "copies",
        key: copy(event.data),
        set: { deleted_at: null, bulk_id: null },
      });
    case "CopyPurged":
      return ofLink(event.data.linkId, { op: "remove", table: "copies", key: copy(event.data) });
    case "LinkKeepingChanged": {
      const { linkId, isOn, bulk } = event.data;
      return ofLink(
        linkId,
        isOn === null
          ? { op: "remove", table: "switches", key: link(linkId) }
          : { op: "put", table: "switches", row: { ...link(linkId), is_on: isOn, ...setBy(bulk) } },
      );
    }
    case "ReadingMoved": {
      const { linkId, part, bulk } = event.data;
      return ofLink(linkId, { op: "put", table: "readings", row: { ...link(linkId), part, ...setBy(bulk) } });
    }
    case "KeepingChanged":
      return [{ op: "put", table: "accounts", row: { user_id, is_on: event.data.isOn, revision: sequence } }];
    case "QuotaChanged":
      return [{ op: "put", table: "quotas", row: { user_id, megabytes: event.data.megabytes, revision: sequence } }];
    case "HighlightMade": {
      const { linkId, quote, position, textHash, version, color, note } = event.data;
      const row = {
        ...highlight(event.data),
        ...quote,
        place_start: position?.start ?? null,
        place_end: position?.end ?? null,
        text_hash: textHash ?? null,
        version: version ?? null,
        color,
        note: note ?? null,
        made_at: time,
        changed_at: null,
        deleted_at: null,
      };
      return ofHighlights(linkId, { op: "put", table: "highlights", row });
    }
    case "HighlightChanged": {
      const { linkId, color, note } = event.data;
      const set = {
        changed_at: time,
        ...(color === undefined ? {} : { color }),
        ...(note === undefined ? {} : { note: note === "" ? null : note }),
      };
      return ofHighlights(linkId, { op: "patch", table: "highlights", key: highlight(event.data), set });
    }
    case "HighlightDeleted":
    case "HighlightRestored": {
      const set = { deleted_at: event.type === "HighlightDeleted" ? time : null };
      return ofHighlights(event.data.linkId, { op: "patch", table: "highlights", key: highlight(event.data), set });
    }
    case "HighlightPurged":
      return ofHighlights(event.data.linkId, { op: "remove", table: "highlights", key: highlight(event.data) });
    case "LinkPurged":
      return OF_LINKS.map((table) => ({ op: "removeWhere", table, where: link(at.aggregateId as LinkId) }));
    case "UserErased":
      return tables.map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id } }));
    default:
      return [];
  }
}

/** The versions of the copies of links, whether they are kept, and highlights. */
export const archiveProjection: Projection = {
  name: "archive",
  version: 6,
  tables,
  concerns: ({ context }) => context === "archive" || context === "links" || context === "identity",
  // Most events of links change nothing here.
  awaitedForRowsOnly: true,
  project,
  announce: ({ at }) =>
    at.kind === "aggregate" && at.context === "archive" && at.aggregateId !== undefined
      ? { userId: at.userId, id: linkOfArchive(at.aggregateId) }
      : undefined,
};
