import Type, { type Static } from "typebox";
import { Instant, LinkId } from "../ids.ts";
import { LINK_PAGE_SIZE, LINK_PAGE_SIZE_MAX, SEARCH_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { Link } from "./link.ts";
import { Cursor } from "./links.ts";
import * as later from "./later-routes.ts";

/** A link that was deleted and can be restored until `erased_at`, when all of its data is erased. */
export const DeletedLink = Type.Object({ ...Link.properties, deleted_at: Instant, erased_at: Instant });
export type DeletedLink = Static<typeof DeletedLink>;

export const DeletedLinksQuery = Type.Object({
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LINK_PAGE_SIZE_MAX, default: LINK_PAGE_SIZE })),
  cursor: Type.Optional(Cursor),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARS,
      description: "Words; each has to be in title, address or notes",
    }),
  ),
});
export type DeletedLinksQuery = Static<typeof DeletedLinksQuery>;

export const listDeletedLinks = defineOperation({
  ...later.listDeletedLinks,
  summary: "Links that were deleted and can be restored, the last deleted first; x-next-cursor leads to the next page",
  scope: "read",
  query: DeletedLinksQuery,
  responses: { 200: Type.Array(DeletedLink) },
});

export const countDeletedLinks = defineOperation({
  ...later.countDeletedLinks,
  summary: "How many deleted links can be restored",
  scope: "read",
  responses: { 200: Type.Object({ count: Type.Integer({ minimum: 0 }) }) },
});

export const eraseLink = defineOperation({
  ...later.eraseLink,
  summary: "Erase a deleted link now, for good",
  scope: "change",
  repeatable: true,
  params: Type.Object({ id: LinkId }),
  responses: { 204: NoContent, 404: ErrorBody },
});

/** How many links were erased, and how many are still to be. */
export const ErasedLinks = Type.Object({
  erased: Type.Integer({ minimum: 0 }),
  left: Type.Integer({ minimum: 0 }),
});

export const eraseDeletedLinks = defineOperation({
  ...later.eraseDeletedLinks,
  summary: "Erase deleted links now, for good: as many as there is time for, so call it until none is left",
  scope: "change",
  responses: { 200: ErasedLinks },
});
