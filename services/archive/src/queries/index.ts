import {
  type Copy,
  type CopyId,
  type Instant,
  laterTexts,
  type LinkCopies,
  type LinkCopy,
  type LinkId,
  type PastEffects,
  SatchelError,
  type UserId,
} from "@satchel/contracts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ArchiveTables } from "../projection/tables.ts";

export { allowedBytes } from "../domain/copies.ts";
export type { ArchiveTables } from "../projection/tables.ts";
export { type AttachedCounts, countAttached } from "./attached.ts";
export { findHighlight, listHighlights, toHighlight } from "./highlights.ts";
export { readCopy } from "./read-copy.ts";
export type { Manifest } from "../making/content.ts";

type Database = Kysely<ArchiveTables>;

/** A link's newest copy, and the name of its file with a picture for lists. */
export interface NewestCopy extends LinkCopy {
  readonly picture: string | null;
}

/** The newest copy of each of these links, of those that have one. */
export async function newestCopies(
  db: Database,
  userId: UserId,
  ids: readonly LinkId[],
): Promise<Map<LinkId, NewestCopy>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("archive.copies as copy")
    .leftJoin("archive.readings as reading", (join) =>
      join.onRef("reading.user_id", "=", "copy.user_id").onRef("reading.link_id", "=", "copy.link_id"),
    )
    .distinctOn("copy.link_id")
    .select(["copy.link_id", "copy.version", "copy.kept_at", "copy.words", "copy.kind", "copy.picture", "reading.part"])
    .where("copy.user_id", "=", userId)
    .where("copy.link_id", "=", sql<LinkId>`any(${[...ids]}::uuid[])`)
    .where("copy.deleted_at", "is", null)
    .orderBy("copy.link_id")
    .orderBy("copy.kept_at", "desc")
    .execute();
  return new Map(
    rows.map(({ link_id, version, kept_at, words, kind, picture, part }) => [
      link_id,
      { version, kept_at: kept_at.toISOString(), words, kind, picture, read: (part ?? 0) / 1000 },
    ]),
  );
}

/** The links of a user that are as a rule wants them; undefined for what it does not ask for. */
interface UnaffectedLinks {
  readonly done: ReadonlySet<LinkId> | undefined;
  readonly keep: ReadonlySet<LinkId> | undefined;
}

/** Which links the past effects of a rule would not change: see `decideByRule`. */
export async function linksAsWanted(
  db: Database,
  userId: UserId,
  { done, keep }: PastEffects,
): Promise<UnaffectedLinks> {
  const idsBy = async (query: RawBuilder<{ link_id: LinkId }>): Promise<ReadonlySet<LinkId>> =>
    new Set((await query.execute(db)).rows.map(({ link_id }) => link_id));
  const read = sql<{ link_id: LinkId }>`
    select link_id from archive.readings where user_id = ${userId} and part = 1000`;
  const switched = sql<{ link_id: LinkId }>`
    select link_id from archive.switches own where user_id = ${userId} and is_on = ${keep}
      and (is_on or not exists (
        select from archive.copies copy where copy.user_id = own.user_id and copy.link_id = own.link_id
          and copy.source = 'fetch' and copy.deleted_at is null))`;
  const [isDone, isKept] = await Promise.all([
    done === undefined ? undefined : idsBy(read),
    keep === undefined ? undefined : idsBy(switched),
  ]);
  return { done: isDone, keep: isKept };
}

/** The copies of a link, without addresses at which they are opened. */
export interface StoredCopies extends Omit<LinkCopies, "copies"> {
  readonly copies: readonly Omit<Copy, "open_url">[];
}

interface BesideCopies {
  readonly own: boolean | null;
  readonly account: boolean | null;
  readonly reason: string | null;
  readonly missed_at: Date | null;
  readonly requested_at: Date | null;
}

/** All versions of a link that are not deleted, the newest first, and what is known beside them. */
export async function listCopies(db: Database, userId: UserId, linkId: LinkId): Promise<StoredCopies> {
  const [copies, beside] = await Promise.all([
    db
      .selectFrom("archive.copies")
      .select(["version", "kept_at", "source", "type", "bytes", "words", "language", "kind", "left_out"])
      .where("user_id", "=", userId)
      .where("link_id", "=", linkId)
      .where("deleted_at", "is", null)
      .orderBy("kept_at", "desc")
      .execute(),
    sql<BesideCopies>`
      select own.is_on as own, account.is_on as account, miss.reason, miss.missed_at, request.requested_at
      from (select ${userId}::uuid as user_id, ${linkId}::uuid as link_id) as link
      left join archive.switches own using (user_id, link_id)
      left join archive.misses miss using (user_id, link_id)
      left join archive.requests request using (user_id, link_id)
      left join archive.accounts account using (user_id)`.execute(db),
  ]);
  const { own = null, account = null, reason = null, missed_at, requested_at } = beside.rows[0] ?? {};
  return {
    copies: copies.map(({ kept_at, ...copy }) => ({ ...copy, kept_at: kept_at.toISOString() })),
    is_on: own,
    is_kept: own ?? account ?? true,
    reason,
    missed_at: missed_at?.toISOString() ?? null,
    requested_at: requested_at?.toISOString() ?? null,
  };
}

