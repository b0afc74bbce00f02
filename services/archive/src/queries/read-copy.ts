import { createHash } from "node:crypto";
import type { BlobStore, CopyKey } from "@satchel/chassis";
import { copyName } from "@satchel/contracts";
import type { Kysely } from "kysely";
import type { ArchiveTables } from "../projection/tables.ts";

/**
 * The octets of a copy as its event names them: a store, or a proxy before it, may answer with another object, another
 * account's among them, or with half of it.
 * @returns undefined where there is no such copy, or no object of it
 * @throws {Error} where the object is another one
 */
export async function readCopy(
  db: Kysely<ArchiveTables>,
  store: Pick<BlobStore, "get">,
  { userId, linkId, version }: CopyKey,
): Promise<Uint8Array | undefined> {
  const copy = await db
    .selectFrom("archive.copies")
    .select("sha256")
    .where("user_id", "=", userId)
    .where("link_id", "=", linkId)
    .where("version", "=", version)
    .executeTakeFirst();
  const bytes = copy && (await store.get(copyName(userId, linkId, version)));
  if (copy === undefined || bytes === undefined) return undefined;
  if (createHash("sha256").update(bytes).digest("hex") === copy.sha256) return bytes;
  throw new Error("the store of copies answered with another object than the one that was stored");
}
