import Type, { type Static } from "typebox";
import { Nullable, Tags } from "../fields.ts";
import { BulkId, FolderId, ImportId, Instant, LinkId, RuleId, SessionId, UserId } from "../ids.ts";
import { ImportFormat } from "../events/imports.ts";
import { LinkChanges, LinkOrigin } from "../events/links.ts";
import { ErasedLinks } from "../http/deleted-links.ts";
import { Import } from "../http/imports.ts";
import { Link } from "../http/link.ts";
import { LinkHistory } from "../http/link-history.ts";
import { Cursor } from "../http/links.ts";
import { PastEffects } from "../rules.ts";
import {
  BULK_CHUNK,
  MAILED_NOTE_CHARS,
  MERGE_LINKS,
  NOTES_CHARS,
  RULE_NAME_CHARS,
  TAG_CHARS,
  TITLE_CHARS,
  URL_CHARS,
} from "../limits/index.ts";
import { defineCommand } from "./define.ts";

const target = { userId: UserId, linkId: LinkId };

/**
 * Keeps a link; `created` is false when it was there already. `title` is the owner's own, `suggestedTitle` (a mail's
 * subject) serves until the page's title is known. With `within`, a link that was there already must be in that folder: `taken`
 * otherwise, and nothing is changed. `link` is what lists show of a link with this event alone: of a new one, all there is.
 */
export const SaveLink = defineCommand(
  "links",
  "save",
  {
    userId: UserId,
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    origin: LinkOrigin,
    title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    suggestedTitle: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    folderId: Type.Optional(Nullable(FolderId)),
    within: Type.Optional(FolderId),
    /** Whether a link that was there already keeps its title, folder and tags: by a token that may only add. */
    keepsKnown: Type.Optional(Type.Boolean()),
    /** Of a mail: what it changes at a link that was there already is undone by this id. */
    bulkId: Type.Optional(BulkId),
    tags: Type.Optional(Tags),
    remindAt: Type.Optional(Instant),
    /** A note: of a link that is there already it is added to its notes. */
    note: Type.Optional(Type.String({ maxLength: NOTES_CHARS })),
  },
  Type.Object({ linkId: LinkId, created: Type.Boolean(), link: Link }),
);

/**
 * The id that the user's link of an address has, or would get: only this service has the key that ids are made with.
 * `invalid` when it is no web address.
 */
export const FindLink = defineCommand(
  "links",
  "find",
  { userId: UserId, url: Type.String({ minLength: 1, maxLength: URL_CHARS }) },
  Type.Object({ linkId: LinkId }),
);

/** Changes fields of a link. `addTags` and `removeTags` change the tags that it has by then, `tags` replaces them. */
export const ChangeLink = defineCommand("links", "change", {
  ...target,
  changes: Type.Object({
    ...LinkChanges.properties,
    addTags: Type.Optional(Tags),
    removeTags: Type.Optional(Tags),
  }),
});

export const DeleteLink = defineCommand("links", "delete", target);

/** Counts a visit. One by a session that visited the link within {@link VISIT_SECONDS} is the same visit. */
export const VisitLink = defineCommand("links", "visit", { ...target, sessionId: Type.Optional(SessionId) });

/** Undoes a deletion. `not-found` when the link was not deleted, or too long ago. */
export const RestoreLink = defineCommand("links", "restore", target);

/**
 * Erases a deleted link at once: nothing of it can be restored. `not-found` when it was not deleted, or is erased already.
 */
export const EraseLink = defineCommand("links", "erase", target);

/** Erases deleted links of a user, as many as a call has time for; `left` are those for the next call. */
export const EraseDeletedLinks = defineCommand("links", "erase-deleted", { userId: UserId }, ErasedLinks);

/**
 * Requests a refetch of the link's page; requesting again before it has begun does nothing. `limited` when it was
 * requested a moment ago, or too often by this user.
 */
export const RefreshLink = defineCommand("links", "refresh", target);

/**
 * Keeps a link at the address that its page has moved to, with all that the owner gave it, and deletes the link of the
 * old address. `bulkId` undoes both. `conflict` when `newUrl` is not what a check found last.
 */
export const MoveLink = defineCommand(
  "links",
  "move-address",
  { ...target, newUrl: Type.String({ minLength: 1, maxLength: URL_CHARS }) },
  Type.Object({ linkId: LinkId, bulkId: BulkId }),
);

