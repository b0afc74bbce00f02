// Schemas are renamed when rebuilt tables take over, so a function finds its tables by the trigger's own schema.

const CHANGED = `
    changed text := case tg_op
      when 'INSERT' then 'select 1 as sign, n.* from new_rows n'
      when 'DELETE' then 'select -1 as sign, o.* from old_rows o'
      else 'select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o' end;`;

/** Keeps `counts`. */
export const COUNT_LINKS = `
  create function {schema}.count_links() returns trigger language plpgsql as $$
  declare ${CHANGED}
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

/** Keeps `tag_counts`. A tag that no link shows any more is forgotten: it may tell what somebody no longer wants kept. */
export const COUNT_TAGS = `
  create function {schema}.count_tags() returns trigger language plpgsql as $$
  declare ${CHANGED}
    fewer boolean;
  begin
    execute format(
      'with changes as (
         select user_id, tag, sum(sign)::int as number
         from (%2$s) as changed cross join lateral unnest(coalesce(own_tags, page_tags)) as tag
         where deleted_at is null group by 1, 2 having sum(sign) <> 0
       ), put as (
         insert into %1$I.tag_counts as c (user_id, tag, count) select user_id, tag, number from changes
         on conflict (user_id, tag) do update set count = c.count + excluded.count
         returning c.count
       ) select bool_or(count = 0) from put', tg_table_schema, changed) into fewer;
    if fewer then
      execute format('delete from %1$I.tag_counts where count = 0 and user_id in (select user_id from (%2$s) as changed)',
        tg_table_schema, changed);
    end if;
    return null;
  end $$`;

/** The statement triggers that call a counting function of {@link COUNT_LINKS}' kind on the table of links. */
export const countingTriggers = (counting: string): string[] => [
  `create trigger ${counting}_inserted after insert on {schema}.links
     referencing new table as new_rows for each statement execute function {schema}.${counting}()`,
  `create trigger ${counting}_updated after update on {schema}.links
     referencing old table as old_rows new table as new_rows for each statement execute function {schema}.${counting}()`,
  `create trigger ${counting}_deleted after delete on {schema}.links
     referencing old table as old_rows for each statement execute function {schema}.${counting}()`,
];

/**
 * Keeps a link out of a folder that is not there: it may have been put there in the moment in which the folder was
 * deleted. It counts as one that lay in it.
 */
export const KEEP_KNOWN_FOLDER = `
  create function {schema}.keep_known_folder() returns trigger language plpgsql as $$
  declare
    known boolean;
  begin
    execute format('select exists (select from %I.known_folders where user_id = $1 and id = $2)', tg_table_schema)
      into known using new.user_id, new.folder_id;
    if not known then
      new.freed_from := new.folder_id;
      new.folder_id := null;
    end if;
    return new;
  end $$`;
