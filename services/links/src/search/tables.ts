import type { TableDefinition } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { copiedPages } from "./copies.ts";
import { searchTexts } from "./texts.ts";

/**
 * Links on one shelf when newer ones begin the next, and when older ones that came later divide it. A search takes shelf
 * by shelf, so a shelf bounds what a common word costs; their number is what a word costs that is neither common nor rare.
 */
const SHELF_LINKS = 1024;
const SHELF_LINKS_MAX = 2 * SHELF_LINKS;

/**
 * Kilobytes of words that may wait to be sorted into the index. Every search reads through them, so they are few; without
 * any, each word of each link is sorted in alone.
 */
const WAITING_KB = 128;

/** A row of `links.documents`: the words of one link that is not deleted, and its place in lists. */
export interface DocumentRow {
  user_id: UserId;
  id: LinkId;
  saved_at: Date;
  position: number;
  /** Number of the user's oldest shelf: it stands for the user. */
  root: number;
  /** Number of the shelf that the link is on. */
  shelf: number;
  /**
   * Words with their places and fields (A title, B tags, C description and address, D notes), besides `#tag`, `@host` and
   * what lists are filtered by: `!starred` or `!plain`, `!new` or `!visited`, `!there` or `!gone`, and `!` with the
   * folder's number, 0 for none.
   */
  words: string;
}

/** A row of `links.shelves`: a stretch of a user's links in the order of lists, from one place up to the next shelf's. */
export interface ShelfRow {
  user_id: UserId;
  from_at: Date;
  from_position: number;
  shelf: number;
  /** Links that came here since it was made: not fewer than there are. */
  size: number;
}

// What the index holds of a link: each word marked with the shelf, and with the user unless it is on the oldest shelf.
// So one look gives the links of one shelf, or of one user, however many others have the word. The high cost tells the
// planner to look there, even where it believes that the first link of any would do.
const SEARCH_TOKENS = `
  create function {schema}.search_tokens(root int, shelf int, words tsvector) returns tsvector
  language plpgsql immutable parallel safe cost 10000 as $$
  declare
    list text[] := tsvector_to_array(words);
    own text := shelf || ':';
    whole text := root || '.';
  begin
    if list = '{}' then return ''; end if;
    own := own || array_to_string(list, chr(1) || own);
    if shelf <> root then own := own || chr(1) || whole || array_to_string(list, chr(1) || whole); end if;
    return array_to_tsvector(string_to_array(own, chr(1)));
  end $$`;

// A tag as a whole, told from others as everywhere: by case and by the forms of one character not at all.
const TAG_WORDS = "select '#' || lower(normalize(tag, NFC)) from unnest(coalesce(c.own_tags, c.page_tags)) as tag";

// The host, that to which the address leads, and the domains that they belong to, each with a dot at least.
const HOST_WORDS = `
  select '@' || array_to_string(labels[n:], '.')
  from unnest(array[c.host, c.final_host]) as host, string_to_array(regexp_replace(host, ':\\d+$', ''), '.') as labels,
    generate_subscripts(labels, 1) as n
  where n = 1 or n < array_length(labels, 1)`;

// What lists are filtered by, as words that no text holds: so the index finds favourites with a word at once.
const STATE_WORDS = `
  create function {schema}.search_state(is_favorite boolean, visit_count int, folder_id int, health text) returns text[]
  language sql immutable parallel safe return array[
    case when is_favorite then '!starred' else '!plain' end, case when visit_count = 0 then '!new' else '!visited' end,
    '!' || coalesce(folder_id, 0), case when health = 'gone' then '!gone' else '!there' end]`;
const stateOf = (alias: string): string =>
  `%1$I.search_state(${alias}.is_favorite, ${alias}.visit_count, ${alias}.folder_id, ${alias}.health_state)`;

const WORDS = `
  %1$I.search_document(
    %1$I.search_words(coalesce(c.own_title, c.page_title, c.suggested_title, '')),
    %1$I.search_words(array_to_string(coalesce(c.own_tags, c.page_tags), ' ')),
    %1$I.search_words(concat_ws(' ', coalesce(c.own_description, c.page_description), %1$I.search_address(c.url),
      %1$I.search_address(coalesce(c.final_url, '')))),
    %1$I.search_words(coalesce(c.notes, ''))
  ) || array_to_tsvector(array(${TAG_WORDS} union ${HOST_WORDS}) || ${stateOf("c")})`;

const READ =
  "url final_url own_title page_title suggested_title own_description page_description own_tags page_tags notes saved_at position";
