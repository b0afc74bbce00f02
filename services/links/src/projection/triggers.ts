import { afterStatements, carryOut, type Operation } from "./after-statements.ts";

/** The rows that a statement took away, with the sign -1, and those that it brought. */
const CHANGED: Readonly<Record<Operation, string>> = {
  inserted: "select 1 as sign, n.* from new_rows n",
  updated: "select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o",
  deleted: "select -1 as sign, o.* from old_rows o",
};

/** Keeps `counts`. */
export const countLinks = afterStatements("count_links", (operation) => ({
  begin: carryOut(`
    insert into counts as c (user_id, folder_id, total, unvisited, favorites, unvisited_favorites)
    select * from (
      select user_id, coalesce(folder_id, 0), sum(sign) as total,
        coalesce(sum(sign) filter (where visit_count = 0), 0) as unvisited,
        coalesce(sum(sign) filter (where is_favorite), 0) as favorites,
        coalesce(sum(sign) filter (where is_favorite and visit_count = 0), 0) as unvisited_favorites
      from (${CHANGED[operation]}) as changed where deleted_at is null group by 1, 2) as sums
    where total <> 0 or unvisited <> 0 or favorites <> 0 or unvisited_favorites <> 0
    on conflict (user_id, folder_id) do update set
      total = c.total + excluded.total, unvisited = c.unvisited + excluded.unvisited,
      favorites = c.favorites + excluded.favorites,
      unvisited_favorites = c.unvisited_favorites + excluded.unvisited_favorites`),
}));

/** Keeps `tag_counts`. A tag that no link shows any more is forgotten: it may tell what somebody no longer wants kept. */
export const countTags = afterStatements("count_tags", (operation) => ({
  declare: "fewer boolean;",
  begin: `
    ${carryOut(
      `with changes as (
         select user_id, tag, sum(sign)::int as number
         from (${CHANGED[operation]}) as changed cross join lateral unnest(coalesce(own_tags, page_tags)) as tag
         where deleted_at is null group by 1, 2 having sum(sign) <> 0
       ), put as (
         insert into tag_counts as c (user_id, tag, count) select user_id, tag, number from changes
         on conflict (user_id, tag) do update set count = c.count + excluded.count
         returning c.count
       ) select bool_or(count = 0) from put`,
      "fewer",
    )}
    if fewer then
      ${carryOut(`delete from tag_counts where count = 0 and user_id in (select user_id from (${CHANGED[operation]}) as changed)`)}
    end if;`,
}));

/**
 * Keeps a link out of a folder that is not there: it may have been put there in the moment in which the folder was
 * deleted. It counts as one that lay in it.
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
