import Type, { type Static } from "typebox";
import { Nullable, searchFields, Tags } from "../fields.ts";
import { BulkId, FolderOrNone, Instant, LinkId } from "../ids.ts";
import {
  BULK_BODY_BYTES,
  BULK_LINKS,
  DESCRIPTION_CHARS,
  LINK_PAGE_MAX,
  LINK_PAGE_SIZE,
  LINK_PAGE_SIZE_MAX,
  NOTES_CHARS,
  TITLE_CHARS,
  URL_CHARS,
} from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { Link, LinkDetail } from "./link.ts";
import * as later from "./later-routes.ts";
import * as routes from "./routes.ts";

const filters = {
  favorites_only: Type.Optional(Type.Boolean()),
  unvisited_only: Type.Optional(Type.Boolean()),
  folder_id: Type.Optional(FolderOrNone),
  ...searchFields,
};
export const LinkFilters = Type.Object(filters);
export type LinkFilters = Static<typeof LinkFilters>;

export const LinkParams = Type.Object({ id: LinkId });

/** The beginning of a page of a list, opaque to callers. */
export const Cursor = Type.String({ maxLength: 400, description: "From x-next-cursor of the page before" });

/** The order of a list: by the time of saving, either way, or by title. */
export const LinkSort = Type.Enum(["newest", "oldest", "title"]);
export type LinkSort = Static<typeof LinkSort>;

export const LinkListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_PAGE_MAX })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_PAGE_SIZE_MAX, default: LINK_PAGE_SIZE })),
  cursor: Type.Optional(Cursor),
  sort: Type.Optional(LinkSort),
  ...filters,
});
export type LinkListQuery = Static<typeof LinkListQuery>;

export const listLinks = defineOperation({
  ...routes.listLinks,
  summary: "Links, newest first unless sorted otherwise; x-next-cursor leads to the next page",
  scope: "read",
  inFolder: "list",
  query: LinkListQuery,
  responses: { 200: Type.Array(Link) },
});

export const LinkCount = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  at_least: Type.Optional(
    Type.Literal(true, { description: "Only of a search: there are more, which are not counted" }),
  ),
});
export type LinkCount = Static<typeof LinkCount>;

export const countLinks = defineOperation({
  ...routes.countLinks,
  summary: "How many links a list with the same filters has",
  scope: "read",
  inFolder: "list",
  query: LinkFilters,
  responses: { 200: LinkCount },
});

/** Numbers of links: all, the favorites, those never opened, and in each folder by its id; a folder without links is left out. */
export const ListCounts = Type.Object({
  all: Type.Integer({ minimum: 0 }),
  favorites: Type.Integer({ minimum: 0 }),
  unvisited: Type.Integer({ minimum: 0 }),
  folders: Type.Record(Type.String({ pattern: "^[0-9]+$" }), Type.Integer({ minimum: 1 })),
});
export type ListCounts = Static<typeof ListCounts>;

export const countLists = defineOperation({
  ...routes.countLists,
  summary: "How many links the views and all folders have, in one call",
  scope: "read",
  responses: { 200: ListCounts },
});

export const lookupLink = defineOperation({
  ...routes.lookupLink,
  summary: "The saved link of this address; null when there is none",
  scope: "read",
  query: Type.Object({ url: Type.String({ minLength: 1, maxLength: URL_CHARS }) }),
  responses: { 200: Type.Object({ link: Nullable(Link) }) },
});

export const createLink = defineOperation({
  ...routes.createLink,
  summary: "Keep a link: 201, or 200 when it was there already and moves to the top",
  scope: "add",
  inFolder: "save",
  repeatable: true,
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    suggested_title: Type.Optional(
      Type.String({ maxLength: TITLE_CHARS, description: "Used until the page's own title is known" }),
    ),
    folder_id: Type.Optional(Nullable(FolderOrNone)),
    tags: Type.Optional(Tags),
  }),
  responses: { 200: Link, 201: Link, 404: ErrorBody },
});

export const getLink = defineOperation({
  ...routes.getLink,
  summary: "A link with all that is known of its page, and the other links that lead to the same page",
  scope: "read",
  inFolder: "link",
  params: LinkParams,
  responses: { 200: LinkDetail, 404: ErrorBody },
});

