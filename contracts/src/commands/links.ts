import Type from "typebox";
import { FolderId, LinkId, UserId } from "../ids.ts";
import { LinkChanged, LinkOrigin } from "../events/links.ts";
import { TAGS_PER_LINK, TAG_CHARS, TITLE_CHARS, URL_CHARS } from "../limits.ts";
import { defineCommand } from "./define.ts";

const target = { userId: UserId, linkId: LinkId };
const Nothing = Type.Object({});

/**
 * Keeps a link; `created` is false when it was there already. `title` is the owner's own, `suggestedTitle` (a mail's
 * subject) serves until the page's title is known.
 */
export const SaveLink = defineCommand(
  "links",
  "save",
  Type.Object({
    userId: UserId,
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    origin: LinkOrigin,
    title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    suggestedTitle: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    folderId: Type.Optional(Type.Union([FolderId, Type.Null()])),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK })),
  }),
  Type.Object({ linkId: LinkId, created: Type.Boolean() }),
);

/** Changes fields of a link. */
export const ChangeLink = defineCommand(
  "links",
  "change",
  Type.Object({ ...target, changes: LinkChanged.data }),
  Nothing,
);

/** Deletes a link. */
export const DeleteLink = defineCommand("links", "delete", Type.Object(target), Nothing);

/** Counts a visit. */
export const VisitLink = defineCommand("links", "visit", Type.Object(target), Nothing);
