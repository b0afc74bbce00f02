import { setImmediate } from "node:timers/promises";
import type { CopyTexts } from "@satchel/chassis";
import { type CopyId, type LinkId, partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { indexed, partsOf, withoutPlaces } from "../domain/vectors.ts";
import { isOfVocabulary } from "../domain/words.ts";
import { FILED_AT_ONCE } from "../limits.ts";
import { type SearchTables, WHOLE_TEXT } from "../projection/tables.ts";

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

/** A link with the parts of its newest text. */
type Read = Due & { readonly parts: readonly Part[] };

/**
 * Files the texts of copies: for each link whose copies or words changed, the text of its newest version in parts. A process
 * that is killed files the same again. A link whose text can't be read stays due, and the others are filed. The next texts
 * are read while PostgreSQL writes the ones before. In the end all words are in the index: while many wait to be put into it,
 * the planner takes it for dear, and unpacks all texts of an account instead.
 * @throws the first error, when all others were filed
 */
export async function fileTexts(db: Kysely<SearchTables>, texts: CopyTexts, signal: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  let isWritten = false;
  let writing: Promise<unknown> = Promise.resolve();
  for (let after = 0; !signal.aborted; ) {
    const { rows } = await sql<Due>`
      select f.user_id, f.id, f.sequence, newest.version from search.filings f left join lateral (
        select version from search.copies c where c.id = f.id and c.user_id = f.user_id and not is_deleted
        order by sequence desc limit 1) as newest on true
      where f.filed < f.sequence and f.sequence > ${after} order by f.sequence limit ${FILED_AT_ONCE}`.execute(db);
    const outcomes = await Promise.allSettled(rows.map((due) => readText(texts, due)));
    const read = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    errors.push(...outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : [])));
    await writing;
    isWritten ||= read.length > 0;
    writing = Promise.all(
      [...new Set(read.map(({ user_id }) => partitionOf(user_id)))].map(async (partition) => {
        const ofPartition = read.filter(({ user_id }) => partitionOf(user_id) === partition);
        errors.push(...(await writeEach(db, partition, ofPartition)));
      }),
    );
    after = rows.at(-1)?.sequence ?? 0;
    if (rows.length < FILED_AT_ONCE) break;
  }
  await writing;
  if (isWritten) await sql`select gin_clean_pending_list('search.passages_words')`.execute(db);
  if (errors.length > 0) throw errors[0];
}

async function readText(texts: CopyTexts, due: Due): Promise<Read> {
  const { user_id, id, version } = due;
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
  return { ...due, parts };
}

/** Writes texts in one transaction; where it fails, each in its own. @returns the errors of those that can't be written */
async function writeEach(db: Kysely<SearchTables>, partition: number, read: readonly Read[]): Promise<unknown[]> {
  try {
    await write(db, partition, read);
    return [];
  } catch (error) {
    if (read.length === 1) return [error];
    const failed: unknown[] = [];
    for (const one of read) failed.push(...(await writeEach(db, partition, [one])));
    return failed;
  }
}

function write(db: Kysely<SearchTables>, partition: number, read: readonly Read[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    // The projection of the partition waits: otherwise it could remove a link, and what is filed here would stay.
    await sql`select from search.checkpoints where partition = ${partition} for update`.execute(transaction);
    const { rows: filed } = await sql<{ id: LinkId }>`
      update search.filings f set filed = due.sequence
      from unnest(${read.map(({ user_id }) => user_id)}::uuid[], ${read.map(({ id }) => id)}::uuid[],
        ${read.map(({ sequence }) => sequence)}::bigint[]) as due (user_id, id, sequence)
      where f.id = due.id and f.user_id = due.user_id and f.sequence = due.sequence returning f.id`.execute(
      transaction,
    );
    // Any other changed meanwhile: it is due again.
    const ids = new Set(filed.map(({ id }) => id));
    const texts = read.filter(({ id }) => ids.has(id));
    const parts = texts.flatMap(({ user_id, id, parts: of }) => of.map((part) => ({ user_id, id, ...part })));
    const contents = parts.map(({ content }) => content);
    await sql`
      with removed as (
        delete from search.passages where id = any(${[...ids]}::uuid[]) and (part ~ '^[0-9]' or part = ${WHOLE_TEXT})
        returning user_id, content)
      insert into search.text_sweeps as s (user_id, sequence)
      select user_id, ${Math.max(0, ...texts.map(({ sequence }) => sequence))}::bigint from removed
      where content <> all(${contents}::text[]) group by user_id
      on conflict (user_id) do update set sequence = greatest(s.sequence, excluded.sequence)`.execute(transaction);
    // The words of the link are filed with each part, so that words of both are found together. Its tags and sites have
    // no position, and are left out.
    await sql`
      insert into search.passages (user_id, id, part, content, is_deleted, words)
      select p.user_id, p.id, p.part, p.content, false,
        setweight(ts_filter(coalesce(t.words, ''), '{a,b,c,d}'), 'C') || p.vector
      from unnest(${parts.map(({ user_id }) => user_id)}::uuid[], ${parts.map(({ id }) => id)}::uuid[],
        ${parts.map(({ part }) => part)}::text[], ${contents}::text[],
        ${parts.map(({ vector }) => vector)}::tsvector[]) as p (user_id, id, part, content, vector)
      left join search.texts t on t.id = p.id and t.user_id = p.user_id`.execute(transaction);
    for (const userId of new Set(parts.map(({ user_id }) => user_id))) {
      const words = new Set(parts.flatMap((part) => (part.user_id === userId ? part.words : [])));
      await sql`
        insert into search.text_words (user_id, word) select ${userId}::uuid, word from unnest(${[...words].sort()}::text[]) as w (word)
        on conflict do nothing`.execute(transaction);
    }
  });
}
