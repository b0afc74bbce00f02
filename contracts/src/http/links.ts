import Type, { type Static } from "typebox";
import { FolderId, FolderOrNone, Instant, LinkId } from "../ids.ts";
import {
  DESCRIPTION_CHARS,
  LINK_PAGE_MAX,
  LINK_PAGE_SIZE,
  LINK_PAGE_SIZE_MAX,
  TAGS_PER_LINK,
  TAG_CHARS,
  TITLE_CHARS,
  URL_CHARS,
} from "../limits.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** How far the description of a link's page has come. `failed` names the reason as a stable code. */
export const EnrichmentState = Type.Object({
  state: Type.Union([Type.Literal("pending"), Type.Literal("done"), Type.Literal("failed")]),
  reason: Nullable(Type.String()),
  tried_at: Nullable(Instant),
  attempts: Type.Integer(),
});

export const Link = Type.Object({
  id: LinkId,
  url: Type.String(),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  preview_image_url: Nullable(Type.String({ description: "A path of this server; no third party is asked" })),
  favicon_url: Nullable(Type.String({ description: "A path of this server; no third party is asked" })),
  tags: Type.Array(Type.String()),
  is_favorite: Type.Boolean(),
  folder_id: Nullable(FolderId),
  visit_count: Type.Integer({ minimum: 0 }),
  first_visited_at: Nullable(Instant),
  last_visited_at: Nullable(Instant),
  created_at: Instant,
  saved_at: Instant,
  enrichment: EnrichmentState,
});
export type Link = Static<typeof Link>;

const filters = {
  favorites_only: Type.Optional(Type.Boolean()),
  unvisited_only: Type.Optional(Type.Boolean()),
  folder_id: Type.Optional(FolderOrNone),
};
export const LinkFilters = Type.Object(filters);
export type LinkFilters = Static<typeof LinkFilters>;

const LinkParams = Type.Object({ id: LinkId });

export const LinkListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_PAGE_MAX })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_PAGE_SIZE_MAX, default: LINK_PAGE_SIZE })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: "From x-next-cursor of the page before" })),
  ...filters,
});
export type LinkListQuery = Static<typeof LinkListQuery>;

/** Name of the header that a list answers with while there is more. */
export const NEXT_CURSOR = "x-next-cursor";

/** Name of the header that says the answer may not show the caller's own write yet. */
export const STALE = "x-satchel-stale";

export const listLinks = defineOperation({
  id: "listLinks",
  method: "GET",
  path: "/api/links/",
  summary: "Links, newest first; x-next-cursor leads to the next page",
  access: "verified",
  query: LinkListQuery,
  responses: { 200: Type.Array(Link) },
});

export const countLinks = defineOperation({
  id: "countLinks",
  method: "GET",
  path: "/api/links/count",
  summary: "How many links a list with the same filters has",
  access: "verified",
  query: LinkFilters,
  responses: { 200: Type.Object({ count: Type.Integer({ minimum: 0 }) }) },
});

export const createLink = defineOperation({
  id: "createLink",
  method: "POST",
  path: "/api/links/",
  summary: "Keep a link: 201, or 200 when it was there already and moves to the top",
  access: "verified",
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: URL_CHARS }),
    title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
    folder_id: Type.Optional(Nullable(FolderOrNone)),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK })),
  }),
  responses: { 200: Link, 201: Link, 404: ErrorBody },
});

export const changeLink = defineOperation({
  id: "changeLink",
  method: "PATCH",
  path: "/api/links/:id",
  summary: "Change a link; folder_id 0 or null takes it out of its folder",
  access: "verified",
  params: LinkParams,
  body: Type.Object(
    {
      is_favorite: Type.Optional(Type.Boolean()),
      folder_id: Type.Optional(Nullable(FolderOrNone)),
      title: Type.Optional(Type.String({ maxLength: TITLE_CHARS })),
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_CHARS })),
      tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: TAG_CHARS }), { maxItems: TAGS_PER_LINK })),
    },
    { minProperties: 1, additionalProperties: false },
  ),
  responses: { 200: Link, 404: ErrorBody },
});

export const deleteLink = defineOperation({
  id: "deleteLink",
  method: "DELETE",
  path: "/api/links/:id",
  summary: "Delete a link",
  access: "verified",
  params: LinkParams,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const visitLink = defineOperation({
  id: "visitLink",
  method: "POST",
  path: "/api/links/:id/visit",
  summary: "Count a visit; sent as a beacon or a keepalive fetch",
  access: "verified",
  params: LinkParams,
  responses: { 200: Link, 404: ErrorBody },
});

export const getPreview = defineOperation({
  id: "getPreview",
  method: "GET",
  path: "/api/links/:id/preview",
  summary: "The preview picture of a link's page, as this server keeps it",
  access: "verified",
  params: LinkParams,
  responses: { 200: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })), 404: ErrorBody },
  produces: "image/*",
});

export const getFavicon = defineOperation({
  id: "getFavicon",
  method: "GET",
  path: "/api/links/favicon/:host",
  summary: "The icon of a host among the caller's own links, as this server keeps it",
  access: "verified",
  params: Type.Object({ host: Type.String({ minLength: 1, maxLength: 260 }) }),
  responses: { 200: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })), 404: ErrorBody },
  produces: "image/*",
});