/** A version that is not deleted. */
export interface FoundCopy {
  readonly version: CopyId;
  readonly keptAt: Instant;
}

/** The newest version of a link that is not deleted; undefined when it has none. */
export const findNewest = (db: Database, userId: UserId, linkId: LinkId): Promise<FoundCopy | undefined> =>
  search(db, userId, linkId);

/** One version of a link that is not deleted, the newest if none is named. @throws {SatchelError} `not-found` */
export async function findCopy(db: Database, userId: UserId, linkId: LinkId, version?: CopyId): Promise<FoundCopy> {
  const found = await search(db, userId, linkId, version);
  if (found === undefined) throw new SatchelError("not-found", laterTexts.copies.notFound);
  return found;
}

async function search(db: Database, userId: UserId, linkId: LinkId, version?: CopyId): Promise<FoundCopy | undefined> {
  let query = db
    .selectFrom("archive.copies")
    .select(["version", "kept_at"])
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .where("deleted_at", "is", null);
  if (version !== undefined) query = query.where("version", "=", version);
  const row = await query.orderBy("kept_at", "desc").limit(1).executeTakeFirst();
  return row && { version: row.version, keptAt: row.kept_at.toISOString() };
}

/** How far a link's article was read: 1 is done. */
export async function readPart(db: Database, userId: UserId, linkId: LinkId): Promise<number> {
  const row = await db
    .selectFrom("archive.readings")
    .select("part")
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .executeTakeFirst();
  return (row?.part ?? 0) / 1000;
}

/** What an account's copies take, and how many there are, deleted ones that can be restored included. */
export interface StoredUse {
  /** Whether further ones are made. */
  readonly isOn: boolean;
  readonly bytes: number;
  readonly copies: number;
  /** Its own quota; null: that of all others. */
  readonly quotaMegabytes: number | null;
}

export async function copyUse(db: Database, userId: UserId): Promise<StoredUse> {
  const { rows } = await sql<{ bytes: number; copies: number; is_on: boolean | null; megabytes: number | null }>`
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*)::int as copies,
      (select is_on from archive.accounts where user_id = ${userId}) as is_on,
      (select megabytes from archive.quotas where user_id = ${userId}) as megabytes
    from archive.copies where user_id = ${userId}`.execute(db);
  const [row] = rows;
  return {
    isOn: row?.is_on ?? true,
    bytes: Number(row?.bytes ?? 0),
    copies: row?.copies ?? 0,
    quotaMegabytes: row?.megabytes ?? null,
  };
}

/** What the copies of accounts take, and their own quotas; those without both are missing. For the operator. */
export async function copyUses(
  db: Database,
  userIds: readonly UserId[],
): Promise<{ userId: UserId; bytes: number; quotaMegabytes: number | null }[]> {
  const { rows } = await sql<{ user_id: UserId; bytes: number; megabytes: number | null }>`
    with uses as (
      select user_id, sum(bytes) as bytes from archive.copies
      where user_id = any(${[...userIds]}::uuid[]) group by user_id
    ), quotas as (select user_id, megabytes from archive.quotas where user_id = any(${[...userIds]}::uuid[]))
    select user_id, coalesce(bytes, 0)::bigint as bytes, megabytes from uses full join quotas using (user_id)`.execute(
    db,
  );
  return rows.map(({ user_id, bytes, megabytes }) => ({
    userId: user_id,
    bytes: Number(bytes),
    quotaMegabytes: megabytes,
  }));
}

/** A version for an export. */
export interface ExportedCopy {
  readonly linkId: LinkId;
  readonly version: CopyId;
  readonly keptAt: Date;
}

/** Versions of one query of an export. */
const EXPORTED = 500;

/** All versions of an account that are not deleted, link by link. */
export async function* exportCopies(db: Database, userId: UserId): AsyncGenerator<ExportedCopy> {
  let last: ExportedCopy | undefined;
  do {
    let query = db
      .selectFrom("archive.copies")
      .select(["link_id", "version", "kept_at"])
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null);
    if (last !== undefined) query = query.where(sql<boolean>`(link_id, version) > (${last.linkId}, ${last.version})`);
    const rows = await query.orderBy("link_id").orderBy("version").limit(EXPORTED).execute();
    last = undefined;
    for (const { link_id: linkId, version, kept_at: keptAt } of rows) {
      last = { linkId, version, keptAt };
      yield last;
    }
    if (rows.length < EXPORTED) return;
  } while (last !== undefined);
}
