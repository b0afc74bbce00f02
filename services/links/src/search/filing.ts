import { HOST_CHARS } from "@satchel/contracts";
import { afterStatements, carryOut, type Operation } from "../projection/after-statements.ts";

/**
 * Links on one shelf when newer ones begin the next, and when older ones that came later divide it. A search takes shelf
 * by shelf, so a shelf bounds what a common word costs; their number is what a word costs that is neither common nor rare.
 */
const SHELF_LINKS = 1024;
export const SHELF_LINKS_MAX = 2 * SHELF_LINKS;

// A tag as a whole, told from others as everywhere: by case and by the forms of one character not at all.
const TAG_WORDS = "select '#' || lower(normalize(tag, NFC)) from unnest(coalesce(c.own_tags, c.page_tags)) as tag";

// The host, that to which the address leads, and the domains that they belong to, each with a dot at least. What is too long
// for a host has none: a thousand labels would come to a megabyte, more than PostgreSQL holds the words of.
const HOST_WORDS = `
  select '@' || array_to_string(labels[n:], '.')
  from unnest(array[c.host, c.final_host]) as host, string_to_array(regexp_replace(host, ':\\d+$', ''), '.') as labels,
    generate_subscripts(labels, 1) as n
  where octet_length(host) <= ${HOST_CHARS} + length(':65535') and (n = 1 or n < array_length(labels, 1))`;

// None holds the character that stands between the words of the index.
const NAME_WORDS = `select replace(name, chr(1), '') from (${TAG_WORDS} union ${HOST_WORDS}) as names (name)`;

// What lists are filtered by, as words that no text holds: so the index finds favourites with a word at once.
/** The function that names them. */
export const STATE_WORDS = `
  create function {schema}.search_state(is_favorite boolean, visit_count int, folder_id int, health text) returns text[]
  language sql immutable parallel safe return array[
    case when is_favorite then '!starred' else '!plain' end, case when visit_count = 0 then '!new' else '!visited' end,
    '!' || coalesce(folder_id, 0), case when health = 'gone' then '!gone' else '!there' end]`;
const stateOf = (alias: string): string =>
  `search_state(${alias}.is_favorite, ${alias}.visit_count, ${alias}.folder_id, ${alias}.health_state)`;

const WORDS = `
  search_document(
    search_words(coalesce(c.own_title, c.page_title, c.suggested_title, '')),
    search_words(array_to_string(coalesce(c.own_tags, c.page_tags), ' ')),
    search_words(concat_ws(' ', coalesce(c.own_description, c.page_description), search_address(c.url),
      search_address(coalesce(c.final_url, '')))),
    search_words(coalesce(c.notes, ''))
  ) || array_to_tsvector(array(${NAME_WORDS}) || ${stateOf("c")})`;

const READ =
  "url final_url own_title page_title suggested_title own_description page_description own_tags page_tags notes saved_at position";
const read = (alias: string): string => `(${READ.replace(/\w+/g, `${alias}.$&`).replaceAll(" ", ", ")})`;

// Where nothing else changed than what lists are filtered by, the texts need not be read again.
const CHANGE_STATE = `
  update documents d set words = ts_delete(d.words, ${stateOf("o")}) || array_to_tsvector(${stateOf("n")})
  from new_rows n join old_rows o using (user_id, id)
  where (d.user_id, d.id) = (n.user_id, n.id) and n.deleted_at is null and o.deleted_at is null
    and ${read("n")} is not distinct from ${read("o")} and ${stateOf("n")} <> ${stateOf("o")}`;

const ROOT_SHELF =
  "select s.shelf from shelves s where s.user_id = c.user_id order by s.from_at, s.from_position limit 1";

const shelfOf = (alias: string): string => `
  select s.shelf from shelves s
  where s.user_id = ${alias}.user_id and (s.from_at, s.from_position) <= (${alias}.saved_at, ${alias}.position)
  order by s.from_at desc, s.from_position desc limit 1`;

// The user's oldest shelf, which stands for the user.
const openFirstShelf = (changed: string): string => `
  insert into shelves (user_id, from_at, from_position, shelf, size)
  select user_id, '-infinity', 0, nextval('shelf_numbers'), 0
  from (select distinct user_id from (${changed}) as changed) as users
  where not exists (select from shelves s where s.user_id = users.user_id)`;

