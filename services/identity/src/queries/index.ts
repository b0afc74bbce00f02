import {
  type Answers,
  type Digest,
  DIGEST_BOUNCES,
  type Instant,
  type Reader,
  type User,
  type UserId,
} from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../projection/tables.ts";

export type { IdentityTables } from "../projection/tables.ts";

/**
 * Finds an account with its addresses in one statement.
 * @returns undefined when there is none, or the tables do not show it yet
 */
export async function findUser(db: Kysely<IdentityTables>, userId: UserId): Promise<User | undefined> {
  const rows = await db
    .selectFrom("identity.accounts as account")
    .innerJoin("identity.addresses as own", "own.user_id", "account.user_id")
    .select(["account.created_at", "account.has_password", "own.address", "own.is_confirmed", "own.position"])
    .where("account.user_id", "=", userId)
    .orderBy("own.position")
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    created_at: first.created_at.toISOString(),
    sender_emails: rows.map(({ address, is_confirmed, position }) => ({
      email: address,
      is_primary: position === 0,
      is_confirmed,
    })),
    has_password: first.has_password,
  };
}

/** When an account gets its digest; undefined where it never chose. */
export async function findDigest(db: Kysely<IdentityTables>, userId: UserId): Promise<Digest | undefined> {
  const row = await db.selectFrom("identity.digests").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (row === undefined) return undefined;
  const { user_id: _, next_at, bounces, ...times } = row;
  return { ...times, next_at: next_at?.toISOString() ?? null, bounced: bounces >= DIGEST_BOUNCES };
}

/** The addresses of an account's e-readers, in the order in which they were added. */
export async function listReaders(db: Kysely<IdentityTables>, userId: UserId): Promise<Reader[]> {
  const rows = await db
    .selectFrom("identity.readers")
    .select(["address", "is_confirmed"])
    .where("user_id", "=", userId)
    .orderBy("position")
    .execute();
  return rows.map(({ address, is_confirmed }) => ({ email: address, is_confirmed }));
}

/** Whether mails of an account are answered; undefined where it never chose. */
export const findAnswers = (db: Kysely<IdentityTables>, userId: UserId): Promise<Answers | undefined> =>
  db.selectFrom("identity.answers").select(["is_on", "language"]).where("user_id", "=", userId).executeTakeFirst();

/** The number of an account's addresses, including pending ones. */
export async function countAddresses(db: Kysely<IdentityTables>, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom("identity.addresses")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A person of an identity provider who opens an account. */
interface SignInRow {
  readonly key: string;
  readonly issuer: string;
  readonly connectedAt: Instant;
}

/** The persons of identity providers who open an account, the oldest first. */
export async function listSignIns(db: Kysely<IdentityTables>, userId: UserId): Promise<SignInRow[]> {
  const rows = await db
    .selectFrom("identity.sign_ins")
    .select(["key", "issuer", "connected_at"])
    .where("user_id", "=", userId)
    .orderBy("connected_at")
    .orderBy("key")
    .execute();
  return rows.map(({ key, issuer, connected_at }) => ({ key, issuer, connectedAt: connected_at.toISOString() }));
}
