import Type, { type Static } from "typebox";
import { Nullable, Octets } from "../fields.ts";
import { CopyId, Instant, LinkId } from "../ids.ts";
import { CopySource } from "../events/archive.ts";
import { COPY_UPLOAD_BYTES } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as later from "./later-routes.ts";
import * as routes from "./routes.ts";
import * as settings from "./settings-routes.ts";

const Count = Type.Integer({ minimum: 0 });
const OfLink = Type.Object({ id: LinkId });
const OfCopy = Type.Object({ id: LinkId, version: CopyId });

const OpenUrl = Type.String({
  description: "A path of this server that shows the copy, without a session and for 12 hours",
});

/** A version of the copy of a link's page. */
export const Copy = Type.Object({
  version: CopyId,
  kept_at: Instant,
  source: CopySource,
  type: Type.String({ description: "Media type of the original" }),
  bytes: Count,
  words: Nullable(Count),
  language: Nullable(Type.String({ description: "BCP 47" })),
  kind: Nullable(Type.String()),
  left_out: Type.Integer({ minimum: 0, description: "Pictures, stylesheets and fonts that could not be kept" }),
  open_url: OpenUrl,
});
export type Copy = Static<typeof Copy>;

export const LinkCopies = Type.Object({
  copies: Type.Array(Copy, { description: "The newest first" }),
  is_on: Nullable(Type.Boolean({ description: "The link's own setting; null: as the account's" })),
  is_kept: Type.Boolean({ description: "Whether copies of this link are made" }),
  reason: Nullable(Type.String({ description: "Why the page that was fetched last was not kept: a stable code" })),
  missed_at: Nullable(Instant),
  requested_at: Nullable(Instant),
});
export type LinkCopies = Static<typeof LinkCopies>;

export const listCopies = defineOperation({
  ...later.listCopies,
  summary: "The copies of a link's page, the newest first",
  scope: "read",
  params: OfLink,
  responses: { 200: LinkCopies, 404: ErrorBody },
});

export const keepAgain = defineOperation({
  ...later.keepAgain,
  summary: "Fetch a link's page again and keep another copy of it",
  scope: "change",
  repeatable: true,
  params: OfLink,
  responses: { 202: LinkCopies, 404: ErrorBody },
});

export const uploadCopy = defineOperation({
  ...later.uploadCopy,
  summary:
    "Keep a link's page as it is sent: one HTML file with its pictures and styles in it, as SingleFile saves them",
  scope: "change",
  params: OfLink,
  query: Type.Object({
    source: Type.Optional(Type.Enum(["extension", "upload"], { default: "upload" })),
  }),
  bodyBytes: COPY_UPLOAD_BYTES,
  responses: { 202: LinkCopies, 400: ErrorBody, 404: ErrorBody },
});

export const changeLinkKeeping = defineOperation({
  ...later.changeLinkKeeping,
  summary: "Set whether copies of a link's page are made; null: as the account's setting says",
  scope: "change",
  params: OfLink,
  body: Type.Object({ is_on: Nullable(Type.Boolean()) }, { additionalProperties: false }),
  responses: { 200: LinkCopies, 404: ErrorBody },
});

export const openCopy = defineOperation({
  ...later.openCopy,
  summary: "Open a copy: leads to the address at which it is shown, which is valid for 12 hours",
  scope: "read",
  params: OfCopy,
  responses: { 302: NoContent, 404: ErrorBody },
});

export const deleteCopy = defineOperation({
  ...later.deleteCopy,
  summary: "Delete a copy; it can be restored for 30 days",
  scope: "change",
  params: OfCopy,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const restoreCopy = defineOperation({
  ...later.restoreCopy,
  summary: "Undo the deletion of a copy",
  scope: "change",
  params: OfCopy,
  responses: { 200: LinkCopies, 404: ErrorBody },
});

/** The article of a copy. `html` holds known elements alone, without scripts, styles and handlers. */
export const Article = Type.Object({
  version: CopyId,
  kept_at: Instant,
  open_url: OpenUrl,
  url: Type.String({ description: "Where the page was found" }),
  kind: Type.String({ description: "article, listing, forum, product, video, app, document" }),
  title: Nullable(Type.String()),
  byline: Nullable(Type.String()),
  language: Nullable(Type.String({ description: "BCP 47" })),
  read: Type.Number({ minimum: 0, maximum: 1, description: "How far it was read: 1 is done" }),
  direction: Type.Enum(["ltr", "rtl"]),
  words: Count,
  quality: Type.Number({ minimum: 0, maximum: 1, description: "How sure it is that this is the article alone" }),
  extractor: Type.String(),
  html: Type.String(),
  text: Type.String({ description: "Blocks separated by one empty line" }),
  pages: Type.Array(Type.Object({ url: Type.String(), width: Count, height: Count }), {
    description: "Pictures of the first pages of a PDF, paths of this server; empty for all else",
  }),
  page_count: Type.Integer({ minimum: 0, description: "Pages of a PDF that has such pictures; else 0" }),
});
export type Article = Static<typeof Article>;

export const getArticle = defineOperation({
  ...routes.getArticle,
  summary: "The article of a link's newest copy, or of the given version",
  scope: "read",
  inFolder: "link",
  params: OfLink,
  query: Type.Object({ version: Type.Optional(CopyId) }),
  responses: { 200: Article, 404: ErrorBody },
});

export const getCopyPicture = defineOperation({
  ...later.getCopyPicture,
  summary: "A picture of a copy, as its article names it",
  scope: "read",
  params: Type.Object({ ...OfCopy.properties, name: Type.String({ pattern: "^[0-9a-f]{20}\\.[a-z0-9]{2,5}$" }) }),
  responses: { 200: Octets, 404: ErrorBody },
});

export const moveReading = defineOperation({
  ...later.moveReading,
  summary: "Record how far the article of a link was read, for every device",
  scope: "change",
  params: OfLink,
  body: Type.Object({ read: Type.Number({ minimum: 0, maximum: 1 }) }, { additionalProperties: false }),
  responses: { 204: NoContent, 404: ErrorBody },
});

/** What the copies of an account take. */
export const CopyUse = Type.Object({
  is_on: Type.Boolean({ description: "Whether copies of the account's links are made" }),
  copies: Count,
  bytes: Type.Integer({ minimum: 0, description: "Deleted copies that can be restored are counted" }),
  limit_bytes: Count,
});
export type CopyUse = Static<typeof CopyUse>;

export const getCopyUse = defineOperation({
  ...settings.getCopyUse,
  summary: "What the copies of the account's links take, and how much they may",
  scope: "account",
  responses: { 200: CopyUse },
});

export const changeKeeping = defineOperation({
  ...settings.changeKeeping,
  summary: "Set whether copies of the account's links are made",
  scope: "account",
  body: Type.Object({ is_on: Type.Boolean() }, { additionalProperties: false }),
  responses: { 200: CopyUse },
});

export const exportCopies = defineOperation({
  ...settings.exportCopies,
  summary: "Download all copies as one zip: a folder for each, named by its date and title",
  scope: "account",
  responses: { 200: Octets },
});
