import Type, { type Static } from "typebox";
import { LeftOutReason, MailVerdict, RefusalReason } from "../events/mail.ts";
import { FolderId, Instant, LinkId, MailId } from "../ids.ts";
import { CAPTURE_PAGE_SIZE, CAPTURE_PAGE_SIZE_MAX } from "../limits/index.ts";
import { defineOperation } from "./define.ts";
import { Cursor } from "./links.ts";
import * as routes from "./routes.ts";

/** A link of a mail, with its address in the mail. The link itself may have been deleted since. */
export const CapturedLink = Type.Object({ id: LinkId, url: Type.String() });
export type CapturedLink = Static<typeof CapturedLink>;

/**
 * The outcome of a mail: `pending` while its links are being saved, `saved` when all of them are new, `duplicate` when all
 * were saved already, `refused`, and `partly` for everything between: some new and some not, or some that can't be saved.
 */
export const CaptureOutcome = Type.Union([
  Type.Literal("pending"),
  Type.Literal("saved"),
  Type.Literal("partly"),
  Type.Literal("duplicate"),
  Type.Literal("refused"),
]);
export type CaptureOutcome = Static<typeof CaptureOutcome>;

/** What came with a mail: a file, or a mail in it. */
export const CapturedAttachment = Type.Object({
  name: Type.String({ description: "Of the file; of a mail, its subject" }),
  outcome: Type.Union([
    Type.Literal("pending"),
    Type.Literal("saved"),
    Type.Literal("duplicate"),
    Type.Literal("without-room"),
    Type.Literal("left-out"),
  ]),
  id: Type.Union([LinkId, Type.Null()], { description: "The item, which may have been deleted since" }),
  left_out: Type.Union([
    Type.Object({ reason: LeftOutReason, message: Type.String({ description: "A sentence for people" }) }),
    Type.Null(),
  ]),
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
  refusal: Type.Union([
    Type.Object({ reason: RefusalReason, message: Type.String({ description: "A sentence for people" }) }),
    Type.Null(),
  ]),
  folder_name: Type.Union([Type.String(), Type.Null()], { description: "The folder that was asked for" }),
  folder_id: Type.Union([FolderId, Type.Null()], { description: "The folder that the links were put into" }),
  tags: Type.Array(Type.String(), { description: "The tags that were asked for" }),
});
export type Capture = Static<typeof Capture>;

export const CaptureListQuery = Type.Object({
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: CAPTURE_PAGE_SIZE_MAX, default: CAPTURE_PAGE_SIZE })),
  cursor: Type.Optional(Cursor),
});
export type CaptureListQuery = Static<typeof CaptureListQuery>;

export const listCaptures = defineOperation({
  ...routes.listCaptures,
  summary: "What came by mail in the last 90 days and what became of it, newest first; x-next-cursor leads on",
  access: "verified",
  scope: "read",
  query: CaptureListQuery,
  responses: { 200: Type.Array(Capture) },
});
