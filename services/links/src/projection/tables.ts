import type { RowOf, TableDefinition } from "@satchel/chassis";
import type { BulkId, FolderId, LinkId, LinkOrigin, UserId } from "@satchel/contracts";
import type { MergedVisits, Undo } from "../domain/link-state.ts";
import { titleKeys } from "./title-key.ts";
import { countLinks, countTags, KEEP_KNOWN_FOLDER } from "./triggers.ts";

// Each combination of filters has an index with only its rows, in the order of its list.
const LIST_INDEXES = ["", " and is_favorite", " and visit_count = 0", " and is_favorite and visit_count = 0"].flatMap(
  (rows) =>
    ["user_id", "user_id, coalesce(folder_id, 0)"].map(
      (list) =>
        `create index on {schema}.links (${list}, saved_at desc, position desc) where deleted_at is null${rows}`,
    ),
);

/** Links of users, also deleted ones. The owner's texts and the page's have separate columns. */
const links = {
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
    // The deleted folder that the link was in, until it is moved: restoring the folder puts it back.
    freed_from: "int?",
    visit_count: "int",
    // Visits of other links that are in `visit_count`, by merges.
    merged_visits: "jsonb?",
    first_visited_at: "timestamptz?",
    last_visited_at: "timestamptz?",
    // When the owner wants to see it again.
    remind_at: "timestamptz?",
    // When it was shown again; null before that time, and once it was visited.
    due_since: "timestamptz?",
    created_at: "timestamptz",
    // When it was last saved: lists are ordered by it, the newest first.
    saved_at: "timestamptz",
    // How it was last saved.
    saved_by: "text",
    // Sequence of the event that last saved the link: the order of those that were saved in the same millisecond.
    position: "bigint",
    deleted_at: "timestamptz?",
    // Sequence of the link's own last event, for optimistic concurrency.
    revision: "bigint",
    // The bulk call that changed the link last, and how that is undone; null after any other change.
    bulk_id: "uuid?",
    undo: "jsonb?",
    preview_key: "text?",
    favicon_key: "text?",
    enrichment_state: "text",
    enrichment_reason: "text?",
    enrichment_tried_at: "timestamptz?",
    enrichment_attempts: "int",
    // The time of the next attempt to fetch the page; null when there is none.
    enrichment_next_try_at: "timestamptz?",
    // When the owner requested a refetch of the page.
    refresh_requested_at: "timestamptz?",
    // A title made of the address, for a page that can't be fetched.
    url_title: "text?",
    // The address after redirects and its host; null where it is the same.
    final_url: "text?",
    final_host: "text?",
    // Equal for links of the user that lead to the same page.
    page_id: "uuid",
    site_name: "text?",
    author: "text?",
    published_at: "text?",
    language: "text?",
    media_type: "text?",
    reading_minutes: "int?",
    // Octets of the file, for a link to a file.
    file_bytes: "bigint?",
    health_state: "text",
    health_checked_at: "timestamptz?",
    health_new_url: "text?",
    // Sequence of the event that made the link: its id for programs whose ids are integers (decision 81).
    number: "bigint",
    // When the owner last changed it, or its page's description or pictures came.
    changed_at: "timestamptz",
  },
  key: ["user_id", "id"],
  extra: [
    ...LIST_INDEXES,
    ...titleKeys,
    "create index on {schema}.links (user_id, coalesce(final_host, host), position desc) where deleted_at is null and favicon_key is not null",
    // Links to the same page, and links whose page is gone.
    "create index on {schema}.links (user_id, page_id) where deleted_at is null",
    "create index on {schema}.links (user_id, saved_at desc, position desc) where deleted_at is null and health_state = 'gone'",
    // Reminders whose time comes, and those that are due or waiting.
    "create index on {schema}.links (remind_at) where remind_at is not null and due_since is null and deleted_at is null",
    "create index on {schema}.links (user_id, saved_at desc, position desc) where remind_at is not null and deleted_at is null",
    // Links whose folder is deleted or restored.
    "create index on {schema}.links (user_id, folder_id) where folder_id is not null",
    "create index on {schema}.links (user_id, freed_from) where freed_from is not null",
    "create index on {schema}.links (user_id, bulk_id) where bulk_id is not null",
    "create unique index on {schema}.links (user_id, number)",
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
} satisfies TableDefinition;

/**
 * Numbers of a user's links in one folder (0: without one). Triggers maintain them, so that no query counts rows.
 */
const counts = {
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
} satisfies TableDefinition;

/** The number of a user's links that show a tag in this spelling. Triggers maintain it. */
const tagCounts = {
  name: "tag_counts",
  columns: { user_id: "uuid", tag: "text", count: "int" },
  key: ["user_id", "tag"],
  // The most used ones are listed; those that no link shows are removed.
  extra: ["create index on {schema}.tag_counts (user_id, count desc, tag)"],
} satisfies TableDefinition;

/** Folders that links may be in. */
const knownFolders = {
  name: "known_folders",
  columns: { user_id: "uuid", id: "int" },
  key: ["user_id", "id"],
} satisfies TableDefinition;

/** In the order in which they are written: a link's folder must be known before the link. */
export const tables: readonly TableDefinition[] = [counts, tagCounts, knownFolders, links];

/** A link's row. */
export type LinkRow = RowOf<
  typeof links,
  {
    user_id: UserId;
    id: LinkId;
    folder_id: FolderId;
    freed_from: FolderId;
    merged_visits: MergedVisits;
    saved_by: LinkOrigin["kind"];
    bulk_id: BulkId;
    undo: Undo;
    enrichment_state: "pending" | "done" | "failed";
    health_state: "fine" | "gone" | "moved" | "unknown";
  }
> & {
  /** The key of lists in the order of titles, which PostgreSQL generates from titles and address. */
  title_key: string;
};

/** The read tables as queries see them. */
export interface LinksTables {
  "links.links": LinkRow;
  "links.counts": RowOf<typeof counts, { user_id: UserId }>;
  "links.tag_counts": RowOf<typeof tagCounts, { user_id: UserId }>;
  "links.known_folders": RowOf<typeof knownFolders, { user_id: UserId; id: FolderId }>;
}
