import type { TableDefinition } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";

/**
 * A row of `search.texts`: the words of one link, deleted ones included, which can be restored. What the owner gave and
 * what the page says stand side by side, each as a `tsvector`.
 */
export interface TextRow {
  user_id: UserId;
  id: LinkId;
  own_title: string | null;
  page_title: string | null;
  suggested_title: string | null;
  own_tags: string | null;
  page_tags: string | null;
  own_description: string | null;
  page_description: string | null;
  address: string;
  /** Where the address leads when that is another one. */
  final_address: string | null;
  notes: string | null;
  /** The words that are shown, made of the others by PostgreSQL. */
  words: string;
}

/** A row of `search.vocabulary`: a word of a user's links as it is written, folded. */
export interface VocabularyRow {
  user_id: UserId;
  word: string;
}

/** A row of `search.sweeps`: a user whose vocabulary may hold words that no link has any more, since an event. */
export interface SweepRow {
  user_id: UserId;
  sequence: number;
}

/** The read tables as queries see them. */
export interface SearchTables {
  "search.texts": TextRow;
  "search.vocabulary": VocabularyRow;
  "search.sweeps": SweepRow;
}

/**
 * Kilobytes of words that may wait to be sorted into an index. Every search reads through them, so they are few; without
 * any, each word of each link is sorted in alone.
 */
const WAITING_KB = 128;
const WAITING = `with (gin_pending_list_limit = ${WAITING_KB})`;

// Both come with PostgreSQL and are trusted: who may make schemas in a database may make them too (manual, appendix F).
// They stay when rebuilt tables take over, so they have a schema of their own, unless the operator has put them elsewhere.
const EXTENSIONS = [
  "create schema if not exists extensions",
  ...["btree_gin", "pg_trgm"].map((name) => `create extension if not exists ${name} with schema extensions`),
];

const PARTS_INDEX = `
  do $do$ begin
    execute format('create index vocabulary_parts on {schema}.vocabulary using gin (user_id, word %s.gin_trgm_ops) ${WAITING}',
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

const texts: TableDefinition = {
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
    final_address: "tsvector?",
    notes: "tsvector?",
  },
  // By the link first: an index by the user first would be taken for a user's links in the place of that of words.
  key: ["id", "user_id"],
  extra: [
    ...EXTENSIONS,
    `alter table {schema}.texts add column words tsvector not null generated always as (
       ${SHOWN.map((columns) => `coalesce(${columns}, ''::tsvector)`).join(" || ")}) stored`,
  ],
  late: [`create index texts_words on {schema}.texts using gin (user_id, words) ${WAITING}`],
};

const vocabulary: TableDefinition = {
  name: "vocabulary",
  // In the order of code points, so that the words with one beginning stand in a row.
  columns: { user_id: "uuid", word: 'text collate "C"' },
  key: ["user_id", "word"],
  late: [PARTS_INDEX],
};

const sweeps: TableDefinition = {
  name: "sweeps",
  columns: { user_id: "uuid", sequence: "bigint" },
  key: ["user_id"],
};

export const tables: readonly TableDefinition[] = [texts, vocabulary, sweeps];
