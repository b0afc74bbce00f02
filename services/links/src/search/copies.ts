import type { TableDefinition } from "@satchel/chassis";
import type { UserId } from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { afterStatements, carryOut, type Operation } from "../projection/after-statements.ts";
import type { LinksTables } from "../projection/tables.ts";

/** Pages that are looked up by their marks; where there are more, every so-many-th link of a list leads to one of them. */
const FEW_PAGES = 2000;

/** A row of `links.copied_pages`: a page that more than one of a user's links lead to, by its mark. Kept by triggers. */
export interface CopiedPageRow {
  user_id: UserId;
  page_id: string;
}

const CHANGED: Readonly<Record<Operation, string>> = {
  inserted: "select user_id, page_id from new_rows where deleted_at is null",
  updated: `select n.user_id, unnest(array[o.page_id, n.page_id]) from new_rows n join old_rows o using (user_id, id)
    where (n.page_id, n.deleted_at is null) is distinct from (o.page_id, o.deleted_at is null)`,
  deleted: "select user_id, page_id from old_rows where deleted_at is null",
};

// The pages whose links became more or fewer are counted anew, each as far as two. `offset 0` leaves the planner nothing
// but the index of pages: a user's list is a detour as long as the list.
const keepCopiedPages = afterStatements("keep_copied_pages", (operation) => ({
  begin: carryOut(`
    with changed (user_id, page_id) as materialized (select distinct * from (${CHANGED[operation]}) as rows),
    copied as materialized (
      select c.* from changed c where exists (
        select from (select user_id from links where page_id = c.page_id and deleted_at is null offset 0) as l
        where l.user_id = c.user_id offset 1)
    ), put as (
      insert into copied_pages select * from copied on conflict do nothing
    )
    delete from copied_pages p using (select * from changed except select * from copied) as single
    where (p.user_id, p.page_id) = (single.user_id, single.page_id)`),
}));

/** Must be made after `links`. */
export const copiedPages: TableDefinition = {
  name: "copied_pages",
  columns: { user_id: "uuid", page_id: "uuid" },
  key: ["user_id", "page_id"],
  extra: keepCopiedPages.functions,
  late: [
    `insert into {schema}.copied_pages select user_id, page_id from {schema}.links where deleted_at is null
       group by user_id, page_id having count(*) > 1`,
    ...keepCopiedPages.triggers,
  ],
};

/** The pages that more than one of a user's links lead to; undefined where they are not {@link FEW_PAGES}. */
export async function fewCopiedPages(db: Kysely<LinksTables>, userId: UserId): Promise<string[] | undefined> {
  const pages = await db
    .selectFrom("links.copied_pages")
    .select("page_id")
    .where("user_id", "=", userId)
    .limit(FEW_PAGES + 1)
    .execute();
  return pages.length > FEW_PAGES ? undefined : pages.map(({ page_id }) => page_id);
}

/** Whether a page, given as an expression, is one that more than one of a user's links lead to. */
export const isCopied = (userId: UserId, page: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from links.copied_pages c where c.user_id = ${userId}::uuid and c.page_id = ${page} offset 0)`;
