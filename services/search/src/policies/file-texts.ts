import { setImmediate } from "node:timers/promises";
import { ConcurrencyLimit, type CopyTexts } from "@satchel/chassis";
import { type CopyId, type LinkId, partitionOf, type UserId } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import { indexed, ownerName, partsOf, withNames, withoutPlaces } from "../domain/vectors.ts";
import { isOfVocabulary } from "../domain/words.ts";
import { FILED_AT_ONCE, FILED_IN_TURNS } from "../limits.ts";
import { WHOLE_TEXT } from "../projection/tables.ts";

/** Lexemes that are made without a turn of other work: some milliseconds. */
const TOGETHER = 1000;

interface DueText {
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
 * Files the texts of copies: for each link whose copies or words changed, the text of its newest version in parts. Accounts
 * take turns: one call may change the words of all links of an account. A process that is killed files the same again. A link
 * whose text can't be read or written stays due, and the others are filed. In the end all words are in the index: every search
 * looks through those that wait to be put into it.
 * @throws the first error, when all others were filed
 */
export async function fileTexts(
  db: Kysely<unknown>,
  texts: Pick<CopyTexts, "get">,
  signal: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  /** Links that failed, or changed meanwhile: the next call files them. */
  const leftOut: LinkId[] = [];
  let isWritten = false;
  const writes = new ConcurrencyLimit({ concurrency: 2 });
  const file = async (due: DueText): Promise<void> => {
    try {
      const parts = await readText(texts, due);
      // The words of the next texts are made meanwhile.
      const isFiled = await writes.run("", () => write(db, due, parts));
      isWritten ||= isFiled;
      if (!isFiled) leftOut.push(due.id);
    } catch (error) {
      errors.push(error);
      leftOut.push(due.id);
    }
  };
  for (let isLast = false; !isLast; ) {
    const round = await dueInTurns(db, leftOut);
    for (let i = 0; i < round.length && !signal.aborted; i += FILED_AT_ONCE) {
      await Promise.all(round.slice(i, i + FILED_AT_ONCE).map(file));
    }
    isLast = round.length < FILED_IN_TURNS || signal.aborted;
  }
  if (isWritten) await sql`select gin_clean_pending_list('search.passages_words')`.execute(db);
  if (errors.length > 0) throw errors[0];
}

/** The next texts that are due, of each account its oldest first. */
async function dueInTurns(db: Kysely<unknown>, leftOut: readonly LinkId[]): Promise<readonly DueText[]> {
  const { rows } = await sql<DueText>`
    select f.user_id, f.id, f.sequence, newest.version from (
      select user_id, id, sequence, row_number() over (partition by user_id order by sequence) as turn
      from search.filings where filed < sequence and id <> all(${[...leftOut]}::uuid[])
      order by turn, sequence limit ${FILED_IN_TURNS}) as f left join lateral (
      select version from search.copies c where c.id = f.id and c.user_id = f.user_id and not is_deleted
      order by sequence desc limit 1) as newest on true
    order by f.turn, f.sequence`.execute(db);
  return rows;
}

async function readText(texts: Pick<CopyTexts, "get">, { user_id, id, version }: DueText): Promise<readonly Part[]> {
  const text = version === null ? undefined : await texts.get({ userId: user_id, linkId: id, version });
  const parts: Part[] = [];
  const all = new Set<string>();
  for (const part of partsOf(text ?? "")) {
    const content = part.toWellFormed().replaceAll("\0", "\ufffd");
    const { vector, words } = indexed([content], "D");
    parts.push({ part: String(parts.length), content, vector, words: words.filter(isOfVocabulary) });
    for (const word of words) all.add(word);
    // A part takes up to some tens of milliseconds, and the process has other work.
    await setImmediate();
  }
  if (parts.length > 1) parts.push({ part: WHOLE_TEXT, content: "", vector: await wholeVector(all), words: [] });
  return parts.map((part) => ({ ...part, ...withNames(part, [ownerName(user_id)]) }));
}

/** The vector of all words of a text; other work has its turn in between. */
async function wholeVector(words: ReadonlySet<string>): Promise<string> {
  const vector: string[] = [];
  for (const lexeme of withoutPlaces(words, "D")) {
    if (vector.push(lexeme) % TOGETHER === 0) await setImmediate();
  }
  return vector.join(" ");
}

/**
 * Writes the parts of a text in one statement: where the link was removed, or changed meanwhile and is due again, it writes
 * nothing. The projection of the partition and the sweep of its vocabularies wait: otherwise they could remove a link or a
 * word while it is filed here.
 * @returns whether it was written
 */
async function write(
  db: Kysely<unknown>,
  { user_id, id, sequence }: DueText,
  parts: readonly Part[],
): Promise<boolean> {
  const words = [...new Set(parts.flatMap((part) => part.words))].sort();
  // The words of the link are filed with each part, so that words of both are found together. Its tags and sites have no
  // position, and are left out. Words of the text before may be used no more.
  const { rows } = await sql<{ filed: number }>`
    with locked as materialized (
      select partition from search.checkpoints where partition = ${partitionOf(user_id)} for update
    ), due as (
      update search.filings f set filed = sequence from locked
      where user_id = ${user_id}::uuid and id = ${id}::uuid and sequence = ${sequence} returning user_id, id
    ), parts as (
      select * from unnest(${parts.map(({ part }) => part)}::text[], ${parts.map(({ content }) => content)}::text[],
        ${parts.map(({ vector }) => vector)}::tsvector[]) as p (part, content, vector)
    ), before as (
      select user_id, id, part from due join search.passages p using (user_id, id) where part !~ '^[hn]'
    ), removed as (
      delete from search.passages p using before b
      where p.user_id = b.user_id and p.id = b.id and p.part = b.part and p.part not in (select part from parts)
    ), swept as (
      insert into search.sweeps as s (user_id, sequence) select distinct user_id, ${sequence}::bigint from before
      on conflict (user_id) do update set sequence = greatest(s.sequence, excluded.sequence)
    ), known as (
      insert into search.vocabulary (user_id, in_text, word)
      select user_id, true, unnest(${words}::text[]) from due on conflict do nothing
    ), written as (
      insert into search.passages (user_id, id, part, content, is_deleted, words)
      select user_id, id, p.part, p.content, false,
        setweight(ts_filter(coalesce(t.words, ''), '{a,b,c,d}'), 'C') || p.vector
      from due cross join parts p left join search.texts t using (user_id, id)
      on conflict (user_id, id, part) do update set content = excluded.content, words = excluded.words
    )
    select count(*)::int as filed from due`.execute(db);
  return rows[0]?.filed === 1;
}
