import type { openCopyTexts, Pool } from "@satchel/chassis";
import type { CopyId, LinkId, UserId } from "@satchel/contracts";
import { randomUUID } from "node:crypto";

/** A link with the text of its copy. */
interface KeptText {
  readonly id: string;
  readonly text: string;
}

/**
 * Keeps texts as those of copies of links, so that a search files them next.
 * @param from of the sequences that they get
 */
export async function keepTexts(
  pool: Pool,
  texts: Awaited<ReturnType<typeof openCopyTexts>>,
  userId: UserId,
  kept: readonly KeptText[],
  { language, from = 0 }: { readonly language: string; readonly from?: number },
): Promise<void> {
  const ids = kept.map(({ id }) => id);
  const versions = kept.map(() => randomUUID());
  await Promise.all(
    kept.map(({ id, text }, n) => texts.put({ userId, linkId: id as LinkId, version: versions[n] as CopyId }, text)),
  );
  await pool.query(
    `insert into search.copies (user_id, id, version, sequence, language, is_deleted)
     select $1, id, version, 1, $4, false from unnest($2::uuid[], $3::uuid[]) as c (id, version)`,
    [userId, ids, versions, language],
  );
  await pool.query(
    `insert into search.filings (user_id, id, sequence, filed)
     select $1, id, $3::bigint + n, 0 from unnest($2::uuid[]) with ordinality as c (id, n)`,
    [userId, ids, from],
  );
}
