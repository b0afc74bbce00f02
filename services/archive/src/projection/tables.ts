import type { RowOf, TableDefinition } from "@satchel/chassis";
import type { BulkId, CopyId, CopySource, HighlightColor, HighlightId, LinkId, UserId } from "@satchel/contracts";
import type { Static } from "typebox";

const LINK = { user_id: "uuid", link_id: "uuid" } as const;
const KEY = ["user_id", "link_id"];

/** Versions of links' copies. Deleted ones stay until they can't be restored any more. */
const copies = {
  name: "copies",
  columns: {
    ...LINK,
    version: "uuid",
    kept_at: "timestamptz",
    source: "text",
    type: "text",
    bytes: "bigint",
    // Of its object in the store.
    sha256: "text",
    words: "int?",
    language: "text?",
    quality: "real?",
    kind: "text?",
    // The file of the copy with a picture of the page, for lists.
    picture: "text?",
    left_out: "int",
    deleted_at: "timestamptz?",
    // The call for many links that deleted it.
    bulk_id: "uuid?",
  },
  key: [...KEY, "version"],
  extra: [
    "create index on {schema}.copies (user_id) include (bytes)",
    "create index on {schema}.copies (deleted_at) where deleted_at is not null",
  ],
} satisfies TableDefinition;

/** The sequence of a link's last event here, or of the last one about its highlights, for optimistic concurrency. */
const heads = (name: string) =>
  ({ name, columns: { ...LINK, revision: "bigint" }, key: KEY }) satisfies TableDefinition;

/** Why the page that was fetched last was not kept. */
const misses = {
  name: "misses",
  columns: { ...LINK, reason: "text", missed_at: "timestamptz" },
  key: KEY,
} satisfies TableDefinition;

/** When the owner of a link asked for another copy last. */
const requests = {
  name: "requests",
  columns: { ...LINK, requested_at: "timestamptz" },
  key: KEY,
  extra: ["create index on {schema}.requests (user_id, requested_at)"],
} satisfies TableDefinition;

/** Links whose owner set whether they are kept. */
const switches = {
  name: "switches",
  // The call for many links that set it, and the value before; null after any other change.
  columns: { ...LINK, is_on: "boolean", bulk_id: "uuid?", before: "boolean?" },
  key: KEY,
} satisfies TableDefinition;

/** How far a link's article was read, in thousandths. */
const readings = {
  name: "readings",
  // The call for many links that set it, and the part before; null after any other change.
  columns: { ...LINK, part: "int", bulk_id: "uuid?", before: "int?" },
  key: KEY,
} satisfies TableDefinition;

/** Accounts whose owner set whether pages are kept. */
const accounts = {
  name: "accounts",
  columns: { user_id: "uuid", is_on: "boolean", revision: "bigint" },
  key: ["user_id"],
} satisfies TableDefinition;

/** Accounts to which the operator gave another quota than the others have. */
const quotas = {
  name: "quotas",
  columns: { user_id: "uuid", megabytes: "int?", revision: "bigint" },
  key: ["user_id"],
} satisfies TableDefinition;

/** Deleted highlights stay until they can't be restored any more. */
const highlights = {
  name: "highlights",
  columns: {
    ...LINK,
    id: "uuid",
    exact: "text",
    prefix: "text",
    suffix: "text",
    // Code points of the text with that hash; null where only the quotation is known.
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
} satisfies TableDefinition;

const ofLinks: readonly TableDefinition[] = [
  copies,
  heads("heads"),
  misses,
  requests,
  switches,
  readings,
  highlights,
  heads("highlight_heads"),
];

export const tables: readonly TableDefinition[] = [...ofLinks, quotas, accounts];

/** The tables that have rows of a link. */
export const OF_LINKS: readonly string[] = ofLinks.map(({ name }) => name);

interface OfUser {
  user_id: UserId;
}
interface OfLink extends OfUser {
  link_id: LinkId;
}
type HeadRow = RowOf<ReturnType<typeof heads>, OfLink>;

type CopyRow = RowOf<typeof copies, OfLink & { version: CopyId; source: Static<typeof CopySource>; bulk_id: BulkId }>;
export type HighlightRow = RowOf<
  typeof highlights,
  OfLink & { id: HighlightId; version: CopyId; color: HighlightColor }
>;

/** The read tables as queries see them. */
export interface ArchiveTables {
  "archive.copies": CopyRow;
  "archive.heads": HeadRow;
  "archive.misses": RowOf<typeof misses, OfLink>;
  "archive.requests": RowOf<typeof requests, OfLink>;
  "archive.switches": RowOf<typeof switches, OfLink & { bulk_id: BulkId }>;
  "archive.readings": RowOf<typeof readings, OfLink & { bulk_id: BulkId }>;
  "archive.accounts": RowOf<typeof accounts, OfUser>;
  "archive.quotas": RowOf<typeof quotas, OfUser>;
  "archive.highlights": HighlightRow;
  "archive.highlight_heads": HeadRow;
}
