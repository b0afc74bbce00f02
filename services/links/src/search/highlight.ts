import type { Highlighted, Link } from "@satchel/contracts";
import { type Kysely, sql } from "kysely";
import type { LinksTables } from "../projection/tables.ts";
import { fragmentsOf, piecesOf, snippetOf } from "./pieces.ts";
import type { Vocabulary } from "./words.ts";

/** Fragments that are looked up as one text: PostgreSQL counts no more than 16,383 words of one (manual, 12.3.1). */
const FRAGMENTS_AT_ONCE = 4000;

/** Marks in links what a search found: words in any of their forms, and beginnings of words. */
export async function highlight(
  db: Kysely<LinksTables>,
  { wanted }: Vocabulary,
  links: readonly Link[],
): Promise<Link[]> {
  const texts = links.flatMap((link) => textsOf(link));
  const forms = wanted.flatMap(({ ways }) => ways.flat().flatMap(({ word, forms: more }) => [word, ...more]));
  const begun = wanted.flatMap(({ prefix, ways }) => (prefix ? ways.map((words) => words.at(-1)?.word ?? "") : []));
  const found = await foundAmong(db, [...new Set(texts.flatMap(fragmentsOf))], [...new Set(forms)], begun);
  return links.map((link) => ({ ...link, match: matchOf(link, found) }));
}

const textsOf = ({ title, description, notes, url }: Link): string[] => [
  title ?? "",
  description ?? "",
  notes ?? "",
  url,
];

function matchOf(link: Link, found: ReadonlySet<string>): { title: Highlighted; snippet: Highlighted } {
  const [title = "", ...texts] = textsOf(link);
  return { title: piecesOf(title, found), snippet: snippetOf(texts, found) };
}

/**
 * Which fragments have one of the forms, or begin so. Many are read as one text, each at a place of its own; what is not
 * one word when it is folded is left out.
 */
async function foundAmong(
  db: Kysely<LinksTables>,
  fragments: readonly string[],
  forms: readonly string[],
  begun: readonly string[],
): Promise<Set<string>> {
  if (forms.length === 0 || fragments.length === 0) return new Set();
  const { rows } = await sql<{ n: number }>`
    with folded as materialized (
      select n, row_number() over (order by n) - 1 as place, word from (
        -- Folding leaves these as they are. Without \`offset 0\` each use of the word would fold it again.
        select n, case when fragment ~ '^[a-z0-9]+$' collate "C" then fragment
          else trim(links.search_words(fragment)) end as word
        from unnest(${[...fragments]}::text[]) with ordinality as given(fragment, n) offset 0) as words
      where word <> '' and position(' ' in word) = 0
        -- Its tables of letters may be older than those of this process.
        and (octet_length(word) = char_length(word) or length(to_tsvector('links.search_exact', word)) = 1)
    ), texts as (
      select place / ${FRAGMENTS_AT_ONCE}::int as number, string_agg(word, ' ' order by place) as words
      from folded group by 1
    )
    select distinct folded.n::int as n
    from texts, unnest(links.search_forms(texts.words)) as filed, unnest(filed.positions) as position, folded
    where folded.place = texts.number * ${FRAGMENTS_AT_ONCE}::int + position - 1
      and (filed.lexeme = any(${[...forms]}::text[])
        or exists (select from unnest(${[...begun]}::text[]) as beginning where starts_with(filed.lexeme, beginning)))`.execute(
    db,
  );
  return new Set(rows.flatMap(({ n }) => fragments[n - 1] ?? []));
}
