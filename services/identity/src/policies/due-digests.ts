import { v5 } from "uuid";
import { makeDigestDue } from "../commands/digests.ts";
import type { Parts } from "../commands/parts.ts";

/** Milliseconds between two looks for digests whose time has come: people choose an hour. */
export const DIGESTS_EVERY_MS = 60_000;

/** Digests that one look makes due; the next one goes on. */
const DIGESTS_AT_ONCE = 500;

/**
 * Makes the digests due whose time has come. Several replicas may run it at the same time: the event is decided on the last one
 * of the digest, and has an id that follows from its time.
 */
export async function makeDigestsDue(parts: Pick<Parts, "journal" | "clock" | "tables">): Promise<void> {
  const rows = await parts.tables
    .selectFrom("identity.digests as digest")
    .innerJoin("identity.accounts as account", "account.user_id", "digest.user_id")
    .select(["digest.user_id", "digest.next_at"])
    .where("digest.next_at", "<=", new Date(parts.clock()))
    // Of those that a suspended account misses, one comes when it is resumed.
    .where("account.suspended_at", "is", null)
    .orderBy("digest.next_at")
    .limit(DIGESTS_AT_ONCE)
    .execute();
  for (const { user_id, next_at } of rows) {
    await makeDigestDue(parts, user_id, v5(`digest ${next_at?.toISOString() ?? ""}`, user_id));
  }
}
