import type { TableDefinition } from "@satchel/chassis";
import type { FolderId, LinkId, UserId } from "@satchel/contracts";

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
  own_tags: string[] | null;
  page_tags: string[];
  is_favorite: boolean;
  folder_id: FolderId | null;
  visit_count: number;
  first_visited_at: Date | null;
  last_visited_at: Date | null;
  created_at: Date;
  saved_at: Date;
  /** Sequence of the event that last saved the link: newest first is by it, and a page's cursor is it. */
  position: number;
  deleted_at: Date | null;
  /** Sequence of the link's own last event, for optimistic concurrency. */
  revision: number;
  preview_key: string | null;
  favicon_key: string | null;
  enrichment_state: "pending" | "done" | "failed";
  enrichment_reason: string | null;
  enrichment_tried_at: Date | null;
  enrichment_attempts: number;
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

/** A row of `links.known_folders`: which folders a link may be put into. */
export interface KnownFolderRow {
  user_id: UserId;
  id: FolderId;
}

/** The read tables as queries see them. */
export interface LinksTables {
  "links.links": LinkRow;
  "links.counts": CountRow;
  "links.known_folders": KnownFolderRow;
}

// Schemas are renamed when rebuilt tables take over, so the function finds its tables by the trigger's own schema.
const COUNT_FUNCTION = `
  create function {schema}.count_links() returns trigger language plpgsql as $$
  declare
    changed text := case tg_op
      when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
      when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
      else 'select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o' end;
  begin
    execute format(
      'insert into %I.counts as c (user_id, folder_id, total, unvisited, favorites, unvisited_favorites)
       select * from (
         select user_id, coalesce(folder_id, 0), sum(sign) as total,
           coalesce(sum(sign) filter (where visit_count = 0), 0) as unvisited,
           coalesce(sum(sign) filter (where is_favorite), 0) as favorites,
           coalesce(sum(sign) filter (where is_favorite and visit_count = 0), 0) as unvisited_favorites
         from (%s) as changed where deleted_at is null group by 1, 2) as sums
       where total <> 0 or unvisited <> 0 or favorites <> 0 or unvisited_favorites <> 0
       on conflict (user_id, folder_id) do update set
         total = c.total + excluded.total, unvisited = c.unvisited + excluded.unvisited,
         favorites = c.favorites + excluded.favorites,
         unvisited_favorites = c.unvisited_favorites + excluded.unvisited_favorites',
      tg_table_schema, changed);
    return null;
  end $$`;

// A list is read by key whatever its filters: each combination has an index of just its rows, in its order.
const LIST_INDEXES = ["", " and is_favorite", " and visit_count = 0", " and is_favorite and visit_count = 0"].flatMap(
  (rows) =>
    ["user_id", "user_id, coalesce(folder_id, 0)"].map(
      (list) => `create index on {schema}.links (${list}, position desc) where deleted_at is null${rows}`,
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
    own_tags: "text[]?",
    page_tags: "text[]",
    is_favorite: "boolean",
    folder_id: "int?",
    visit_count: "int",
    first_visited_at: "timestamptz?",
    last_visited_at: "timestamptz?",
    created_at: "timestamptz",
    saved_at: "timestamptz",
    position: "bigint",
    deleted_at: "timestamptz?",
    revision: "bigint",
    preview_key: "text?",
    favicon_key: "text?",
    enrichment_state: "text",
    enrichment_reason: "text?",
    enrichment_tried_at: "timestamptz?",
    enrichment_attempts: "int",
  },
  key: ["user_id", "id"],
  extra: [
    ...LIST_INDEXES,
    "create index on {schema}.links (user_id, host, position desc) where deleted_at is null and favicon_key is not null",
    COUNT_FUNCTION,
    `create trigger count_inserted after insert on {schema}.links
       referencing new table as new_rows for each statement execute function {schema}.count_links()`,
    `create trigger count_updated after update on {schema}.links
       referencing old table as old_rows new table as new_rows for each statement execute function {schema}.count_links()`,
    `create trigger count_deleted after delete on {schema}.links
       referencing old table as old_rows for each statement execute function {schema}.count_links()`,
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

const knownFolders: TableDefinition = {
  name: "known_folders",
  columns: { user_id: "uuid", id: "int" },
  key: ["user_id", "id"],
};

export const tables: readonly TableDefinition[] = [counts, links, knownFolders];