const read = (alias: string): string => `(${READ.replace(/\w+/g, `${alias}.$&`).replaceAll(" ", ", ")})`;

// Where nothing else changed than what lists are filtered by, the texts need not be read again.
const CHANGE_STATE = `
  update %1$I.documents d set words = ts_delete(d.words, ${stateOf("o")}) || array_to_tsvector(${stateOf("n")})
  from new_rows n join old_rows o using (user_id, id)
  where (d.user_id, d.id) = (n.user_id, n.id) and n.deleted_at is null and o.deleted_at is null
    and ${read("n")} is not distinct from ${read("o")} and ${stateOf("n")} <> ${stateOf("o")}`;

const ROOT_SHELF =
  "select s.shelf from %1$I.shelves s where s.user_id = c.user_id order by s.from_at, s.from_position limit 1";

const shelfOf = (alias: string): string => `
  select s.shelf from %1$I.shelves s
  where s.user_id = ${alias}.user_id and (s.from_at, s.from_position) <= (${alias}.saved_at, ${alias}.position)
  order by s.from_at desc, s.from_position desc limit 1`;

// Where the newer links that fill the newest shelf begin a further one.
const OPEN_SHELVES = `
  with changed as (%2$s), newer as (
    select c.user_id, c.saved_at, c.position, top.size,
      row_number() over (partition by c.user_id order by c.saved_at, c.position) as n
    from changed c
    cross join lateral (
      select s.shelf, s.size from %1$I.shelves s where s.user_id = c.user_id
      order by s.from_at desc, s.from_position desc limit 1) as top
    left join lateral (
      select d.saved_at, d.position from %1$I.documents d where d.shelf = top.shelf
      order by d.saved_at desc, d.position desc limit 1) as newest on true
    where newest.saved_at is null or (c.saved_at, c.position) > (newest.saved_at, newest.position)
  )
  insert into %1$I.shelves (user_id, from_at, from_position, shelf, size)
  select user_id, saved_at, position, nextval('%1$I.shelf_numbers'), 0 from newer
  where size + n > 1 and (case when size >= ${SHELF_LINKS} then n else size + n end) %% ${SHELF_LINKS} = 1`;

const PUT_DOCUMENTS = `
  with put as (
    insert into %1$I.documents as d (user_id, id, saved_at, position, root, shelf, words)
    select c.user_id, c.id, c.saved_at, c.position, root.shelf, own.shelf, ${WORDS}
    from (%2$s) as c
    cross join lateral (${ROOT_SHELF}) as root
    cross join lateral (${shelfOf("c")}) as own
    on conflict (user_id, id) do update set saved_at = excluded.saved_at, position = excluded.position,
      root = excluded.root, shelf = excluded.shelf, words = excluded.words
    returning new.shelf, old.shelf is distinct from new.shelf as came
  )
  update %1$I.shelves s set size = s.size + came.number
  from (select shelf, count(*) as number from put where came group by shelf) as came where s.shelf = came.shelf`;

const DIVIDE_SHELF = `
  insert into %1$I.shelves (user_id, from_at, from_position, shelf, size)
  select user_id, saved_at, position, nextval('%1$I.shelf_numbers'), ${SHELF_LINKS}
  from (
    select user_id, saved_at, position, row_number() over (order by saved_at, position) as n
    from %1$I.documents where shelf = $1) as d
  where n > 1 and n %% ${SHELF_LINKS} = 1`;

const MOVE_DOCUMENTS = `
  update %1$I.documents d set shelf = (${shelfOf("d")}) where d.shelf = $1 and d.shelf <> (${shelfOf("d")})`;

// An empty table is left without statistics: they would have it gone through from end to end when it is no longer empty.
const analyzed = (table: string): string =>
  `do $$ begin if exists (select from {schema}.${table}) then analyze {schema}.${table}; end if; end $$`;

// All shelves and documents at once, as the triggers would have made them of links that came in their order.
const FILL_SHELVES = `
  insert into {schema}.shelves (user_id, from_at, from_position, shelf, size)
  select user_id, case when n = 1 then '-infinity' else saved_at end, case when n = 1 then 0 else position end,
    nextval('{schema}.shelf_numbers'), least(${SHELF_LINKS}, total - n + 1)
  from (
    select user_id, saved_at, position, count(*) over (partition by user_id) as total,
      row_number() over (partition by user_id order by saved_at, position) as n
    from {schema}.links where deleted_at is null) as l
  where n % ${SHELF_LINKS} = 1 order by user_id, n`;

