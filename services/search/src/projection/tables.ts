import type { TableDefinition } from "@satchel/chassis";

/**
 * Kilobytes of the pending list of a GIN index. Every search scans it, so it is short; without it, words would be inserted
 * into the index one by one.
 */
const PENDING_KB = 128;
/**
 * The same for passages: a text has hundreds of words, and many texts together cost little more than one. It is empty when
 * all texts are filed, and after a rebuild a search takes as long as with 1 MB.
 */
const TEXTS_PENDING_KB = 4096;

/**
 * The words of one link, also of a deleted one, because it can be restored. The owner's texts and the page's texts have
 * separate columns, each a `tsvector`. One index has the words of all accounts: which account a row is of is a lexeme among
 * its words ({@link ownerName}), so that nothing but this index answers a search, whatever the planner thinks it costs.
 */
export const texts = {
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
  key: ["user_id", "id"],
  extra: [
    `alter table {schema}.texts add column words tsvector not null generated always as (
       coalesce(own_title, page_title, suggested_title, '') || coalesce(own_tags, page_tags, '')
       || coalesce(own_description, page_description, '') || address || coalesce(final_address, '') || coalesce(notes, '')) stored`,
  ],
  late: [`create index texts_words on {schema}.texts using gin (words) with (gin_pending_list_limit = ${PENDING_KB})`],
} satisfies TableDefinition;

/** Folded words of a user's links, and those of their texts and highlights (`in_text`). */
const vocabulary = {
  name: "vocabulary",
  // In the order of code points, so that words with the same beginning are adjacent.
  columns: { user_id: "uuid", in_text: "boolean", word: 'text collate "C"' },
  key: ["user_id", "in_text", "word"],
} satisfies TableDefinition;

/** Since this event, the user's vocabulary may have words that nothing has any more. */
const sweeps = {
  name: "sweeps",
  columns: { user_id: "uuid", sequence: "bigint" },
  key: ["user_id"],
} satisfies TableDefinition;

const OF_LINK = { user_id: "uuid", id: "uuid" } as const;

/** Versions of a link's copy. `sequence` is that of the event that kept it. */
const copies = {
  name: "copies",
  columns: { ...OF_LINK, version: "uuid", sequence: "bigint", language: "text?", is_deleted: "boolean" },
  key: ["user_id", "id", "version"],
} satisfies TableDefinition;

/**
 * Links that have or had a copy. `sequence` is that of the last event that a link's passages follow from, `filed` that of
 * the one from which they were made; 0: not yet.
 */
const filings = {
  name: "filings",
  columns: { ...OF_LINK, sequence: "bigint", filed: "bigint" },
  key: ["user_id", "id"],
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
  key: ["user_id", "id", "part"],
  // Words and content are apart from the rows, so that those which the index has are on few pages.
  extra: ["alter table {schema}.passages set (toast_tuple_target = 128)"],
  late: [
    `create index passages_words on {schema}.passages using gin (words) with (gin_pending_list_limit = ${TEXTS_PENDING_KB})`,
  ],
} satisfies TableDefinition;

/** How far a link's article was read, in thousandths. */
const readings = {
  name: "readings",
  columns: { ...OF_LINK, part: "int" },
  key: ["user_id", "id"],
} satisfies TableDefinition;

export const tables: readonly TableDefinition[] = [texts, vocabulary, sweeps, copies, filings, passages, readings];
