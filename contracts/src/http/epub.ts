import Type, { type Static } from "typebox";
import { Octets, searchFields } from "../fields.ts";
import { CopyId, FolderOrNone, LinkId } from "../ids.ts";
import { EPUB_DAYS_MAX } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import * as later from "./later-routes.ts";

export const getLinkEpub = defineOperation({
  ...later.getLinkEpub,
  summary: "The article of a link's newest copy, or of the given version, as EPUB 3",
  scope: "read",
  params: Type.Object({ id: LinkId }),
  query: Type.Object({ version: Type.Optional(CopyId) }),
  responses: { 200: Octets, 404: ErrorBody },
});

/** What a book is of: what all of these say. */
export const EpubQuery = Type.Object({
  folder_id: Type.Optional(FolderOrNone),
  ...searchFields,
  unvisited_only: Type.Optional(Type.Boolean()),
  favorites_only: Type.Optional(Type.Boolean()),
  unread_only: Type.Optional(
    Type.Boolean({ description: "Links that were not visited, and whose article was not read to its end" }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: EPUB_DAYS_MAX, description: "Links that were saved in as many days" }),
  ),
});
export type EpubQuery = Static<typeof EpubQuery>;

export const getEpub = defineOperation({
  ...later.getEpub,
  summary: "The articles of a folder, a smart folder, a search or what is unread as one EPUB 3: the newest 50",
  scope: "read",
  query: EpubQuery,
  responses: { 200: Octets, 404: ErrorBody },
});
