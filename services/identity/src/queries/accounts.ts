import { type AccountPlace, ACCOUNTS_PER_PAGE, type UserId } from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IdentityTables } from "./index.ts";

/** An account and its confirmed addresses, the primary one first. */
export interface AccountRow {
  readonly user_id: UserId;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly addresses: readonly string[];
}

/** `%`, `_` and `\` mean themselves in a search. */
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/**
 * Accounts with a confirmed address that contains a text, the newest first: one more than {@link ACCOUNTS_PER_PAGE} where
 * more follow. PostgreSQL stores no NUL, so no address has one.
 */
export async function listAccounts(
  db: Kysely<IdentityTables>,
  search: string,
  after?: AccountPlace,
): Promise<readonly AccountRow[]> {
  if (search.includes("\0")) return [];
  const matches =
    search === ""
      ? sql`true`
      : sql`exists (select from identity.addresses found where found.user_id = account.user_id
          and found.is_confirmed and found.address ilike ${`%${literally(search)}%`})`;
  const isLater =
    after === undefined
      ? sql`true`
      : sql`(account.created_at, account.user_id) < (${after.createdAt}::timestamptz, ${after.userId}::uuid)`;
  return select(db, sql`${matches} and ${isLater}`);
}

/** One account; undefined where there is none, or the tables do not show it yet. */
export const findAccount = async (db: Kysely<IdentityTables>, userId: UserId): Promise<AccountRow | undefined> =>
  (await select(db, sql`account.user_id = ${userId}`))[0];

async function select(db: Kysely<IdentityTables>, condition: RawBuilder<unknown>): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select account.user_id, account.created_at, account.suspended_at,
      (select array_agg(own.address order by own.position) from identity.addresses own
        where own.user_id = account.user_id and own.is_confirmed) as addresses
    from identity.accounts account
    where ${condition}
    order by account.created_at desc, account.user_id desc
    limit ${ACCOUNTS_PER_PAGE + 1}`.execute(db);
  return rows;
}
