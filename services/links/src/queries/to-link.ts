import { unicodeHost } from "@satchel/chassis/unicode-host";
import type { Link } from "@satchel/contracts";
import type { LinkRow } from "../projection/tables.ts";
import { shownTitle } from "../projection/shown-title.ts";

export const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

// Eight digits distinguish the pictures of a link over time, so that a browser may cache each without expiry.
const versionOf = (key: string): string => key.slice(0, 8);

/** The columns that the page shows of a link. */
export const SHOWN = [
  "id",
  "url",
  "host",
  "own_title",
  "page_title",
  "suggested_title",
  "own_description",
  "page_description",
  "notes",
  "own_tags",
  "page_tags",
  "is_favorite",
  "folder_id",
  "visit_count",
  "first_visited_at",
  "last_visited_at",
  "remind_at",
  "due_since",
  "created_at",
  "saved_at",
  "saved_by",
  "position",
  "preview_key",
  "favicon_key",
  "enrichment_state",
  "enrichment_reason",
  "enrichment_tried_at",
  "enrichment_attempts",
  "enrichment_next_try_at",
  "url_title",
  "final_url",
  "final_host",
  "site_name",
  "media_type",
  "reading_minutes",
  "health_state",
  "health_checked_at",
  "health_new_url",
] as const satisfies readonly (keyof LinkRow)[];

/** A row in the form of the HTTP contract. */
export function toLink(row: Pick<LinkRow, (typeof SHOWN)[number]>): Link {
  const { preview_key, favicon_key } = row;
  const unicode_host = unicodeHost(row.host);
  return {
    id: row.id,
    url: row.url,
    title: shownTitle(row),
    description: row.own_description ?? row.page_description,
    notes: row.notes,
    preview_image_url: preview_key === null ? null : `/api/links/${row.id}/preview?v=${versionOf(preview_key)}`,
    favicon_url:
      favicon_key === null
        ? null
        : `/api/links/favicon/${encodeURIComponent(row.final_host ?? row.host)}?v=${versionOf(favicon_key)}`,
    tags: row.own_tags ?? row.page_tags,
    is_favorite: row.is_favorite,
    folder_id: row.folder_id,
    visit_count: row.visit_count,
    first_visited_at: instant(row.first_visited_at),
    last_visited_at: instant(row.last_visited_at),
    ...(row.remind_at === null
      ? {}
      : { reminder: { at: row.remind_at.toISOString(), is_due: row.due_since !== null } }),
    created_at: row.created_at.toISOString(),
    saved_at: row.saved_at.toISOString(),
    saved_by: row.saved_by,
    enrichment: {
      state: row.enrichment_state,
      reason: row.enrichment_reason,
      tried_at: instant(row.enrichment_tried_at),
      attempts: row.enrichment_attempts,
      next_try_at: instant(row.enrichment_next_try_at),
    },
    final_url: row.final_url,
    site_name: row.site_name,
    ...(unicode_host === undefined ? {} : { unicode_host }),
    media_type: row.media_type,
    reading_minutes: row.reading_minutes,
    health: {
      state: row.health_state,
      checked_at: instant(row.health_checked_at),
      new_url: row.health_new_url,
    },
  };
}
