import Type, { type Static } from "typebox";
import {
  DESCRIPTION_CHARS,
  IMPORT_FAULTS,
  NOTES_CHARS,
  TAGS_PER_LINK,
  TAG_CHARS,
  TITLE_CHARS,
  URL_CHARS,
  URLS_PER_MAIL,
} from "../limits/index.ts";
import { BulkId, FolderId, ImportId, Instant, LinkId, MailId, UUID } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

/** A UUIDv5 of a link in the namespace of a session. */
const SessionMark = Type.String({ pattern: UUID });

/** How a link came here. */
export const LinkOrigin = Type.Union([
  Type.Object({ kind: Type.Literal("mail"), mailId: MailId, sender: Type.String() }),
  Type.Object({ kind: Type.Literal("page") }),
  Type.Object({ kind: Type.Literal("extension") }),
  Type.Object({ kind: Type.Literal("import"), importId: ImportId }),
]);
export type LinkOrigin = Static<typeof LinkOrigin>;

const Url = Type.String({ minLength: 1, maxLength: URL_CHARS });
const Title = Type.String({ maxLength: TITLE_CHARS });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK });
const Folder = Type.Union([FolderId, Type.Null()]);
const Description = Type.String({ maxLength: DESCRIPTION_CHARS });
const Notes = Type.String({ maxLength: NOTES_CHARS });

/**
 * What an import brings along of a link's life elsewhere: when it was first kept and last saved there, and how often it
 * was opened. Without `createdAt` and `savedAt` it is the event's own time.
 */
const Past = {
  createdAt: Type.Optional(Instant),
  savedAt: Type.Optional(Instant),
  visits: Type.Optional(
    Type.Object({
      count: Type.Integer({ minimum: 1 }),
      firstAt: Type.Optional(Instant),
      lastAt: Type.Optional(Instant),
    }),
  ),
};

/** Version 1 held the canonical address beside the one that was sent, from which it follows (decision 71). */
const withoutCanonicalUrl = (data: unknown): unknown => {
  const { canonicalUrl: _, ...rest } = data as Record<string, unknown>;
  return rest;
};

/**
 * A link was kept. `url` is as it was sent and is what gets opened; its canonical form is the link's identity.
 * `suggestedTitle` is the mail's subject, shown until the page's own title is known. Where it was kept in the place of
 * another link, whose page had moved, `movedFrom` is that link and `bulkId` names the call that undoing takes back.
 */
export const LinkSaved = defineEvent(
  "links",
  "LinkSaved",
  Type.Object({
    url: Url,
    origin: LinkOrigin,
    suggestedTitle: Type.Optional(Title),
    title: Type.Optional(Title),
    folderId: Type.Optional(Folder),
    tags: Type.Optional(Tags),
    description: Type.Optional(Description),
    notes: Type.Optional(Notes),
    isFavorite: Type.Optional(Type.Boolean()),
    ...Past,
    movedFrom: Type.Optional(LinkId),
    bulkId: Type.Optional(BulkId),
  }),
  [withoutCanonicalUrl],
);

/**
 * A link that is kept already was sent once more: it moves to the top, into the folder that was named if any, takes the
 * title that was sent and the tags in addition to its own, and comes back if it was deleted. An import that brings back a
 * deleted link, or one that comes in the place of another whose page had moved there, names the rest too; `tags` are then
 * all it has, and `bulkId` names the call that undoing takes back.
 */
export const LinkSavedAgain = defineEvent(
  "links",
  "LinkSavedAgain",
  Type.Object({
    url: Url,
    origin: LinkOrigin,
    folderId: Type.Optional(Folder),
    title: Type.Optional(Title),
    tags: Type.Optional(Tags),
    description: Type.Optional(Description),
    notes: Type.Optional(Notes),
    isFavorite: Type.Optional(Type.Boolean()),
    ...Past,
    bulkId: Type.Optional(BulkId),
  }),
);

const changes = {
  isFavorite: Type.Optional(Type.Boolean()),
  folderId: Type.Optional(Folder),
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  notes: Type.Optional(Notes),
  tags: Type.Optional(Tags),
};

/** What may be changed of a link; a field that is missing stays. `folderId` null: in no folder. Empty texts: none. */
export const LinkChanges = Type.Object(changes);
export type LinkChanges = Static<typeof LinkChanges>;

/**
 * The owner changed something about a link. Where one call changed many links, `bulk` names it and tells what its fields
 * were before (tags null: the page's own serve), so that the call can be undone as one.
 */
export const LinkChanged = defineEvent(
  "links",
  "LinkChanged",
  Type.Object({
    ...changes,
    bulk: Type.Optional(
      Type.Object({
        bulkId: BulkId,
        before: Type.Object({
          isFavorite: Type.Optional(Type.Boolean()),
          folderId: Type.Optional(Folder),
          tags: Type.Optional(Type.Union([Tags, Type.Null()])),
        }),
      }),
    ),
    /** The owner's own tags are given up, and the page's serve again: what undoing may come to. */
    tagsOfPage: Type.Optional(Type.Literal(true)),
  }),
);

/**
 * The owner opened the link; `visitCount` counts this visit. `sessionMark` is the same for visits of this link by the same
 * session, and another for every other link: who does not know the session learns nothing from it.
 */
