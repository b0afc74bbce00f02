import type { TableDefinition } from "@satchel/chassis";
import type { BulkId, FolderId, LinkId, UserId } from "@satchel/contracts";
import type { Undo } from "../domain/link-state.ts";
import { titleKeys } from "./title-key.ts";
import { countLinks, countTags, KEEP_KNOWN_FOLDER } from "./triggers.ts";

/** A row of `links.links`: one link of a user. What the owner gave and what the page says stand side by side. */
export interface LinkRow {
  user_id: UserId;
  id: LinkId;
  url: string;
  host: string;
  own_title: string | null;
  page_title: string | null;
  suggested_title: string | null;
  own_description: string | null;
  page_description: string | null;
  notes: string | null;
  own_tags: string[] | null;
  page_tags: string[];
  is_favorite: boolean;
  folder_id: FolderId | null;
  /** The deleted folder that the link lay in, as long as it was put nowhere else: restoring the folder takes it back. */
  freed_from: FolderId | null;
  visit_count: number;
  first_visited_at: Date | null;
  last_visited_at: Date | null;
  created_at: Date;
  /** When it was last saved: lists are by it, the newest first. */
  saved_at: Date;
  /** Sequence of the event that last saved the link: the order of those that were saved in the same millisecond. */
  position: number;
  deleted_at: Date | null;
  /** Sequence of the link's own last event, for optimistic concurrency. */
  revision: number;
  /** The bulk call that was the last to change the link, and how that is undone; null once anything else changed it. */
  bulk_id: BulkId | null;
  undo: Undo | null;
  preview_key: string | null;
  favicon_key: string | null;
  enrichment_state: "pending" | "done" | "failed";
  enrichment_reason: string | null;
  enrichment_tried_at: Date | null;
  enrichment_attempts: number;
  /** When a page that could not be had is tried again; null where nothing waits for that. */
  enrichment_next_try_at: Date | null;
  /** When the owner requested a refetch of the page. */
  refresh_requested_at: Date | null;
  /** The words of the address, for a page that can't be had and has no other title. */
  url_title: string | null;
  /** Where the address leads when that is another one, and the host there. */
  final_url: string | null;
  final_host: string | null;
  /** The same for all links of the user that lead to the same page. */
  page_id: string;
  site_name: string | null;
  author: string | null;
  published_at: string | null;
  language: string | null;
  media_type: string | null;
  reading_minutes: number | null;
  /** Octets of a link that leads to a file. */
  file_bytes: number | null;
  health_state: "fine" | "gone" | "moved" | "unknown";
  health_checked_at: Date | null;
  health_new_url: string | null;
  /** What lists in the order of titles go by; made of the titles and the address by PostgreSQL. */
  title_key: string;
}

/** A row of `links.counts`: links of a user in one folder (0: in none). Kept by triggers, so that nothing counts rows. */
export interface CountRow {
  user_id: UserId;
  folder_id: number;
  total: number;
  unvisited: number;
  favorites: number;
  unvisited_favorites: number;
}

/** A row of `links.tag_counts`: how many links of a user show a tag in this spelling. Kept by triggers. */
export interface TagCountRow {
  user_id: UserId;
  tag: string;
  count: number;
}

/** A row of `links.known_folders`: which folders a link may be put into. */
export interface KnownFolderRow {
  user_id: UserId;
  id: FolderId;
}

/** The read tables as queries see them. */
export interface LinksTables {
  "links.links": LinkRow;
  "links.counts": CountRow;
  "links.tag_counts": TagCountRow;
  "links.known_folders": KnownFolderRow;
}

// A list is read by key whatever its filters: each combination has an index of just its rows, in its order.
const LIST_INDEXES = ["", " and is_favorite", " and visit_count = 0", " and is_favorite and visit_count = 0"].flatMap(
  (rows) =>
    ["user_id", "user_id, coalesce(folder_id, 0)"].map(
      (list) =>
        `create index on {schema}.links (${list}, saved_at desc, position desc) where deleted_at is null${rows}`,
    ),
);

