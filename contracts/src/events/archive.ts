import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { BulkId, CopyId, LinkId } from "../ids.ts";
import { FILE_NAME_CHARS, QUOTA_MB, TITLE_CHARS } from "../limits/index.ts";
import { defineEvent, type EventOf } from "./define.ts";

const Version = { linkId: LinkId, version: CopyId };

/** Where the content of a copy came from. */
export const CopySource = Type.Enum(["fetch", "extension", "mail", "upload"]);

/** A word of the extractor's; any is valid, so that a later one does not stop an older reader. */
const Word = Type.String({ pattern: "^[a-z][a-z0-9-]{0,39}$" });

/** What a text is called: the name of its file, and its own title. */
export const TextNames = Type.Object({
  name: Type.String({ maxLength: FILE_NAME_CHARS }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_CHARS })),
});
export type TextNames = Static<typeof TextNames>;

/**
 * A copy of a link's page was stored. The object is stored before this event, and each names what the other is: `sha256`
 * and `bytes` are the object's. `type` is the media type of the original. `words`, `language`, `quality` (0 to 1), `kind`
 * and `extractor` tell of its article, where it has one; `leftOut` is the number of its pictures, stylesheets and fonts
 * that could not be kept. `edit`: its owner wrote this text in the place of the version before, and the item is called so
 * since then; the text is in the bucket of documents until it is described.
 */
export const PageKept = defineEvent("archive", "PageKept", {
  ...Version,
  source: CopySource,
  type: Type.String({ maxLength: 100 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  bytes: Type.Integer({ minimum: 0 }),
  words: Type.Optional(Type.Integer({ minimum: 0 })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  quality: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  kind: Type.Optional(Word),
  extractor: Type.Optional(Word),
  leftOut: Type.Integer({ minimum: 0 }),
  /** The copy's file with a picture of the page, for lists. */
  picture: Type.Optional(Type.String({ pattern: "^[0-9a-f]{20}\\.webp$" })),
  edit: Type.Optional(TextNames),
});

/** No copy of a page that was fetched is kept. `reason` is a stable code: `quota`, `too-large`, `too-many`, `unreadable-…`. */
export const PageNotKept = defineEvent("archive", "PageNotKept", { linkId: LinkId, reason: Word });

/** The owner asked for another copy of a link's page. */
export const CopyRequested = defineEvent("archive", "CopyRequested", { linkId: LinkId });

/**
 * The owner sent a link's page as they see it, to be kept. The document is stored before this event, under its version.
 * `charset` is what the sender named.
 */
export const CopyUploaded = defineEvent("archive", "CopyUploaded", {
  ...Version,
  source: CopySource,
  charset: Type.Optional(Type.String({ maxLength: 40 })),
});

/** A version was deleted, which can be undone for a while. `bulkId` names the call that deleted those of many links. */
export const CopyDeleted = defineEvent("archive", "CopyDeleted", { ...Version, bulkId: Type.Optional(BulkId) });

/** The deletion of a version was undone. */
export const CopyRestored = defineEvent("archive", "CopyRestored", Version);

/** A version was deleted so long ago that nothing of it is left. */
export const CopyPurged = defineEvent("archive", "CopyPurged", Version);

const LinkKeeping = Nullable(Type.Boolean());

/** Whether the page of one link is kept; null: as the account says. `bulk`: by a call for many links, with the former value. */
export const LinkKeepingChanged = defineEvent("archive", "LinkKeepingChanged", {
  linkId: LinkId,
  isOn: LinkKeeping,
  bulk: Type.Optional(Type.Object({ bulkId: BulkId, before: LinkKeeping })),
});

/** Whether the pages of an account's links are kept. Without such an event they are. */
export const KeepingChanged = defineEvent("archive", "KeepingChanged", { isOn: Type.Boolean() });

/** The operator gave the account's copies another quota than the others have, in mebibytes; null: the same again. */
export const QuotaChanged = defineEvent("archive", "QuotaChanged", {
  megabytes: Nullable(Type.Integer({ minimum: 0, maximum: QUOTA_MB })),
});

const Part = Type.Integer({ minimum: 0, maximum: 1000 });

/**
 * Their owner read a link's article as far as `part`, in thousandths of its length: 1000 is done, 0 not begun. `bulk`: by a call
 * for many links, with the former part.
 */
export const ReadingMoved = defineEvent("archive", "ReadingMoved", {
  linkId: LinkId,
  part: Part,
  bulk: Type.Optional(Type.Object({ bulkId: BulkId, before: Part })),
});

export const archiveEvents = [
  PageKept,
  PageNotKept,
  CopyRequested,
  CopyUploaded,
  CopyDeleted,
  CopyRestored,
  CopyPurged,
  LinkKeepingChanged,
  KeepingChanged,
  QuotaChanged,
  ReadingMoved,
] as const;
export type ArchiveEvent = EventOf<(typeof archiveEvents)[number]>;
