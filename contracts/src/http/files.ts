import Type from "typebox";
import { FolderId } from "../ids.ts";
import { COPY_BYTES, SENT_NAME_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import * as later from "./later-routes.ts";
import { Link } from "./link.ts";

export const addFile = defineOperation({
  ...later.addFile,
  summary:
    "Keep a file as an item: a PDF, a picture, an EPUB, a plain text, Markdown, or a mail. 200 when it is there already",
  access: "verified",
  scope: "add",
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: SENT_NAME_CHARS, description: "The name of the file" }),
    folder_id: Type.Optional(FolderId),
  }),
  bodyBytes: COPY_BYTES,
  responses: { 200: Link, 201: Link, 400: ErrorBody, 413: ErrorBody },
});
