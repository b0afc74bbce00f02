import type { TableDefinition } from "@satchel/chassis";
import type { CopyId, CopySource, LinkId, UserId } from "@satchel/contracts";
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
  left_out: number;
  deleted_at: Time | null;
}

/** A row of `archive.heads`: the sequence of a link's last event here, for optimistic concurrency. */
export interface HeadRow {
  user_id: UserId;
  link_id: LinkId;
  revision: number;
}

/** A row of `archive.misses`: why the page that was fetched last was not kept. */
export interface MissRow {
  user_id: UserId;
  link_id: LinkId;
  reason: string;
  missed_at: Time;
}

/** A row of `archive.requests`: when the owner asked for another copy last. */
export interface RequestRow {
  user_id: UserId;
  link_id: LinkId;
  requested_at: Time;
}

/** A row of `archive.switches`: a link whose owner set whether it is kept. */
export interface SwitchRow {
  user_id: UserId;
  link_id: LinkId;
  is_on: boolean;
}

/** A row of `archive.readings`: how far a link's article was read, in thousandths. */
export interface ReadingRow {
  user_id: UserId;
  link_id: LinkId;
  part: number;
}

/** A row of `archive.accounts`: an account whose owner set whether pages are kept. */
export interface AccountRow {
  user_id: UserId;
  is_on: boolean;
  revision: number;
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
      left_out: "int",
      deleted_at: "timestamptz?",
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
  { name: "switches", columns: { ...LINK, is_on: "boolean" }, key: KEY },
  { name: "readings", columns: { ...LINK, part: "int" }, key: KEY },
  { name: "accounts", columns: { user_id: "uuid", is_on: "boolean", revision: "bigint" }, key: ["user_id"] },
];

/** The tables that have rows of a link. */
export const OF_LINKS: readonly string[] = ["copies", "heads", "misses", "requests", "switches", "readings"];
