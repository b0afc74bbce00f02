import Type, { type Static } from "typebox";
import { BulkId } from "../ids.ts";
import { TAG_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as later from "./later-routes.ts";
import * as routes from "./routes.ts";

/** A tag and how many links have it. */
export const Tag = Type.Object({ name: Type.String(), count: Type.Integer({ minimum: 1 }) });
export type Tag = Static<typeof Tag>;

const TagParams = Type.Object({ name: Type.String({ minLength: 1, maxLength: TAG_CHARS }) });

export const listTags = defineOperation({
  ...routes.listTags,
  summary: "Tags with the number of their links, by name; at most the 1,000 that most links have",
  scope: "read",
  responses: { 200: Type.Object({ tags: Type.Array(Tag) }) },
});

export const renameTag = defineOperation({
  ...later.renameTag,
  summary: "Rename a tag on all links; with the name of another tag, both are merged. bulk_id undoes it",
  scope: "change",
  params: TagParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: TAG_CHARS }) }),
  responses: { 200: Type.Object({ name: Type.String(), changed: Type.Integer(), bulk_id: BulkId }), 404: ErrorBody },
});

export const deleteTag = defineOperation({
  ...later.deleteTag,
  summary: "Remove a tag from all links; the links stay",
  scope: "change",
  params: TagParams,
  responses: { 204: NoContent, 404: ErrorBody },
});
