import Type, { type Static } from "typebox";
import { Nullable } from "../fields.ts";
import { LeftOutReason, MailVerdict, RefusalReason } from "../events/mail.ts";
import { MailCommandOutcome } from "../events/post.ts";
import { BulkId, FolderId, Instant, LinkId, MailId } from "../ids.ts";
import { CAPTURE_PAGE_SIZE, CAPTURE_PAGE_SIZE_MAX } from "../limits/index.ts";
import { defineOperation, ErrorBody } from "./define.ts";
import { Cursor } from "./links.ts";
import * as later from "./later-routes.ts";

/** A link of a mail, with its address in the mail. The link itself may have been deleted since. */
export const CapturedLink = Type.Object({ id: LinkId, url: Type.String() });
export type CapturedLink = Static<typeof CapturedLink>;

/**
 * The outcome of a mail: `pending` while its links are being saved, `saved` when all of them are new, `duplicate` when all
 * were saved already, `refused`, and `partly` for everything between: some new and some not, or some that can't be saved.
 * A mail with commands (`command`) is `done`, or `pending` until then.
 */
export const CaptureOutcome = Type.Enum(["pending", "saved", "partly", "duplicate", "refused", "done"]);
export type CaptureOutcome = Static<typeof CaptureOutcome>;

/** What a mail can tell Satchel to do. */
const CommandKind = Type.Enum(["undo", "tag", "folder", "note", "search", "read"]);

/** What came with a mail: a file, or a mail in it. */
export const CapturedAttachment = Type.Object({
  name: Type.String({ description: "Of the file; of a mail, its subject" }),
  outcome: Type.Enum(["pending", "saved", "duplicate", "without-room", "left-out"]),
  id: Nullable(LinkId, { description: "The item, which may have been deleted since" }),
  left_out: Nullable(
    Type.Object({ reason: LeftOutReason, message: Type.String({ description: "A sentence for people" }) }),
  ),
});
export type CapturedAttachment = Static<typeof CapturedAttachment>;

/** A mail from one of the account's own addresses, and its outcome. */
export const Capture = Type.Object({
  id: MailId,
  received_at: Instant,
  sender: Type.String({ description: "The address in its From field, which is one of the account's" }),
  subject: Type.String(),
  verdict: MailVerdict,
  outcome: CaptureOutcome,
  saved: Type.Array(CapturedLink, { description: "New links" }),
  duplicates: Type.Array(CapturedLink, { description: "Links that were there already, and moved to the top" }),
  unusable: Type.Array(Type.String(), { description: "Addresses that can't be kept: they are no web addresses" }),
  without_room: Type.Array(Type.String(), {
    description: "Addresses that were not kept: the account had as many links as it may",
  }),
  attachments: Type.Array(CapturedAttachment),
  refusal: Nullable(
    Type.Object({ reason: RefusalReason, message: Type.String({ description: "A sentence for people" }) }),
  ),
  folder_name: Nullable(Type.String(), { description: "The folder that was asked for" }),
  folder_id: Nullable(FolderId, { description: "The folder that the links were put into" }),
  tags: Type.Array(Type.String(), { description: "The tags that were asked for" }),
  command: Nullable(
    Type.Object({
      kinds: Type.Array(CommandKind, { description: "Empty for a reply that was not understood" }),
      outcome: Nullable(MailCommandOutcome),
    }),
    { description: "Of a mail that told Satchel what to do, and what came of it" },
  ),
});
export type Capture = Static<typeof Capture>;

export const CaptureListQuery = Type.Object({
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: CAPTURE_PAGE_SIZE_MAX, default: CAPTURE_PAGE_SIZE })),
  cursor: Type.Optional(Cursor),
});
export type CaptureListQuery = Static<typeof CaptureListQuery>;

export const listCaptures = defineOperation({
  ...later.listCaptures,
  summary: "What came by mail in the last 90 days and what became of it, newest first; x-next-cursor leads on",
  scope: "read",
  query: CaptureListQuery,
  responses: { 200: Type.Array(Capture) },
});

export const UndoneCapture = Type.Object({
  bulk_id: BulkId,
  deleted: Type.Integer({ description: "Links that the mail brought, and that are deleted now" }),
  restored: Type.Integer({ description: "Links that are as they were before the mail" }),
  kept: Type.Integer({ description: "Links that were changed since, and stay as they are" }),
});
export type UndoneCapture = Static<typeof UndoneCapture>;

export const undoCapture = defineOperation({
  ...later.undoCapture,
  summary: "Undo what a mail did; `POST /api/links/bulk/{bulk_id}/undo` brings deleted links back",
  scope: "change",
  params: Type.Object({ id: MailId }),
  responses: { 200: UndoneCapture, 400: ErrorBody, 404: ErrorBody },
});