/** What is done to each of many links. `retag` replaces a tag by another, or drops it; a link without it stays. */
export const BulkAction = Type.Union([
  Type.Object({ kind: Type.Literal("move"), folderId: Nullable(FolderId) }),
  Type.Object({ kind: Type.Literal("favorite"), isFavorite: Type.Boolean() }),
  /** Marks as visited, which counts as a visit now, or as never visited. */
  Type.Object({ kind: Type.Literal("visited"), isVisited: Type.Boolean() }),
  Type.Object({ kind: Type.Literal("tag"), tags: Tags }),
  Type.Object({ kind: Type.Literal("untag"), tags: Tags }),
  Type.Object({
    kind: Type.Literal("retag"),
    from: Type.String({ maxLength: TAG_CHARS }),
    to: Nullable(Type.String({ minLength: 1, maxLength: TAG_CHARS })),
  }),
  /** Adds tags and a note, and moves the links where a folder is named, as one change: by a mail. */
  Type.Object({
    kind: Type.Literal("annotate"),
    tags: Tags,
    folderId: Type.Optional(FolderId),
    note: Type.Optional(Type.String({ maxLength: MAILED_NOTE_CHARS })),
  }),
  /** What a rule does, applied to the past. */
  Type.Object({
    kind: Type.Literal("rule"),
    ruleId: RuleId,
    name: Type.String({ maxLength: RULE_NAME_CHARS }),
    folderId: Type.Optional(FolderId),
    tags: Type.Optional(Tags),
    isFavorite: Type.Optional(Type.Literal(true)),
    /** What it does beside changing the links; named for those that are not like that already. */
    effects: Type.Optional(PastEffects),
  }),
  Type.Object({ kind: Type.Literal("delete") }),
  Type.Object({ kind: Type.Literal("restore") }),
  Type.Object({ kind: Type.Literal("undo") }),
]);
export type BulkAction = Static<typeof BulkAction>;

/**
 * Does one thing to many links, each by itself. `undo` reverses what the call `bulkId` did, except for links that were
 * changed since. The id of each link's event is derived from bulk, action and link, so a repeated command does nothing
 * twice.
 */
export const ChangeLinks = defineCommand(
  "links",
  "change-many",
  {
    userId: UserId,
    bulkId: BulkId,
    linkIds: Type.Array(LinkId, { maxItems: BULK_CHUNK }),
    action: BulkAction,
  },
  Type.Object({
    changed: Type.Integer({ minimum: 0 }),
    unchanged: Type.Integer({ minimum: 0 }),
    failed: Type.Array(Type.Object({ linkId: LinkId, detail: Type.String() })),
  }),
);

/**
 * Merges links that lead to one page: the kept one gets what the others have, and these are deleted. `bulkId` undoes it;
 * given that of an earlier merge, both are undone as one. `failed` are links that were changed meanwhile, and stay: the
 * merge can be repeated for them. `not-found` when one of them is no link of the user; `rejected` when they lead to
 * different pages, or their notes are too long together.
 */
export const MergeLinks = defineCommand(
  "links",
  "merge",
  {
    userId: UserId,
    keepId: LinkId,
    otherIds: Type.Array(LinkId, { minItems: 1, maxItems: MERGE_LINKS - 1 }),
    bulkId: Type.Optional(BulkId),
  },
  Type.Object({
    bulkId: BulkId,
    merged: Type.Integer({ minimum: 0 }),
    failed: Type.Array(Type.Object({ linkId: LinkId, detail: Type.String() })),
  }),
);

/**
 * The history of a link, from the journal: a page of its newest entries, or of those before `cursor`, oldest first.
 * `origin` is that of the last save, on every page.
 */
export const ReadLinkHistory = defineCommand(
  "links",
  "read-history",
  { ...target, cursor: Type.Optional(Cursor) },
  Type.Object({ ...LinkHistory.properties, nextCursor: Type.Optional(Cursor) }),
);

/** Starts the import of a file that is stored in the bucket of imports under its id. */
export const StartImport = defineCommand(
  "links",
  "start-import",
  {
    userId: UserId,
    importId: ImportId,
    name: Type.String({ maxLength: 255 }),
    bytes: Type.Integer({ minimum: 0 }),
    format: Type.Optional(ImportFormat),
  },
  Import,
);

/**
 * The user's imports, the newest first, without their faults. With `importId`: that import alone, with its faults, or
 * an empty list.
 */
export const ListImports = defineCommand(
  "links",
  "list-imports",
  { userId: UserId, importId: Type.Optional(ImportId) },
  Type.Object({ imports: Type.Array(Import) }),
);
