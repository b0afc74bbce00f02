import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { HighlightColor, HighlightMade, TextHash, TextPlace, TextQuote } from "../events/highlights.ts";
import { CopyId, FolderOrNone, HighlightId, Instant, LinkId } from "../ids.ts";
import {
  HIGHLIGHT_NOTE_CHARS,
  HIGHLIGHT_PAGE_SIZE,
  HIGHLIGHT_PAGE_SIZE_MAX,
  SEARCH_CHARS,
  TAG_CHARS,
} from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { Link } from "./link.ts";
import { Cursor } from "./links.ts";
import * as later from "./later-routes.ts";
import * as routes from "./routes.ts";

const OfLink = Type.Object({ id: LinkId });
const OfHighlight = Type.Object({ id: LinkId, highlight: HighlightId });
const Note = Type.String({ maxLength: HIGHLIGHT_NOTE_CHARS, description: "Markdown" });

/** A marked part of a link's article. */
export const Highlight = Type.Object({
  id: HighlightId,
  link_id: LinkId,
  quote: TextQuote,
  position: Nullable(TextPlace),
  text_hash: Nullable(Type.String({ description: "The hash of the text that the position is in" })),
  version: Nullable(CopyId),
  color: HighlightColor,
  note: Nullable(Note),
  created_at: Instant,
  changed_at: Nullable(Instant),
});
export type Highlight = Static<typeof Highlight>;

const { title, url, site_name, unicode_host, favicon_url, tags, folder_id } = Link.properties;

/** A highlight in the list of all, with what names its link. */
export const ListedHighlight = Type.Object({
  ...Highlight.properties,
  link: Type.Object({ id: LinkId, url, title, site_name, unicode_host, favicon_url, tags, folder_id }),
});
export type ListedHighlight = Static<typeof ListedHighlight>;

export const listHighlights = defineOperation({
  ...routes.listHighlights,
  summary: "The highlights of a link, in the order of its text",
  scope: "read",
  inFolder: "link",
  params: OfLink,
  responses: { 200: Type.Array(Highlight), 404: ErrorBody },
});

export const createHighlight = defineOperation({
  ...later.createHighlight,
  summary: "Mark a part of a link's article; without position and text_hash it is found by its quotation",
  scope: "add",
  repeatable: true,
  params: OfLink,
  body: Type.Object(
    {
      quote: Type.Object(
        {
          exact: TextQuote.properties.exact,
          prefix: Type.Optional(TextQuote.properties.prefix),
          suffix: Type.Optional(TextQuote.properties.suffix),
        },
        { additionalProperties: false },
      ),
      position: Type.Optional(TextPlace),
      text_hash: Type.Optional(TextHash),
      version: HighlightMade.data.properties.version,
      color: Type.Optional(HighlightColor),
      note: Type.Optional(Note),
    },
    { additionalProperties: false },
  ),
  responses: { 201: Highlight, 404: ErrorBody },
});

export const changeHighlight = defineOperation({
  ...later.changeHighlight,
  summary: "Change the colour or the note of a highlight; an empty note removes it",
  scope: "change",
  repeatable: true,
  params: OfHighlight,
  body: Type.Object(
    { color: Type.Optional(HighlightColor), note: Type.Optional(Note) },
    { minProperties: 1, additionalProperties: false },
  ),
  responses: { 200: Highlight, 404: ErrorBody },
});

export const deleteHighlight = defineOperation({
  ...later.deleteHighlight,
  summary: "Delete a highlight; it can be restored for 30 days",
  scope: "change",
  repeatable: true,
  params: OfHighlight,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const restoreHighlight = defineOperation({
  ...later.restoreHighlight,
  summary: "Undo the deletion of a highlight",
  scope: "change",
  repeatable: true,
  params: OfHighlight,
  responses: { 200: Highlight, 404: ErrorBody },
});

export const HighlightListQuery = Type.Object({
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: HIGHLIGHT_PAGE_SIZE_MAX, default: HIGHLIGHT_PAGE_SIZE })),
  cursor: Type.Optional(Cursor),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARS,
      description: "Words that are all in the quotation, the note or the title of the link",
    }),
  ),
  color: Type.Optional(HighlightColor),
  folder_id: Type.Optional(FolderOrNone),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_CHARS })),
});
export type HighlightListQuery = Static<typeof HighlightListQuery>;

export const listAllHighlights = defineOperation({
  ...later.listAllHighlights,
  summary: "The highlights of all links, newest first; x-next-cursor leads to the next page",
  scope: "read",
  query: HighlightListQuery,
  responses: { 200: Type.Array(ListedHighlight) },
});

export const exportHighlights = defineOperation({
  ...later.exportHighlights,
  summary: "Download all highlights: jsonld (Web Annotation Data Model) or markdown",
  scope: "read",
  params: Type.Object({ format: Type.Enum(["jsonld", "markdown"]) }),
  // Without a schema: docs/api/highlights.md describes both.
  responses: { 200: Type.Unsafe<Uint8Array>({}) },
});
