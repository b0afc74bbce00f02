import Type, { type Static } from "typebox";
import {
  ATTACHMENTS_PER_MAIL,
  DESCRIPTION_CHARS,
  FEED_TITLE_CHARS,
  IMPORT_FAULTS,
  MERGES_REMEMBERED,
  NOTES_CHARS,
  RULE_NAME_CHARS,
  RULES_PER_USER,
  TAGS_PER_LINK,
  TAG_CHARS,
  TITLE_CHARS,
  URL_CHARS,
  URLS_PER_MAIL,
} from "../limits/index.ts";
import {
  BulkId,
  FolderId,
  ImportId,
  Instant,
  LinkId,
  MailId,
  RuleId,
  SecretAddressId,
  SubscriptionId,
  UUID,
} from "../ids.ts";
import { PastEffects, RuleEffects, StageOfRule } from "../rules.ts";
import { defineEvent, type EventOf } from "./define.ts";

/** A UUIDv5 of a link's id in the namespace of a session. */
const SessionMark = Type.String({ pattern: UUID });

/** How a link was saved. */
export const LinkOrigin = Type.Union([
  Type.Object({ kind: Type.Literal("mail"), mailId: MailId, sender: Type.String() }),
  /** A mail to a secret address, which is itself the item. */
  Type.Object({ kind: Type.Literal("letter"), mailId: MailId, addressId: SecretAddressId, sender: Type.String() }),
  Type.Object({ kind: Type.Literal("page") }),
  Type.Object({ kind: Type.Literal("extension") }),
  /** By a program, with an API token. */
  Type.Object({ kind: Type.Literal("token") }),
  Type.Object({ kind: Type.Literal("import"), importId: ImportId }),
  /** From a feed that the account follows, with the feed's title. */
  Type.Object({
    kind: Type.Literal("feed"),
    subscriptionId: SubscriptionId,
    feed: Type.String({ maxLength: FEED_TITLE_CHARS }),
  }),
]);
export type LinkOrigin = Static<typeof LinkOrigin>;

const Url = Type.String({ minLength: 1, maxLength: URL_CHARS });
const Title = Type.String({ maxLength: TITLE_CHARS });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK });
const Folder = Type.Union([FolderId, Type.Null()]);
const Description = Type.String({ maxLength: DESCRIPTION_CHARS });
const Notes = Type.String({ maxLength: NOTES_CHARS });
/** When its owner wants to see a link again; null: not. */
const RemindAt = Type.Union([Instant, Type.Null()]);

/**
 * An imported link's data from elsewhere: when it was first and last saved there, and its visits. `createdAt` and
 * `savedAt` default to the event's time.
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

/** Version 1 also had the canonical address, which can be derived from `url` (decision 1). */
const withoutCanonicalUrl = (data: unknown): unknown => {
  const { canonicalUrl: _, ...rest } = data as Record<string, unknown>;
  return rest;
};

/**
 * A link was saved. `url` is the address as it was sent, and is opened; its canonical form is the link's identity.
 * `suggestedTitle` is the mail's subject, shown until the page's own title is known. If it replaces another link whose
 * page has moved, `movedFrom` is that link, and `bulkId` names the call that can be undone.
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
    remindAt: Type.Optional(Instant),
    ...Past,
    movedFrom: Type.Optional(LinkId),
    bulkId: Type.Optional(BulkId),
  }),
  [withoutCanonicalUrl],
);

/**
 * An existing link was saved again: it moves to the top and into the named folder, gets the title and, in addition to
 * its own, the tags that were sent, and is restored if it was deleted. When an import restores a link, or it replaces
 * another one whose page has moved, the event has the other fields too; `tags` are then all its tags, and `bulkId`
 * names the call that can be undone.
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
    remindAt: Type.Optional(Instant),
    ...Past,
    bulkId: Type.Optional(BulkId),
    /** The former values of a link that was not deleted, where the call can be undone without deleting it (a mail). */
    before: Type.Optional(
      Type.Object({
        folderId: Type.Optional(Folder),
        tags: Type.Optional(Type.Union([Tags, Type.Null()])),
      }),
    ),
  }),
);

const changes = {
  isFavorite: Type.Optional(Type.Boolean()),
  folderId: Type.Optional(Folder),
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  notes: Type.Optional(Notes),
  tags: Type.Optional(Tags),
  remindAt: Type.Optional(RemindAt),
};

/** Changes of a link; a missing field stays. `folderId` null: no folder. An empty text removes it. */
export const LinkChanges = Type.Object(changes);
export type LinkChanges = Static<typeof LinkChanges>;

/**
 * Dates and visits that a link gets by a merge, or had before it. A missing `firstAt` or `lastAt` is none. `ofOthers` are
 * visits of other links that merges have added to `count`.
 */
const MergedPast = Type.Object({
  createdAt: Instant,
  savedAt: Instant,
  visits: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    firstAt: Type.Optional(Instant),
    lastAt: Type.Optional(Instant),
    ofOthers: Type.Array(Type.Object({ linkId: LinkId, visits: Type.Integer({ minimum: 1 }) }), {
      maxItems: MERGES_REMEMBERED,
    }),
  }),
});

/**
 * Rules that changed a link: at a stage of it, or, without one, all at once because their owner applied them to the past. `effects`
 * are what they do beside that, carried out after the event.
 */
const ByRules = Type.Object({
  stage: Type.Optional(StageOfRule),
  rules: Type.Array(Type.Object({ ruleId: RuleId, name: Type.String({ maxLength: RULE_NAME_CHARS }) }), {
    minItems: 1,
    maxItems: RULES_PER_USER,
  }),
  effects: Type.Optional(RuleEffects),
});