export const LinkVisited = defineEvent(
  "links",
  "LinkVisited",
  Type.Object({ visitCount: Type.Integer({ minimum: 1 }), sessionMark: Type.Optional(SessionMark) }),
);

/**
 * The owner deleted the link, by one call with many others if `bulkId` is there. It can be restored for 30 days, unless the
 * deletion is `final`: the link was deleted before, and its owner wants nothing of it kept.
 */
export const LinkDeleted = defineEvent(
  "links",
  "LinkDeleted",
  Type.Object({ bulkId: Type.Optional(BulkId), final: Type.Optional(Type.Literal(true)) }),
);

/** The owner took the deletion back: the link is where it was. */
export const LinkRestored = defineEvent("links", "LinkRestored", Type.Object({ bulkId: Type.Optional(BulkId) }));

/** The owner asked for the link's page to be described anew, whether it was described before or could not be had. */
export const LinkRefreshRequested = defineEvent("links", "LinkRefreshRequested", Type.Object({ url: Url }));

/** A deletion can't be undone any more: all that is known of the link is purged, this event last. */
export const LinkPurged = defineEvent("links", "LinkPurged", Type.Object({}));

/**
 * What a file of bookmarks is. `html` is the Netscape format that all browsers write, `satchel-events` the export of a whole
 * account, `zip` an archive with files of the other formats in it.
 */
export const importFormats = [
  "html",
  "pocket-csv",
  "raindrop-csv",
  "instapaper-csv",
  "readwise-csv",
  "mymind-csv",
  "pinboard-json",
  "linkding-json",
  "karakeep-json",
  "linkwarden-json",
  "omnivore-json",
  "wallabag-json",
  "readability-json",
  "firefox-json",
  "chrome-json",
  "onetab-text",
  "satchel-json",
  "satchel-csv",
  "satchel-events",
  "zip",
] as const;
export const ImportFormat = Type.Unsafe<(typeof importFormats)[number]>(
  Type.Union(importFormats.map((format) => Type.Literal(format))),
);
export type ImportFormat = Static<typeof ImportFormat>;

const FileName = Type.String({ maxLength: 255 });

/** A file of bookmarks was handed in, and is being worked on. Its aggregate is `import-<importId>`. */
export const ImportStarted = defineEvent(
  "links",
  "ImportStarted",
  Type.Object({ importId: ImportId, name: FileName, bytes: Type.Integer({ minimum: 0 }), format: ImportFormat }),
);

/** One entry of a file that was not taken: its number in the file, from 1, what it was, and a sentence saying why. */
export const ImportFault = Type.Object({
  entry: Type.Integer({ minimum: 1 }),
  text: Type.String({ maxLength: 200 }),
  reason: Type.String({ maxLength: 200 }),
});
export type ImportFault = Static<typeof ImportFault>;

/**
 * A file was worked through. `saved` are new links, `known` were kept already; of the skipped, the first ones are told.
 * `failed` is a sentence when the file could not be read to its end; what was saved before stays.
 */
export const ImportFinished = defineEvent(
  "links",
  "ImportFinished",
  Type.Object({
    importId: ImportId,
    saved: Type.Integer({ minimum: 0 }),
    known: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0 }),
    faults: Type.Array(ImportFault, { maxItems: IMPORT_FAULTS }),
    failed: Type.Optional(Type.String({ maxLength: 200 })),
  }),
);

export const importEvents = [ImportStarted, ImportFinished] as const;
export type ImportEvent = EventOf<(typeof importEvents)[number]>;

const PlaceInMail = Type.Integer({ minimum: 0, maximum: URLS_PER_MAIL - 1 });

/** A link that a mail came to, and the place of its address in the mail's `urls`. */
export const MailedLink = Type.Object({ linkId: LinkId, url: PlaceInMail });
export type MailedLink = Static<typeof MailedLink>;
const MailedLinks = Type.Array(MailedLink, { maxItems: URLS_PER_MAIL });

/**
 * A mail was worked through: which of its addresses became links and which were links already, each by its place in the
 * mail's `urls`, which can't be kept because they are no web addresses, and which were not because the account was full. An
 * address that is one of the others in another spelling is in no list. `folderId` is where the links were put, if anywhere.
 */
export const MailWorkedThrough = defineEvent(
  "links",
  "MailWorkedThrough",
  Type.Object({
    mailId: MailId,
    saved: MailedLinks,
    known: MailedLinks,
    unusable: Type.Array(PlaceInMail, { maxItems: URLS_PER_MAIL }),
    withoutRoom: Type.Optional(Type.Array(PlaceInMail, { minItems: 1, maxItems: URLS_PER_MAIL })),
    folderId: Type.Optional(FolderId),
  }),
);

/** Events of the links service about one mail, an aggregate of its own: `mailedSubject` names it. */
export const mailedEvents = [MailWorkedThrough] as const;
export type MailedEvent = EventOf<(typeof mailedEvents)[number]>;

/** Events of one link: its aggregate is named by its id. */
export const linkEvents = [
  LinkSaved,
  LinkSavedAgain,
  LinkChanged,
  LinkVisited,
  LinkDeleted,
  LinkRestored,
  LinkRefreshRequested,
  LinkPurged,
] as const;
export type LinkEvent = EventOf<(typeof linkEvents)[number]>;