export const changeLink = defineOperation({
  ...routes.changeLink,
  summary: "Change a link; folder_id 0 or null takes it out of its folder",
  scope: "change",
  inFolder: "link",
  repeatable: true,
  params: LinkParams,
  body: Type.Object(
    {
      is_favorite: Type.Optional(Type.Boolean()),
      folder_id: Type.Optional(Nullable(FolderOrNone)),
      title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_CHARS })),
      notes: Type.Optional(Type.String({ maxLength: NOTES_CHARS })),
      tags: Type.Optional(Tags),
      add_tags: Type.Optional(Tags),
      remove_tags: Type.Optional(Tags),
      remind_at: Type.Optional(
        Nullable(Type.Intersect([Instant], { description: "When to show it again; null ends the reminder" })),
      ),
    },
    { minProperties: 1, additionalProperties: false },
  ),
  responses: { 200: Link, 404: ErrorBody },
});

export const deleteLink = defineOperation({
  ...routes.deleteLink,
  summary: "Delete a link",
  scope: "change",
  inFolder: "link",
  repeatable: true,
  params: LinkParams,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const restoreLink = defineOperation({
  ...routes.restoreLink,
  summary: "Undo the deletion of a link, for 30 days",
  scope: "change",
  repeatable: true,
  params: LinkParams,
  responses: { 200: Link, 404: ErrorBody },
});

/** Links, and an action on them. Fields that the action does not use are refused. */
export const BulkRequest = Type.Object(
  {
    // Not `uniqueItems`: the time of its check grows faster than the square of their number.
    ids: Type.Optional(Type.Array(LinkId, { minItems: 1, maxItems: BULK_LINKS, description: "Each of them once" })),
    filter: Type.Optional(Type.Object(filters, { additionalProperties: false })),
    action: Type.Enum(["move", "favorite", "visited", "tag", "untag", "delete", "restore"]),
    folder_id: Type.Optional(Nullable(FolderOrNone)),
    is_favorite: Type.Optional(Type.Boolean()),
    is_visited: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Tags),
  },
  { additionalProperties: false },
);
export type BulkRequest = Static<typeof BulkRequest>;

/** What a bulk call did. `bulk_id` undoes it. `failed` are links that could not be changed, and why. */
export const BulkAnswer = Type.Object({
  bulk_id: BulkId,
  changed: Type.Integer({ minimum: 0 }),
  unchanged: Type.Integer({ minimum: 0 }),
  failed: Type.Array(Type.Object({ id: LinkId, detail: Type.String() })),
});
export type BulkAnswer = Static<typeof BulkAnswer>;

export const changeLinks = defineOperation({
  ...routes.changeLinks,
  summary: "Change many links alike: by ids, or all that match a filter; each link by itself",
  scope: "change",
  body: BulkRequest,
  bodyBytes: BULK_BODY_BYTES,
  responses: { 200: BulkAnswer, 400: ErrorBody, 404: ErrorBody },
});

export const undoBulk = defineOperation({
  ...routes.undoBulk,
  summary: "Undo a bulk call; links that were changed since stay as they are",
  scope: "change",
  params: Type.Object({ id: BulkId }),
  responses: { 200: BulkAnswer, 404: ErrorBody },
});

export const getRelatedLinks = defineOperation({
  ...later.getRelatedLinks,
  summary: "The links that share rare words or tags with the title and tags of a link, the most related first",
  scope: "read",
  params: LinkParams,
  responses: { 200: Type.Object({ links: Type.Array(Link) }), 404: ErrorBody },
});

export const visitLink = defineOperation({
  ...routes.visitLink,
  summary: "Count a visit; sent as a beacon or a keepalive fetch",
  scope: "change",
  inFolder: "link",
  repeatable: true,
  params: LinkParams,
  responses: { 200: Link, 404: ErrorBody },
});

/** The size of a picture: for a row of a list, or for a card or panel of twice that width. */
export const PictureSize = Type.Enum(["small", "large"]);
export type PictureSize = Static<typeof PictureSize>;

export const getPreview = defineOperation({
  ...routes.getPreview,
  summary: "The preview picture of a link's page as WebP, from this server's store",
  scope: "read",
  inFolder: "link",
  params: LinkParams,
  query: Type.Object({
    size: Type.Optional(PictureSize),
    v: Type.Optional(Type.String({ maxLength: 64, description: "As in preview_image_url; the answer never expires" })),
  }),
  responses: { 200: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })), 404: ErrorBody },
});

export const getFavicon = defineOperation({
  ...routes.getFavicon,
  summary:
    "The icon of a host among the caller's links, from this server's store; for any other host, its first letter",
  scope: "read",
  params: Type.Object({ host: Type.String({ minLength: 1, maxLength: 260 }) }),
  query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) }),
  responses: { 200: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })) },
});
