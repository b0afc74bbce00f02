/** By kind of statement: its transition tables, and a query for the rows that it removed (`sign` -1) and added (1). */
const OPERATIONS = {
  inserted: {
    event: "insert",
    referencing: "new table as new_rows",
    rows: "new_rows",
    changed: "select 1 as sign, n.* from new_rows n",
  },
  updated: {
    event: "update",
    referencing: "old table as old_rows new table as new_rows",
    rows: "new_rows",
    changed: "select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o",
  },
  deleted: {
    event: "delete",
    referencing: "old table as old_rows",
    rows: "old_rows",
    changed: "select -1 as sign, o.* from old_rows o",
  },
} as const;

/**
 * Creates triggers that run a body of PL/pgSQL after each statement that changed rows of `{schema}.links`. The functions find
 * their tables by their search path, which is changed when rebuilt tables are swapped in (`renameSchema`), so that their
 * statements are planned once per connection. Sequential scans are off, because a plan made for an empty table would stay.
 * @param body gets a query for the changed rows
 * @param declare the body's variables
 */
function afterStatements(name: string, body: (changed: string) => string, declare = ""): readonly string[] {
  return Object.entries(OPERATIONS).flatMap(([operation, { event, referencing, rows, changed }]) => [
    // An insert with `on conflict` fires the update triggers too, without rows.
    `create function {schema}.${name}_${operation}() returns trigger language plpgsql
     set search_path = {schema} set enable_seqscan = off as $body$
     declare ${declare}
     begin
       if not exists (select from ${rows}) then return null; end if;
       ${body(changed)}
       return null;
     end $body$`,
    `create trigger ${name}_${operation} after ${event} on {schema}.links
     referencing ${referencing} for each statement execute function {schema}.${name}_${operation}()`,
  ]);
}

/** Maintains `counts`. */
export const countLinks = afterStatements(
  "count_links",
  (changed) => `
    insert into counts as c (user_id, folder_id, total, unvisited, favorites, unvisited_favorites)
    select * from (
      select user_id, coalesce(folder_id, 0), sum(sign) as total,
        coalesce(sum(sign) filter (where visit_count = 0), 0) as unvisited,
        coalesce(sum(sign) filter (where is_favorite), 0) as favorites,
        coalesce(sum(sign) filter (where is_favorite and visit_count = 0), 0) as unvisited_favorites
      from (${changed}) as changed where deleted_at is null group by 1, 2) as sums
    where total <> 0 or unvisited <> 0 or favorites <> 0 or unvisited_favorites <> 0
    on conflict (user_id, folder_id) do update set
      total = c.total + excluded.total, unvisited = c.unvisited + excluded.unvisited,
      favorites = c.favorites + excluded.favorites,
      unvisited_favorites = c.unvisited_favorites + excluded.unvisited_favorites;`,
);

/** Maintains `tag_counts`. A tag that no link shows any more is removed, because it may be personal. */
export const countTags = afterStatements(
  "count_tags",
  (changed) => `
    with changes as (
      select user_id, tag, sum(sign)::int as number
      from (${changed}) as changed cross join lateral unnest(coalesce(own_tags, page_tags)) as tag
      where deleted_at is null group by 1, 2 having sum(sign) <> 0
    ), put as (
      insert into tag_counts as c (user_id, tag, count) select user_id, tag, number from changes
      on conflict (user_id, tag) do update set count = c.count + excluded.count
      returning c.count
    ) select bool_or(count = 0) into has_unused from put;
    if has_unused then
      delete from tag_counts where count = 0 and user_id in (select user_id from (${changed}) as changed);
    end if;`,
  "has_unused boolean;",
);

/**
 * Prevents that a link is in a folder that does not exist: it may have been moved there while the folder was deleted. It then
 * counts as a link that was in the folder at its deletion.
 */
export const KEEP_KNOWN_FOLDER = `
  create function {schema}.keep_known_folder() returns trigger language plpgsql
  set search_path = {schema} set enable_seqscan = off as $$
  begin
    if not exists (select from known_folders where user_id = new.user_id and id = new.folder_id) then
      new.freed_from := new.folder_id;
      new.folder_id := null;
    end if;
    return new;
  end $$`;