/**
 * The owner changed a link, or a rule did (`byRules`). If one call changed many links, `bulk` names the call and has the former values (tags null:
 * the page's own), so that the whole call can be undone. By a merge it gets the data of other links to its page, which
 * are deleted by the same call: `merged` is their number.
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
          notes: Type.Optional(Notes),
          past: Type.Optional(MergedPast),
          /** What the call changed beside the link: the archive service has the former values. */
          effects: Type.Optional(PastEffects),
        }),
      }),
    ),
    byRules: Type.Optional(ByRules),
    /** What rules did beside changing the link, and is taken back: by an undo. */
    undone: Type.Optional(PastEffects),
    past: Type.Optional(MergedPast),
    merged: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The link is again what it was before a merge: by an undo. */
    unmerged: Type.Optional(Type.Literal(true)),
    /** The owner's tags are removed, and the page's tags are shown again: by an undo. */
    tagsOfPage: Type.Optional(Type.Literal(true)),
  }),
);

/**
 * The owner opened the link; `visitCount` includes this visit. `sessionMark` is equal for visits of this link by the
 * same session, and differs for every other link, so that it does not reveal the session. `endsReminder`: the link had
 * come back by a reminder, which ends with the visit.
 */
export const LinkVisited = defineEvent(
  "links",
  "LinkVisited",
  Type.Object({
    visitCount: Type.Integer({ minimum: 1 }),
    sessionMark: Type.Optional(SessionMark),
    endsReminder: Type.Optional(Type.Literal(true)),
  }),
);

/** The time of a link's reminder has come: it is shown again, until it is visited or its reminder is changed. */
export const LinkReminderDue = defineEvent("links", "LinkReminderDue", Type.Object({}));

/**
 * The owner deleted the link; `bulkId` names a call that deleted many. It can be restored for 30 days, unless the
 * deletion is `final`: the owner erased the deleted link.
 */
export const LinkDeleted = defineEvent(
  "links",
  "LinkDeleted",
  Type.Object({ bulkId: Type.Optional(BulkId), final: Type.Optional(Type.Literal(true)) }),
);

/** The owner restored the link to its former place. */
export const LinkRestored = defineEvent("links", "LinkRestored", Type.Object({ bulkId: Type.Optional(BulkId) }));

/** The owner requested a refetch of the link's page. */
export const LinkRefreshRequested = defineEvent("links", "LinkRefreshRequested", Type.Object({ url: Url }));

/** The deletion can't be undone any more: the link's data was erased before this event. */
export const LinkPurged = defineEvent("links", "LinkPurged", Type.Object({}));

/**
 * The formats of bookmark files. `html` is the Netscape format that all browsers write, `satchel-events` the export of
 * a whole account, `zip` an archive of files in the other formats.
 */
const importFormats = [
  "html",
  "pocket-csv",
  "raindrop-csv",
  "instapaper-csv",
  "readwise-csv",
  "readwise-highlights-csv",
  "mymind-csv",
  "pinboard-json",
  "linkding-json",
  "karakeep-json",
  "linkwarden-json",
  "omnivore-json",
  "readeck-json",
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

/** The import of a bookmark file was started. Its aggregate is `import-<importId>`. */
export const ImportStarted = defineEvent(
  "links",
  "ImportStarted",
  Type.Object({ importId: ImportId, name: FileName, bytes: Type.Integer({ minimum: 0 }), format: ImportFormat }),
);

/** A skipped entry of a file: its number in the file, from 1, its beginning, and the reason in a sentence. */
export const ImportFault = Type.Object({
  entry: Type.Integer({ minimum: 1 }),
  text: Type.String({ maxLength: 200 }),
  reason: Type.String({ maxLength: 200 }),
});
export type ImportFault = Static<typeof ImportFault>;

/**
 * The import of a file has ended. `saved` counts new links, `known` existing ones; the first of the `skipped` entries are
 * listed. `failed` is a sentence when the file could not be read to its end; links that were saved before that stay.
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

const PlaceInMail = Type.Integer({ minimum: 0, maximum: URLS_PER_MAIL - 1 });

/** A link of a mail, and the index of its address in the mail's `urls`. */
export const MailedLink = Type.Object({ linkId: LinkId, url: PlaceInMail });
export type MailedLink = Static<typeof MailedLink>;
const MailedLinks = Type.Array(MailedLink, { maxItems: URLS_PER_MAIL });

/** What came with a mail and is an item, by its index in the mail's `items`, and whether it is a new one. */
export const ItemOfMail = Type.Object({
  linkId: LinkId,
  item: Type.Integer({ minimum: 0, maximum: ATTACHMENTS_PER_MAIL - 1 }),
  isNew: Type.Boolean(),
});
export type ItemOfMail = Static<typeof ItemOfMail>;

/**
 * The outcome of a mail: the addresses that were saved, those that were links already, those that are no web addresses
 * (`unusable`), and those for which the account had no room, each by its index in the mail's `urls`. An address that is
 * another spelling of an earlier one is in no list. `items` has what came with it and is an item now; what is in the
 * mail's `items` alone found no room. `folderId` is the folder of the links, if any.
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
    items: Type.Optional(Type.Array(ItemOfMail, { maxItems: ATTACHMENTS_PER_MAIL })),
    folderId: Type.Optional(FolderId),
  }),
);

/** Events of the links service about one mail: an aggregate of its own, named by `mailedSubject`. */
export const mailedEvents = [MailWorkedThrough] as const;

/** Events of one link: its aggregate is named by its id. */
export const linkEvents = [
  LinkSaved,
  LinkSavedAgain,
  LinkChanged,
  LinkVisited,
  LinkReminderDue,
  LinkDeleted,
  LinkRestored,
  LinkRefreshRequested,
  LinkPurged,
] as const;
export type LinkEvent = EventOf<(typeof linkEvents)[number]>;