// Where the newer links that fill the newest shelf begin a further one.
const openShelves = (changed: string): string => `
  with changed as (${changed}), newer as (
    select c.user_id, c.saved_at, c.position, top.size,
      row_number() over (partition by c.user_id order by c.saved_at, c.position) as n
    from changed c
    cross join lateral (
      select s.shelf, s.size from shelves s where s.user_id = c.user_id
      order by s.from_at desc, s.from_position desc limit 1) as top
    left join lateral (
      select d.saved_at, d.position from documents d where d.shelf = top.shelf
      order by d.saved_at desc, d.position desc limit 1) as newest on true
    where newest.saved_at is null or (c.saved_at, c.position) > (newest.saved_at, newest.position)
  )
  insert into shelves (user_id, from_at, from_position, shelf, size)
  select user_id, saved_at, position, nextval('shelf_numbers'), 0 from newer
  where size + n > 1 and (case when size >= ${SHELF_LINKS} then n else size + n end) % ${SHELF_LINKS} = 1`;

const putDocuments = (changed: string): string => `
  with put as (
    insert into documents as d (user_id, id, saved_at, position, root, shelf, words)
    select c.user_id, c.id, c.saved_at, c.position, root.shelf, own.shelf, ${WORDS}
    from (${changed}) as c
    cross join lateral (${ROOT_SHELF}) as root
    cross join lateral (${shelfOf("c")}) as own
    on conflict (user_id, id) do update set saved_at = excluded.saved_at, position = excluded.position,
      root = excluded.root, shelf = excluded.shelf, words = excluded.words
    returning with (old as before, new as after) after.shelf, before.shelf is distinct from after.shelf as came
  )
  update shelves s set size = s.size + came.number
  from (select shelf, count(*) as number from put where came group by shelf) as came where s.shelf = came.shelf`;

const DIVIDE_SHELF = `
  insert into shelves (user_id, from_at, from_position, shelf, size)
  select user_id, saved_at, position, nextval('shelf_numbers'), ${SHELF_LINKS}
  from (
    select user_id, saved_at, position, row_number() over (order by saved_at, position) as n
    from documents where shelf = full_shelf) as d
  where n > 1 and n % ${SHELF_LINKS} = 1`;

const MOVE_DOCUMENTS = `
  update documents d set shelf = (${shelfOf("d")}) where d.shelf = full_shelf and d.shelf <> (${shelfOf("d")})`;

// Texts are read anew where one of them changed.
const REFILED: Readonly<Record<Exclude<Operation, "deleted">, string>> = {
  inserted: "select * from new_rows where deleted_at is null",
  updated: `select n.* from new_rows n join old_rows o using (user_id, id)
    where n.deleted_at is null and (o.deleted_at is not null or ${read("n")} is distinct from ${read("o")})`,
};

const takeOut = (gone: string): string =>
  `delete from documents d using (${gone}) as g where (d.user_id, d.id) = (g.user_id, g.id)`;

const file = (changed: string): string => `
  ${carryOut(openFirstShelf(changed))}
  ${carryOut(openShelves(changed))}
  ${carryOut(putDocuments(changed))}
  for full_shelf in select shelf from shelves where size > ${SHELF_LINKS_MAX} loop
    ${DIVIDE_SHELF};
    ${MOVE_DOCUMENTS};
    update shelves set size = ${SHELF_LINKS} where shelf = full_shelf;
  end loop;`;

/** Keep documents and shelves in step with the links. */
export const filing = afterStatements("index", (operation) => {
  switch (operation) {
    case "deleted":
      return { begin: carryOut(takeOut("select user_id, id from old_rows")) };
    case "inserted":
      return { declare: "full_shelf int;", begin: file(REFILED.inserted) };
    case "updated":
      return {
        declare: "full_shelf int;",
        begin: `
          ${carryOut(takeOut("select user_id, id from new_rows where deleted_at is not null"))}
          ${carryOut(CHANGE_STATE)}
          ${file(REFILED.updated)}`,
      };
  }
});

/** Has a statement find its tables in the schema, for as long as it takes. */
const inSchema = (statement: string): string =>
  `do $do$ begin set local search_path = {schema}; ${statement}; end $do$`;

/** Makes the shelves of all links at once, as the triggers would have made them of links that came in their order. */
export const FILL_SHELVES = inSchema(`
  insert into shelves (user_id, from_at, from_position, shelf, size)
  select user_id, case when n = 1 then '-infinity' else saved_at end, case when n = 1 then 0 else position end,
    nextval('shelf_numbers'), least(${SHELF_LINKS}, total - n + 1)
  from (
    select user_id, saved_at, position, count(*) over (partition by user_id) as total,
      row_number() over (partition by user_id order by saved_at, position) as n
    from links where deleted_at is null) as l
  where n % ${SHELF_LINKS} = 1 order by user_id, n`);

/** Makes the documents of all links at once, once there are shelves. */
export const FILL_DOCUMENTS = inSchema(`
  insert into documents (user_id, id, saved_at, position, root, shelf, words)
  select c.user_id, c.id, c.saved_at, c.position, root.shelf, own.shelf, ${WORDS}
  from links c
  cross join lateral (${ROOT_SHELF}) as root
  cross join lateral (${shelfOf("c")}) as own
  where c.deleted_at is null`);
