import Type, { type Static } from "typebox";
import { Nullable, Tags, Url } from "../fields.ts";
import {
  DESCRIPTION_CHARS,
  FEED_TITLE_CHARS,
  MERGE_LINKS,
  MERGES_REMEMBERED,
  NOTES_CHARS,
  RULE_NAME_CHARS,
  RULES_PER_USER,
  TITLE_CHARS,
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
import { MailedItem } from "./mail.ts";

/** A UUIDv5 of a link's id in the namespace of a session. */
const SessionMark = Type.String({ pattern: UUID });

/** What an item that its owner sent as a file is: its content is stored before the event. */
const ofFile = { item: Type.Optional(MailedItem) };

/** How a link was saved. */
export const LinkOrigin = Type.Union([
  Type.Object({ kind: Type.Literal("mail"), mailId: MailId, sender: Type.String() }),
  /** A mail to a secret address, which is itself the item. */
  Type.Object({ kind: Type.Literal("letter"), mailId: MailId, addressId: SecretAddressId, sender: Type.String() }),
  Type.Object({ kind: Type.Literal("page"), ...ofFile }),
  Type.Object({ kind: Type.Literal("extension"), ...ofFile }),
  /** By a program, with an API token. */
  Type.Object({ kind: Type.Literal("token"), ...ofFile }),
  Type.Object({ kind: Type.Literal("import"), importId: ImportId }),
  /** From a feed that the account follows, with the feed's title. */
  Type.Object({
    kind: Type.Literal("feed"),
    subscriptionId: SubscriptionId,
    feed: Type.String({ maxLength: FEED_TITLE_CHARS }),
  }),
]);
export type LinkOrigin = Static<typeof LinkOrigin>;

const Title = Type.String({ maxLength: TITLE_CHARS });
const Folder = Nullable(FolderId);
const Description = Type.String({ maxLength: DESCRIPTION_CHARS });
const Notes = Type.String({ maxLength: NOTES_CHARS });
/** When its owner wants to see a link again; null: not. */
const RemindAt = Nullable(Instant);

/** What a save says of a link beside its address. */
const details = {
  folderId: Type.Optional(Folder),
  title: Type.Optional(Title),
  tags: Type.Optional(Tags),
  description: Type.Optional(Description),
  notes: Type.Optional(Notes),
  isFavorite: Type.Optional(Type.Boolean()),
  remindAt: Type.Optional(Instant),
};

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
  {
    url: Url,
    origin: LinkOrigin,
    suggestedTitle: Type.Optional(Title),
    ...details,
    ...Past,
    movedFrom: Type.Optional(LinkId),
    bulkId: Type.Optional(BulkId),
  },
  [withoutCanonicalUrl],
);

/**
 * An existing link was saved again: it moves to the top and into the named folder, gets the title and, in addition to
 * its own, the tags that were sent, and is restored if it was deleted. When an import restores a link, or it replaces
 * another one whose page has moved, the event has the other fields too; `tags` are then all its tags, and `bulkId`
 * names the call that can be undone.
 */
export const LinkSavedAgain = defineEvent("links", "LinkSavedAgain", {
  url: Url,
  origin: LinkOrigin,
  ...details,
  ...Past,
  bulkId: Type.Optional(BulkId),
  /** The former values of a link that was not deleted, where the call can be undone without deleting it (a mail). */
  before: Type.Optional(
    Type.Object({
      folderId: Type.Optional(Folder),
      tags: Type.Optional(Nullable(Tags)),
    }),
  ),
});

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
 * All visits of a link. A missing `firstAt` or `lastAt` is none. `ofOthers` are visits of other links that merges have
 * added to `count`.
 */
const Visits = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  firstAt: Type.Optional(Instant),
  lastAt: Type.Optional(Instant),
  ofOthers: Type.Array(Type.Object({ linkId: LinkId, visits: Type.Integer({ minimum: 1 }) }), {
    maxItems: MERGES_REMEMBERED,
  }),
});
export type Visits = Static<typeof Visits>;

/** Dates and visits that a link gets by a merge, or had before it. */
const MergedPast = Type.Object({ createdAt: Instant, savedAt: Instant, visits: Visits });

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
 * are deleted by the same call: `merged` is their number, `mergedRevisions` the sequences of their last events when they
 * were merged, in the order in which the command names them, 0 for one that was deleted before.
 */
export const LinkChanged = defineEvent("links", "LinkChanged", {
  ...changes,
  bulk: Type.Optional(
    Type.Object({
      bulkId: BulkId,
      before: Type.Object({
        isFavorite: Type.Optional(Type.Boolean()),
        folderId: Type.Optional(Folder),
        tags: Type.Optional(Nullable(Tags)),
        notes: Type.Optional(Notes),
        past: Type.Optional(MergedPast),
        visits: Type.Optional(Visits),
        /** What the call changed beside the link: the archive service has the former values. */
        effects: Type.Optional(PastEffects),
      }),
    }),
  ),
  byRules: Type.Optional(ByRules),
  /** What rules did beside changing the link, and is taken back: by an undo. */
  undone: Type.Optional(PastEffects),
  past: Type.Optional(MergedPast),
  /** The owner marked the link: as visited, which counts as a visit now, or as never visited. Or an undo of that. */
  visits: Type.Optional(Visits),
  merged: Type.Optional(Type.Integer({ minimum: 1 })),
  mergedRevisions: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: MERGE_LINKS })),
  /** The link is again what it was before a merge: by an undo. */
  unmerged: Type.Optional(Type.Literal(true)),
  /** The owner's tags are removed, and the page's tags are shown again: by an undo. */
  tagsOfPage: Type.Optional(Type.Literal(true)),
});

/**
 * The owner opened the link; `visitCount` includes this visit. `sessionMark` is equal for visits of this link by the
 * same session, and differs for every other link, so that it does not reveal the session. `endsReminder`: the link had
 * come back by a reminder, which ends with the visit.
 */
export const LinkVisited = defineEvent("links", "LinkVisited", {
  visitCount: Type.Integer({ minimum: 1 }),
  sessionMark: Type.Optional(SessionMark),
  endsReminder: Type.Optional(Type.Literal(true)),
});

/** The time of a link's reminder has come: it is shown again, until it is visited or its reminder is changed. */
export const LinkReminderDue = defineEvent("links", "LinkReminderDue", {});

/**
 * The owner deleted the link; `bulkId` names a call that deleted many. It can be restored for 30 days, unless the
 * deletion is `final`: the owner erased the deleted link.
 */
export const LinkDeleted = defineEvent("links", "LinkDeleted", {
  bulkId: Type.Optional(BulkId),
  final: Type.Optional(Type.Literal(true)),
});

/** The owner restored the link to its former place. */
export const LinkRestored = defineEvent("links", "LinkRestored", { bulkId: Type.Optional(BulkId) });

/** The owner requested a refetch of the link's page. */
export const LinkRefreshRequested = defineEvent("links", "LinkRefreshRequested", { url: Url });

/** The deletion can't be undone any more: the link's data was erased before this event. */
export const LinkPurged = defineEvent("links", "LinkPurged", {});

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
