import Type, { type Static } from "typebox";
import { DESCRIPTION_CHARS, TAGS_PER_LINK, TAG_CHARS, TITLE_CHARS, URL_CHARS } from "../limits.ts";
import { FolderId, MailId } from "../ids.ts";
import { defineEvent, type EventOf } from "./define.ts";

/** How a link came here. */
export const LinkOrigin = Type.Union([
  Type.Object({ kind: Type.Literal("mail"), mailId: MailId, sender: Type.String() }),
  Type.Object({ kind: Type.Literal("page") }),
]);
export type LinkOrigin = Static<typeof LinkOrigin>;

const Url = Type.String({ minLength: 1, maxLength: URL_CHARS });
const Title = Type.String({ maxLength: TITLE_CHARS });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK });
const Folder = Type.Union([FolderId, Type.Null()]);

/**
 * A link was kept. `url` is as it was sent and is what gets opened; `canonicalUrl` is its identity (decision 8).
 * `suggestedTitle` is the mail's subject, shown until the page's own title is known.
 */
export const LinkSaved = defineEvent(
  "links",
  "LinkSaved",
  Type.Object({
    url: Url,
    canonicalUrl: Url,
    origin: LinkOrigin,
    suggestedTitle: Type.Optional(Title),
    title: Type.Optional(Title),
    folderId: Type.Optional(Folder),
    tags: Type.Optional(Tags),
  }),
);

/**
 * A link that is kept already was sent once more: it moves to the top, into the folder that was named if any, and comes
 * back if it was deleted.
 */
export const LinkSavedAgain = defineEvent(
  "links",
  "LinkSavedAgain",
  Type.Object({ url: Url, origin: LinkOrigin, folderId: Type.Optional(Folder) }),
);

/** The owner changed something about a link; a field that is missing stayed. `folderId` null: in no folder. */
export const LinkChanged = defineEvent(
  "links",
  "LinkChanged",
  Type.Object({
    isFavorite: Type.Optional(Type.Boolean()),
    folderId: Type.Optional(Folder),
    title: Type.Optional(Title),
    description: Type.Optional(Type.String({ maxLength: DESCRIPTION_CHARS })),
    tags: Type.Optional(Tags),
  }),
);

/** The owner opened the link; `visitCount` counts this visit. */
export const LinkVisited = defineEvent(
  "links",
  "LinkVisited",
  Type.Object({ visitCount: Type.Integer({ minimum: 1 }) }),
);

/** The owner deleted the link. */
export const LinkDeleted = defineEvent("links", "LinkDeleted", Type.Object({}));

export const linkEvents = [LinkSaved, LinkSavedAgain, LinkChanged, LinkVisited, LinkDeleted] as const;
export type LinkEvent = EventOf<(typeof linkEvents)[number]>;
