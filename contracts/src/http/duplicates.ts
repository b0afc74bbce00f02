import Type, { type Static } from "typebox";
import { BulkId, LinkId, UUID } from "../ids.ts";
import { MERGE_LINKS } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import { Link } from "./link.ts";
import { Cursor } from "./links.ts";
import * as later from "./later-routes.ts";

/** A link to a page that others lead to as well. A merge leaves copies and highlights with the link that has them. */
export const DuplicateLink = Type.Object({
  ...Link.properties,
  copies: Type.Integer({ minimum: 0 }),
  highlights: Type.Integer({ minimum: 0 }),
});
export type DuplicateLink = Static<typeof DuplicateLink>;

/** A page, and the links that lead to it. */
export const DuplicatePage = Type.Object({
  page_id: Type.String({ pattern: UUID, description: "The same for all links of an account to this page" }),
  number: Type.Integer({ minimum: 2, description: "Of all its links" }),
  links: Type.Array(DuplicateLink, { maxItems: MERGE_LINKS, description: "The oldest first, at most 100" }),
});
export type DuplicatePage = Static<typeof DuplicatePage>;

export const DuplicatePages = Type.Object({
  pages: Type.Array(DuplicatePage),
  total: Type.Integer({ minimum: 0, description: "Of all pages that several links lead to" }),
});
export type DuplicatePages = Static<typeof DuplicatePages>;

export const listDuplicates = defineOperation({
  ...later.listDuplicates,
  summary: "Pages that several links lead to, the last saved first; x-next-cursor leads to the next ones",
  scope: "read",
  query: Type.Object({ cursor: Type.Optional(Cursor) }),
  responses: { 200: DuplicatePages },
});

export const MergeRequest = Type.Object(
  {
    keep: LinkId,
    others: Type.Array(LinkId, { minItems: 1, maxItems: MERGE_LINKS - 1, description: "Each of them once" }),
    bulk_id: Type.Optional(
      Type.Unsafe<BulkId>({ ...BulkId, description: "Of an earlier merge: both are then undone as one" }),
    ),
  },
  { additionalProperties: false },
);
export type MergeRequest = Static<typeof MergeRequest>;

/** The kept link. `bulk_id` undoes the merge. `failed` are links that were changed meanwhile, and stay. */
export const MergeAnswer = Type.Object({
  link: Link,
  bulk_id: BulkId,
  merged: Type.Integer({ minimum: 0 }),
  failed: Type.Array(Type.Object({ id: LinkId, detail: Type.String() })),
});
export type MergeAnswer = Static<typeof MergeAnswer>;

export const mergeLinks = defineOperation({
  ...later.mergeLinks,
  summary: "Merge links that lead to one page: one gets what the others have, and these are deleted",
  scope: "change",
  repeatable: true,
  body: MergeRequest,
  responses: { 200: MergeAnswer, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody },
});
