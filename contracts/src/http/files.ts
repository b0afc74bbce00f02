import Type, { type Static } from "typebox";
import { CopyId, FolderId, Instant, LinkId } from "../ids.ts";
import { COPY_BYTES, SENT_NAME_CHARS, TEXT_BYTES } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import * as later from "./later-routes.ts";
import { Link } from "./link.ts";

export const addFile = defineOperation({
  ...later.addFile,
  summary:
    "Keep a file as an item: a PDF, a picture, an EPUB, a plain text, Markdown, or a mail. 200 when it is there already",
  scope: "add",
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: SENT_NAME_CHARS, description: "The name of the file" }),
    folder_id: Type.Optional(FolderId),
  }),
  bodyBytes: COPY_BYTES,
  responses: { 200: Link, 201: Link, 400: ErrorBody, 413: ErrorBody },
});

/** The text of an item as it was typed or sent. */
export const ItemText = Type.Object({
  version: CopyId,
  kept_at: Instant,
  type: Type.String({ description: "text/plain or text/markdown" }),
  text: Type.String(),
});
export type ItemText = Static<typeof ItemText>;

const OfLink = Type.Object({ id: LinkId });

export const getText = defineOperation({
  ...later.getText,
  summary: "The text of a note, or of another text that was kept as a file, to be changed",
  scope: "read",
  inFolder: "link",
  params: OfLink,
  responses: { 200: ItemText, 400: ErrorBody, 404: ErrorBody },
});

export const changeText = defineOperation({
  ...later.changeText,
  summary: "Change the text of a note, or of another text that was kept as a file. The version before stays a copy",
  scope: "change",
  inFolder: "link",
  params: OfLink,
  query: Type.Object({
    version: Type.Unsafe<CopyId>({
      ...CopyId,
      description: "The version that was changed; 409 where it is not the newest any more",
    }),
  }),
  bodyBytes: TEXT_BYTES,
  responses: { 200: ItemText, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, 413: ErrorBody },
});