const FILL_DOCUMENTS = `
  insert into {schema}.documents (user_id, id, saved_at, position, root, shelf, words)
  select c.user_id, c.id, c.saved_at, c.position, root.shelf, own.shelf, ${WORDS}
  from %1$I.links c
  cross join lateral (${ROOT_SHELF}) as root
  cross join lateral (${shelfOf("c")}) as own
  where c.deleted_at is null`
  .replaceAll("%1$I", "{schema}")
  .replaceAll("%%", "%");

// Texts are read anew where one of them changed. The function finds its tables by the trigger's own schema, for schemas are
// renamed when rebuilt tables take over.
const INDEX_LINKS = `
  create function {schema}.index_links() returns trigger language plpgsql as $body$
  declare
    gone text := case tg_op
      when 'UPDATE' then 'select user_id, id from new_rows where deleted_at is not null'
      when 'DELETE' then 'select user_id, id from old_rows' end;
    changed text := case tg_op
      when 'INSERT' then 'select * from new_rows where deleted_at is null'
      when 'UPDATE' then 'select n.* from new_rows n join old_rows o using (user_id, id)
        where n.deleted_at is null and (o.deleted_at is not null or ${read("n")} is distinct from ${read("o")})' end;
    full_shelf int;
  begin
    if gone is not null then
      execute format('delete from %1$I.documents d using (%2$s) as g where (d.user_id, d.id) = (g.user_id, g.id)',
        tg_table_schema, gone);
    end if;
    if changed is null then return null; end if;
    if tg_op = 'UPDATE' then execute format($$${CHANGE_STATE}$$, tg_table_schema); end if;
    execute format($$
      insert into %1$I.shelves (user_id, from_at, from_position, shelf, size)
      select user_id, '-infinity', 0, nextval('%1$I.shelf_numbers'), 0
      from (select distinct user_id from (%2$s) as changed) as users
      where not exists (select from %1$I.shelves s where s.user_id = users.user_id)$$, tg_table_schema, changed);
    execute format($$${OPEN_SHELVES}$$, tg_table_schema, changed);
    execute format($$${PUT_DOCUMENTS}$$, tg_table_schema, changed);
    for full_shelf in
      execute format('select shelf from %I.shelves where size > ${SHELF_LINKS_MAX}', tg_table_schema)
    loop
      execute format($$${DIVIDE_SHELF}$$, tg_table_schema) using full_shelf;
      execute format($$${MOVE_DOCUMENTS}$$, tg_table_schema) using full_shelf;
      execute format('update %I.shelves set size = ${SHELF_LINKS} where shelf = $1', tg_table_schema) using full_shelf;
    end loop;
    return null;
  end $body$`;

const shelves: TableDefinition = {
  name: "shelves",
  columns: { user_id: "uuid", from_at: "timestamptz", from_position: "bigint", shelf: "int", size: "int" },
  key: ["user_id", "from_at", "from_position"],
  extra: [
    "create sequence {schema}.shelf_numbers as int",
    "create unique index on {schema}.shelves (shelf)",
    `create index on {schema}.shelves (shelf) where size > ${SHELF_LINKS_MAX}`,
  ],
};

const documents: TableDefinition = {
  name: "documents",
  columns: {
    user_id: "uuid",
    id: "uuid",
    saved_at: "timestamptz",
    position: "bigint",
    root: "int",
    shelf: "int",
    words: "tsvector",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.documents (shelf, saved_at, position)",
    ...searchTexts,
    STATE_WORDS,
    SEARCH_TOKENS,
    INDEX_LINKS,
  ],
  late: [
    analyzed("links"),
    FILL_SHELVES,
    analyzed("shelves"),
    FILL_DOCUMENTS,
    `create index documents_tokens on {schema}.documents using gin ({schema}.search_tokens(root, shelf, words))
       with (gin_pending_list_limit = ${WAITING_KB})`,
    analyzed("documents"),
    `create trigger index_inserted after insert on {schema}.links
       referencing new table as new_rows for each statement execute function {schema}.index_links()`,
    `create trigger index_updated after update on {schema}.links
       referencing old table as old_rows new table as new_rows for each statement execute function {schema}.index_links()`,
    `create trigger index_deleted after delete on {schema}.links
       referencing old table as old_rows for each statement execute function {schema}.index_links()`,
  ],
};

/** What searches read, kept by triggers of `links`, after which they must be made. */
export const searchTables: readonly TableDefinition[] = [shelves, documents, copiedPages];
