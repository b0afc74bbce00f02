import type { Snapshot } from "@satchel/chassis";
import type { CopyId, LinkId, UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { CopyState, RequestState, TextState } from "../domain/copies.ts";
import type { ArchiveTables } from "../projection/tables.ts";

type Database = Kysely<ArchiveTables>;

/** A link's head with rows of other tables: one statement, so that they are consistent. */
const headOf = (db: Database, userId: UserId, linkId: LinkId) =>
  db.selectFrom("archive.heads as head").where("head.user_id", "=", userId).where("head.link_id", "=", linkId);

export async function loadCopy(
  db: Database,
  userId: UserId,
  linkId: LinkId,
  version: CopyId,
): Promise<Snapshot<CopyState | undefined>> {
  const row = await headOf(db, userId, linkId)
    .leftJoin("archive.copies as copy", (join) =>
      join
        .onRef("copy.user_id", "=", "head.user_id")
        .onRef("copy.link_id", "=", "head.link_id")
        .on("copy.version", "=", version),
    )
    .select(["head.revision", "copy.version", "copy.deleted_at"])
    .executeTakeFirst();
  const isThere = row !== undefined && row.version !== null;
  return { state: isThere ? { deletedAt: row.deleted_at } : undefined, revision: row?.revision ?? 0 };
}

export async function loadText(db: Database, userId: UserId, linkId: LinkId): Promise<Snapshot<TextState>> {
  const { rows } = await sql<TextState & { revision: number | null }>`
    with there as (
      select version, kept_at from archive.copies
      where user_id = ${userId} and link_id = ${linkId} and deleted_at is null
    )
    select (select revision from archive.heads where user_id = ${userId} and link_id = ${linkId}) as revision,
      (select version from there order by kept_at desc limit 1) as newest,
      (select version from there order by kept_at limit 1) as oldest,
      (select count(*)::int from there) as count`.execute(db);
  const { revision = null, ...state } = rows[0] ?? { newest: null, oldest: null, count: 0 };
  return { state, revision: Number(revision ?? 0) };
}

export async function loadSwitch(db: Database, userId: UserId, linkId: LinkId): Promise<Snapshot<boolean | null>> {
  const row = await headOf(db, userId, linkId)
    .leftJoin("archive.switches as own", (join) =>
      join.onRef("own.user_id", "=", "head.user_id").onRef("own.link_id", "=", "head.link_id"),
    )
    .select(["head.revision", "own.is_on"])
    .executeTakeFirst();
  return { state: row?.is_on ?? null, revision: row?.revision ?? 0 };
}

export async function loadReading(db: Database, userId: UserId, linkId: LinkId): Promise<Snapshot<number>> {
  const row = await headOf(db, userId, linkId)
    .leftJoin("archive.readings as reading", (join) =>
      join.onRef("reading.user_id", "=", "head.user_id").onRef("reading.link_id", "=", "head.link_id"),
    )
    .select(["head.revision", "reading.part"])
    .executeTakeFirst();
  return { state: row?.part ?? 0, revision: row?.revision ?? 0 };
}

/** @param since for counting the requests of all of the user's links */
export async function loadRequest(
  db: Database,
  userId: UserId,
  linkId: LinkId,
  since: Date,
): Promise<Snapshot<RequestState>> {
  const { rows } = await sql<{ revision: number | null; requested_at: Date | null; recent: number }>`
    select head.revision, request.requested_at,
      (select count(*)::int from archive.requests r where r.user_id = ${userId} and r.requested_at > ${since}) as recent
    from (select 1) as one
    left join archive.heads head on head.user_id = ${userId} and head.link_id = ${linkId}
    left join archive.requests request on request.user_id = ${userId} and request.link_id = ${linkId}`.execute(db);
  const [row] = rows;
  return {
    state: { requestedAt: row?.requested_at ?? null, withinMinute: row?.recent ?? 0 },
    revision: row?.revision ?? 0,
  };
}

/** The settings of an account: its owner's, and the operator's. They are one aggregate. */
export interface AccountState {
  readonly isOn: boolean;
  /** Of its own; null: that of all others. */
  readonly quotaMegabytes: number | null;
}

export async function loadAccount(db: Database, userId: UserId): Promise<Snapshot<AccountState>> {
  const { rows } = await sql<{ is_on: boolean | null; megabytes: number | null; revision: number | null }>`
    select account.is_on, quota.megabytes, greatest(account.revision, quota.revision) as revision
    from (select ${userId}::uuid as user_id) as owner
    left join archive.accounts account using (user_id)
    left join archive.quotas quota using (user_id)`.execute(db);
  const [row] = rows;
  return {
    state: { isOn: row?.is_on ?? true, quotaMegabytes: row?.megabytes ?? null },
    revision: Number(row?.revision ?? 0),
  };
}
