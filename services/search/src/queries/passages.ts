import type { LinkId, UserId } from "@satchel/contracts";
import { type QueryExecutorProvider, sql } from "kysely";
import type { Passage } from "../domain/highlight.ts";
import { WHOLE_TEXT } from "../projection/tables.ts";
import { PASSAGE_WEIGHTS } from "./candidates.ts";
import { havingPassage } from "./conditions.ts";

/** The best passage of each link: one that has all words, or where they are in different parts of a text, one with some. */
export async function bestPassages(
  db: QueryExecutorProvider,
  userId: UserId,
  ids: readonly LinkId[],
  passage: string | undefined,
): Promise<ReadonlyMap<LinkId, Passage>> {
  if (passage === undefined || ids.length === 0) return new Map();
  // Any of its words in the place of all. No word has a space.
  const anyWord = passage.replaceAll(/ (?:&|<->) /g, " | ");
  const { rows } = await sql<Passage & { id: LinkId }>`
    select p.* from (select id, ${userId}::uuid as user_id from unnest(${[...ids]}::uuid[]) as shown (id)) as l
    cross join lateral (
      select id, part, content from search.passages
      where user_id = l.user_id and id = l.id and part <> ${WHOLE_TEXT}
        and words @@ ${anyWord}::tsquery and not is_deleted
      order by words @@ ${passage}::tsquery desc,
        ts_rank(${PASSAGE_WEIGHTS}::float4[], words, ${passage}::tsquery) desc, part limit 1) as p
    where ${havingPassage(passage)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
