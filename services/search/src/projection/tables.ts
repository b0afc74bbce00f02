import type { RowOf, TableDefinition } from "@satchel/chassis";
import type { CopyId, LinkId, UserId } from "@satchel/contracts";

/**
 * Kilobytes of the pending list of a GIN index. Every search scans it, so it is short; without it, words would be inserted
 * into the index one by one.
 */
const PENDING_KB = 128;
/** The same for passages: a text has some hundred words, and many texts together cost little more than one. */
const TEXTS_PENDING_KB = 1024;
const PENDING_LIST = `with (gin_pending_list_limit = ${PENDING_KB})`;

// Both are part of PostgreSQL and trusted: who may create schemas in a database may create them (manual, appendix F). They
// must survive the swap of rebuilt schemas, so they have their own schema, unless the operator chose another.
const EXTENSIONS = [
  "create schema if not exists extensions",
  ...["btree_gin", "pg_trgm"].map((name) => `create extension if not exists ${name} with schema extensions`),
];

const PARTS_INDEX = `
  do $do$ begin
    execute format('create index vocabulary_parts on {schema}.vocabulary using gin (user_id, word %s.gin_trgm_ops) ${PENDING_LIST}',
      (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
  end $do$`;

const SHOWN = [
  "own_title, page_title, suggested_title",
  "own_tags, page_tags",
  "own_description, page_description",
  "address",
  "final_address",
  "notes",
];

/**
 * The words of one link, also of a deleted one, because it can be restored. The owner's texts and the page's texts have
 * separate columns, each a `tsvector`.
 */
const texts = {
  name: "texts",
  columns: {
    user_id: "uuid",
    id: "uuid",
    own_title: "tsvector?",
    page_title: "tsvector?",
    suggested_title: "tsvector?",
    own_tags: "tsvector?",
    page_tags: "tsvector?",
    own_description: "tsvector?",
    page_description: "tsvector?",
    address: "tsvector",
    // The address after redirects, if it is different.
    final_address: "tsvector?",
    notes: "tsvector?",
  },
  // The link comes first: the planner would use an index that begins with the user instead of the index of words.
  key: ["id", "user_id"],
  extra: [
    ...EXTENSIONS,
    `alter table {schema}.texts add column words tsvector not null generated always as (
       ${SHOWN.map((columns) => `coalesce(${columns}, ''::tsvector)`).join(" || ")}) stored`,
  ],
  late: [`create index texts_words on {schema}.texts using gin (user_id, words) ${PENDING_LIST}`],
} satisfies TableDefinition;

/** Folded words of a user's links, or of their texts and highlights. */
const vocabulary = (name: string, late: readonly string[] = []) =>
  ({
    name,
    // In the order of code points, so that words with the same beginning are adjacent.
    columns: { user_id: "uuid", word: 'text collate "C"' },
    key: ["user_id", "word"],
    late,
  }) satisfies TableDefinition;

/** Since this event, the user's vocabulary may have words that nothing has any more. */
const sweeps = (name: string) =>
  ({ name, columns: { user_id: "uuid", sequence: "bigint" }, key: ["user_id"] }) satisfies TableDefinition;

const OF_LINK = { user_id: "uuid", id: "uuid" } as const;

/** Versions of a link's copy. `sequence` is that of the event that kept it. */
const copies = {
  name: "copies",
  columns: { ...OF_LINK, version: "uuid", sequence: "bigint", language: "text?", is_deleted: "boolean" },
  key: ["id", "user_id", "version"],
} satisfies TableDefinition;

/**
 * Links that have or had a copy. `sequence` is that of the last event that a link's passages follow from, `filed` that of the
 * one from which they were made; 0: not yet.
 */
const filings = {
  name: "filings",
  columns: { ...OF_LINK, sequence: "bigint", filed: "bigint" },
  key: ["id", "user_id"],
  extra: ["create index on {schema}.filings (sequence) where filed < sequence"],
} satisfies TableDefinition;

/** The row of a text in several parts that has the words of all of them, so that words of different parts are found together. */
export const WHOLE_TEXT = "all";

/**
 * A part of the text of a link's newest copy (`part` is its number, or {@link WHOLE_TEXT}), a highlight (`h` and its id) or
 * the note of one (`n` and the highlight's id).
 */
const passages = {
  name: "passages",
  columns: { ...OF_LINK, part: "text", words: "tsvector", content: "text", is_deleted: "boolean" },
  key: ["id", "user_id", "part"],
  late: [
    `create index passages_words on {schema}.passages using gin (user_id, words) with (gin_pending_list_limit = ${TEXTS_PENDING_KB})`,
  ],
} satisfies TableDefinition;

/** How far a link's article was read, in thousandths. */
const readings = {
  name: "readings",
  columns: { ...OF_LINK, part: "int" },
  key: ["id", "user_id"],
} satisfies TableDefinition;

export const tables: readonly TableDefinition[] = [
  texts,
  vocabulary("vocabulary", [PARTS_INDEX]),
  sweeps("sweeps"),
  copies,
  filings,
  passages,
  // Without an index of parts: it costs each text more than its words themselves, and a look through an account's words is
  // needed where a search found nothing else.
  vocabulary("text_words"),
  sweeps("text_sweeps"),
  readings,
];

interface OfUser {
  user_id: UserId;
}
interface OfLink extends OfUser {
  id: LinkId;
}

/** The read tables as queries see them. `words` are generated by PostgreSQL from the shown texts. */
export interface SearchTables {
  "search.texts": RowOf<typeof texts, OfLink> & { words: string };
  "search.vocabulary": RowOf<ReturnType<typeof vocabulary>, OfUser>;
  "search.sweeps": RowOf<ReturnType<typeof sweeps>, OfUser>;
  "search.text_words": RowOf<ReturnType<typeof vocabulary>, OfUser>;
  "search.text_sweeps": RowOf<ReturnType<typeof sweeps>, OfUser>;
  "search.copies": RowOf<typeof copies, OfLink & { version: CopyId }>;
  "search.filings": RowOf<typeof filings, OfLink>;
  "search.passages": RowOf<typeof passages, OfLink>;
  "search.readings": RowOf<typeof readings, OfLink>;
}
