import { setImmediate } from "node:timers/promises";
import type { CopyTexts } from "@satchel/chassis";
import { type CopyId, type LinkId, partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { indexed, ownerName, partsOf, withNames, withoutPlaces } from "../domain/vectors.ts";
import { isOfVocabulary } from "../domain/words.ts";
import { FILED_AT_ONCE } from "../limits.ts";
import { WHOLE_TEXT } from "../projection/tables.ts";

interface Due {
  readonly user_id: UserId;
  readonly id: LinkId;
  readonly sequence: number;
  readonly version: CopyId | null;
}

interface Part {
  readonly part: string;
  readonly content: string;
  readonly vector: string;
  readonly words: readonly string[];
}

/**
 * Files the texts of copies: for each link whose copies or words changed, the text of its newest version in parts. A process
 * that is killed files the same again. A link whose text can't be read or written stays due, and the others are filed. In
 * the end all words are in the index: every search looks through those that wait to be put into it.
 * @throws the first error, when all others were filed
 */
export async function fileTexts(db: Kysely<unknown>, texts: CopyTexts, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  let isWritten = false;
  for (let after = 0, isLast = false; !isLast && !signal.aborted; ) {
    const { rows } = await sql<Due>`
      select f.user_id, f.id, f.sequence, newest.version from search.filings f left join lateral (
        select version from search.copies c where c.id = f.id and c.user_id = f.user_id and not is_deleted
        order by sequence desc limit 1) as newest on true
      where f.filed < f.sequence and f.sequence > ${after} order by f.sequence limit ${FILED_AT_ONCE}`.execute(db);
    const read = rows.map(async (due) => [due, await readText(texts, due)] as const);
    for (const outcome of await Promise.allSettled(read)) {
      try {
        if (outcome.status === "rejected") throw outcome.reason;
        await write(db, ...outcome.value);
        isWritten = true;
      } catch (error) {
        errors.push(error);
      }
    }
    after = rows.at(-1)?.sequence ?? 0;
    isLast = rows.length < FILED_AT_ONCE;
  }
  if (isWritten) await sql`select gin_clean_pending_list('search.passages_words')`.execute(db);
  if (errors.length > 0) throw errors[0];
}

async function readText(texts: CopyTexts, { user_id, id, version }: Due): Promise<readonly Part[]> {
  const text = version === null ? undefined : await texts.get({ userId: user_id, linkId: id, version });
  const parts: Part[] = [];
  const all = new Set<string>();
  for (const part of partsOf(text ?? "")) {
    const content = part.toWellFormed().replaceAll("\0", "\ufffd");
    const { vector, words, lexemes } = indexed([content], "D");
    parts.push({ part: String(parts.length), content, vector, words: words.filter(isOfVocabulary) });
    for (const lexeme of lexemes) all.add(lexeme);
    // A part takes up to some tens of milliseconds, and the process has other work.
    await setImmediate();
  }
  if (parts.length > 1) parts.push({ part: WHOLE_TEXT, content: "", vector: withoutPlaces(all, "D"), words: [] });
  return parts.map((part) => ({ ...part, ...withNames(part, [ownerName(user_id)]) }));
}

function write(db: Kysely<unknown>, { user_id, id, sequence }: Due, parts: readonly Part[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    // The projection of the partition waits: otherwise it could remove a link, and what is filed here would stay.
    await sql`select from search.checkpoints where partition = ${partitionOf(user_id)} for update`.execute(transaction);
    const { numAffectedRows } = await sql`
      update search.filings set filed = sequence
      where user_id = ${user_id}::uuid and id = ${id}::uuid and sequence = ${sequence}`.execute(transaction);
    // It changed meanwhile, and is due again; or it was removed.
    if (numAffectedRows !== 1n) return;
    // Words of the text before may be used no more.
    await sql`
      with removed as (
        delete from search.passages where user_id = ${user_id}::uuid and id = ${id}::uuid
          and (part ~ '^[0-9]' or part = ${WHOLE_TEXT}) returning user_id)
      insert into search.sweeps as s (user_id, sequence) select distinct user_id, ${sequence}::bigint from removed
      on conflict (user_id) do update set sequence = greatest(s.sequence, excluded.sequence)`.execute(transaction);
    // The words of the link are filed with each part, so that words of both are found together. Its tags and sites have
    // no position, and are left out.
    await sql`
      insert into search.passages (user_id, id, part, content, is_deleted, words)
      select ${user_id}::uuid, ${id}::uuid, p.part, p.content, false,
        setweight(ts_filter(coalesce(t.words, ''), '{a,b,c,d}'), 'C') || p.vector
      from unnest(${parts.map(({ part }) => part)}::text[], ${parts.map(({ content }) => content)}::text[],
        ${parts.map(({ vector }) => vector)}::tsvector[]) as p (part, content, vector)
      left join search.texts t on t.user_id = ${user_id}::uuid and t.id = ${id}::uuid`.execute(transaction);
    const words = [...new Set(parts.flatMap((part) => part.words))].sort();
    await sql`
      insert into search.vocabulary (user_id, in_text, word)
      select ${user_id}::uuid, true, unnest(${words}::text[]) on conflict do nothing`.execute(transaction);
  });
}