const links: TableDefinition = {
  name: "links",
  columns: {
    user_id: "uuid",
    id: "uuid",
    url: "text",
    host: "text",
    own_title: "text?",
    page_title: "text?",
    suggested_title: "text?",
    own_description: "text?",
    page_description: "text?",
    notes: "text?",
    own_tags: "text[]?",
    page_tags: "text[]",
    is_favorite: "boolean",
    folder_id: "int?",
    freed_from: "int?",
    visit_count: "int",
    first_visited_at: "timestamptz?",
    last_visited_at: "timestamptz?",
    created_at: "timestamptz",
    saved_at: "timestamptz",
    position: "bigint",
    deleted_at: "timestamptz?",
    revision: "bigint",
    bulk_id: "uuid?",
    undo: "jsonb?",
    preview_key: "text?",
    favicon_key: "text?",
    enrichment_state: "text",
    enrichment_reason: "text?",
    enrichment_tried_at: "timestamptz?",
    enrichment_attempts: "int",
    enrichment_next_try_at: "timestamptz?",
    refresh_requested_at: "timestamptz?",
    url_title: "text?",
    final_url: "text?",
    final_host: "text?",
    page_id: "uuid",
    site_name: "text?",
    author: "text?",
    published_at: "text?",
    language: "text?",
    media_type: "text?",
    reading_minutes: "int?",
    file_bytes: "bigint?",
    health_state: "text",
    health_checked_at: "timestamptz?",
    health_new_url: "text?",
  },
  key: ["user_id", "id"],
  extra: [
    ...LIST_INDEXES,
    ...titleKeys,
    "create index on {schema}.links (user_id, coalesce(final_host, host), position desc) where deleted_at is null and favicon_key is not null",
    // Which links lead to the same page, and which lead to none any more.
    "create index on {schema}.links (user_id, page_id) where deleted_at is null",
    "create index on {schema}.links (user_id, saved_at desc, position desc) where deleted_at is null and health_state = 'gone'",
    // Whose folder goes, or comes back.
    "create index on {schema}.links (user_id, folder_id) where folder_id is not null",
    "create index on {schema}.links (user_id, freed_from) where freed_from is not null",
    "create index on {schema}.links (user_id, bulk_id) where bulk_id is not null",
    "create index on {schema}.links (deleted_at) where deleted_at is not null",
    "create index on {schema}.links (user_id, deleted_at desc, id) where deleted_at is not null",
    KEEP_KNOWN_FOLDER,
    `create trigger keep_known_folder_inserted before insert on {schema}.links
       for each row when (new.folder_id is not null) execute function {schema}.keep_known_folder()`,
    `create trigger keep_known_folder_updated before update on {schema}.links
       for each row when (new.folder_id is not null and new.folder_id is distinct from old.folder_id)
       execute function {schema}.keep_known_folder()`,
    ...countLinks,
    ...countTags,
  ],
};

const counts: TableDefinition = {
  name: "counts",
  columns: {
    user_id: "uuid",
    folder_id: "int",
    total: "int",
    unvisited: "int",
    favorites: "int",
    unvisited_favorites: "int",
  },
  key: ["user_id", "folder_id"],
};

const tagCounts: TableDefinition = {
  name: "tag_counts",
  columns: { user_id: "uuid", tag: "text", count: "int" },
  key: ["user_id", "tag"],
  // The most used ones are listed; those that no link shows are removed.
  extra: ["create index on {schema}.tag_counts (user_id, count desc, tag)"],
};

const knownFolders: TableDefinition = {
  name: "known_folders",
  columns: { user_id: "uuid", id: "int" },
  key: ["user_id", "id"],
};

/** In this order they are written: a link's folder has to be known before the link. */
export const tables: readonly TableDefinition[] = [counts, tagCounts, knownFolders, links];
