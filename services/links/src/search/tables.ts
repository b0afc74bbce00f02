import type { TableDefinition } from "@satchel/chassis";
import type { LinkId, UserId } from "@satchel/contracts";
import { copiedPages } from "./copies.ts";
import { FILL_DOCUMENTS, FILL_SHELVES, filing, SHELF_LINKS_MAX, STATE_WORDS } from "./filing.ts";
import { searchTexts } from "./texts.ts";

/**
 * Kilobytes of words that may wait to be sorted into the index. Every search reads through them, so they are few; without
 * any, each word of each link is sorted in alone.
 */
const WAITING_KB = 128;

/** A row of `links.documents`: the words of one link that is not deleted, and its place in lists. */
export interface DocumentRow {
  user_id: UserId;
  id: LinkId;
  saved_at: Date;
  position: number;
  /** Number of the user's oldest shelf: it stands for the user. */
  root: number;
  /** Number of the shelf that the link is on. */
  shelf: number;
  /**
   * Words with their places and fields (A title, B tags, C description and address, D notes), besides `#tag`, `@host` and
   * what lists are filtered by: `!starred` or `!plain`, `!new` or `!visited`, `!there` or `!gone`, and `!` with the
   * folder's number, 0 for none.
   */
  words: string;
}

/** A row of `links.shelves`: a stretch of a user's links in the order of lists, from one place up to the next shelf's. */
export interface ShelfRow {
  user_id: UserId;
  from_at: Date;
  from_position: number;
  shelf: number;
  /** Links that came here since it was made: not fewer than there are. */
  size: number;
}

// What the index holds of a link: each word marked with the shelf, and with the user unless it is on the oldest shelf.
// So one look gives the links of one shelf, or of one user, however many others have the word. The high cost tells the
// planner to look there, even where it believes that the first link of any would do.
const SEARCH_TOKENS = `
  create function {schema}.search_tokens(root int, shelf int, words tsvector) returns tsvector
  language plpgsql immutable parallel safe cost 10000 as $$
  declare
    list text[] := tsvector_to_array(words);
    own text := shelf || ':';
    whole text := root || '.';
  begin
    if list = '{}' then return ''; end if;
    own := own || array_to_string(list, chr(1) || own);
    if shelf <> root then own := own || chr(1) || whole || array_to_string(list, chr(1) || whole); end if;
    return array_to_tsvector(string_to_array(own, chr(1)));
  end $$`;

// An empty table is left without statistics: they would have it gone through from end to end when it is no longer empty.
const analyzed = (table: string): string =>
  `do $$ begin if exists (select from {schema}.${table}) then analyze {schema}.${table}; end if; end $$`;

const shelves: TableDefinition = {
  name: "shelves",
  columns: { user_id: "uuid", from_at: "timestamptz", from_position: "bigint", shelf: "int", size: "int" },
  key: ["user_id", "from_at", "from_position"],
  extra: [
    "create sequence {schema}.shelf_numbers as int",
    "create unique index on {schema}.shelves (shelf)",
    `create index on {schema}.shelves (shelf) where size > ${SHELF_LINKS_MAX}`,
  ],
};

const documents: TableDefinition = {
  name: "documents",
  columns: {
    user_id: "uuid",
    id: "uuid",
    saved_at: "timestamptz",
    position: "bigint",
    root: "int",
    shelf: "int",
    words: "tsvector",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.documents (shelf, saved_at, position)",
    ...searchTexts,
    STATE_WORDS,
    SEARCH_TOKENS,
    ...filing.functions,
  ],
  late: [
    analyzed("links"),
    FILL_SHELVES,
    analyzed("shelves"),
    FILL_DOCUMENTS,
    `create index documents_tokens on {schema}.documents using gin ({schema}.search_tokens(root, shelf, words))
       with (gin_pending_list_limit = ${WAITING_KB})`,
    analyzed("documents"),
    ...filing.triggers,
  ],
};

/** What searches read, kept by triggers of `links`, after which they must be made. */
export const searchTables: readonly TableDefinition[] = [shelves, documents, copiedPages];
