import type { TableDefinition } from "@satchel/chassis";
import type { BulkId, CopyId, CopySource, HighlightColor, HighlightId, LinkId, UserId } from "@satchel/contracts";
import type { ColumnType } from "kysely";
import type { Static } from "typebox";

/** A time, written as ISO 8601. */
type Time = ColumnType<Date, string, string>;

/** A row of `archive.copies`: a version of a link's copy. Deleted ones stay until they can't be restored any more. */
export interface CopyRow {
  user_id: UserId;
  link_id: LinkId;
  version: CopyId;
  kept_at: Time;
  source: Static<typeof CopySource>;
  type: string;
  bytes: number;
  words: number | null;
  language: string | null;
  quality: number | null;
  kind: string | null;
  /** The file of the copy with a picture of the page, for lists. */
  picture: string | null;
  left_out: number;
  deleted_at: Time | null;
  /** The call for many links that deleted it. */
  bulk_id: BulkId | null;
}

/** A row of `archive.heads`: the sequence of a link's last event here, for optimistic concurrency. */
interface HeadRow {
  user_id: UserId;
  link_id: LinkId;
  revision: number;
}

/** A row of `archive.misses`: why the page that was fetched last was not kept. */
interface MissRow {
  user_id: UserId;
  link_id: LinkId;
  reason: string;
  missed_at: Time;
}

/** A row of `archive.requests`: when the owner asked for another copy last. */
interface RequestRow {
  user_id: UserId;
  link_id: LinkId;
  requested_at: Time;
}

/** A row of `archive.switches`: a link whose owner set whether it is kept. */
interface SwitchRow {
  user_id: UserId;
  link_id: LinkId;
  is_on: boolean;
  /** The call for many links that set it, and the value before; null after any other change. */
  bulk_id: BulkId | null;
  before: boolean | null;
}

/** A row of `archive.readings`: how far a link's article was read, in thousandths. */
export interface ReadingRow {
  user_id: UserId;
  link_id: LinkId;
  part: number;
  /** The call for many links that set it, and the part before; null after any other change. */
  bulk_id: BulkId | null;
  before: number | null;
}

/** A row of `archive.accounts`: an account whose owner set whether pages are kept. */
export interface AccountRow {
  user_id: UserId;
  is_on: boolean;
  revision: number;
}

/** A row of `archive.quotas`: an account to which the operator gave another quota than the others have. */
interface QuotaRow {
  user_id: UserId;
  megabytes: number | null;
  revision: number;
}

/** A row of `archive.highlights`. Deleted ones stay until they can't be restored any more. */
export interface HighlightRow {
  user_id: UserId;
  link_id: LinkId;
  id: HighlightId;
  exact: string;
  prefix: string;
  suffix: string;
  /** Code points of the text with that hash; null where only the quotation is known. */
  place_start: number | null;
  place_end: number | null;
  text_hash: string | null;
  version: CopyId | null;
  color: HighlightColor;
  note: string | null;
  made_at: Time;
  changed_at: Time | null;
  deleted_at: Time | null;
}

/** The read tables as queries see them. */
export interface ArchiveTables {
  "archive.copies": CopyRow;
  "archive.heads": HeadRow;
  "archive.misses": MissRow;
  "archive.requests": RequestRow;
  "archive.switches": SwitchRow;
  "archive.readings": ReadingRow;
  "archive.accounts": AccountRow;
  "archive.quotas": QuotaRow;
  "archive.highlights": HighlightRow;
  /** The sequence of the last event about a link's highlights. */
  "archive.highlight_heads": HeadRow;
}

const LINK = { user_id: "uuid", link_id: "uuid" };
const KEY = ["user_id", "link_id"];

export const tables: readonly TableDefinition[] = [
  {
    name: "copies",
    columns: {
      ...LINK,
      version: "uuid",
      kept_at: "timestamptz",
      source: "text",
      type: "text",
      bytes: "bigint",
      words: "int?",
      language: "text?",
      quality: "real?",
      kind: "text?",
      picture: "text?",
      left_out: "int",
      deleted_at: "timestamptz?",
      bulk_id: "uuid?",
    },
    key: [...KEY, "version"],
    extra: [
      "create index on {schema}.copies (user_id) include (bytes)",
      "create index on {schema}.copies (deleted_at) where deleted_at is not null",
    ],
  },
  { name: "heads", columns: { ...LINK, revision: "bigint" }, key: KEY },
  { name: "misses", columns: { ...LINK, reason: "text", missed_at: "timestamptz" }, key: KEY },
  {
    name: "requests",
    columns: { ...LINK, requested_at: "timestamptz" },
    key: KEY,
    extra: ["create index on {schema}.requests (user_id, requested_at)"],
  },
  { name: "switches", columns: { ...LINK, is_on: "boolean", bulk_id: "uuid?", before: "boolean?" }, key: KEY },
  { name: "quotas", columns: { user_id: "uuid", megabytes: "int?", revision: "bigint" }, key: ["user_id"] },
  { name: "readings", columns: { ...LINK, part: "int", bulk_id: "uuid?", before: "int?" }, key: KEY },
  { name: "accounts", columns: { user_id: "uuid", is_on: "boolean", revision: "bigint" }, key: ["user_id"] },
  {
    name: "highlights",
    columns: {
      ...LINK,
      id: "uuid",
      exact: "text",
      prefix: "text",
      suffix: "text",
      place_start: "int?",
      place_end: "int?",
      text_hash: "text?",
      version: "uuid?",
      color: "text",
      note: "text?",
      made_at: "timestamptz",
      changed_at: "timestamptz?",
      deleted_at: "timestamptz?",
    },
    key: [...KEY, "id"],
    extra: [
      "create index on {schema}.highlights (user_id, made_at desc, id desc) where deleted_at is null",
      "create index on {schema}.highlights (deleted_at) where deleted_at is not null",
    ],
  },
  { name: "highlight_heads", columns: { ...LINK, revision: "bigint" }, key: KEY },
];

/** The tables that have rows of a link. */
export const OF_LINKS: readonly string[] = [
  "copies",
  "heads",
  "misses",
  "requests",
  "switches",
  "readings",
  "highlights",
  "highlight_heads",
];
