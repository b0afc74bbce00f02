import Type, { type Static } from "typebox";
import { Email, Nullable, Tags } from "../fields.ts";
import { FolderId, Instant, LinkId, MailId, SecretAddressId } from "../ids.ts";
import { SECRET_ADDRESS_NAME_CHARS } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

const Folder = Nullable(FolderId, { description: "Where its mails are put; null: in no folder" });
const Name = Type.String({ minLength: 1, maxLength: SECRET_ADDRESS_NAME_CHARS });

/** A secret address. */
export const SecretAddress = Type.Object({
  id: SecretAddressId,
  name: Type.String(),
  address: Type.String({ description: "Takes mail from anyone; each mail becomes an item" }),
  folder_id: Folder,
  tags: Type.Array(Type.String()),
  created_at: Instant,
});
export type SecretAddress = Static<typeof SecretAddress>;

/** Somebody whose mails came to secret addresses in the last 90 days, or who is muted. Nobody checks a sender. */
export const NewsletterSource = Type.Object({
  sender: Type.String({ description: "The address in its From field" }),
  name: Nullable(Type.String()),
  count: Type.Integer({ minimum: 0, description: "Mails in the last 90 days" }),
  last: Nullable(
    Type.Object({
      subject: Type.String(),
      received_at: Instant,
      link_id: Nullable(LinkId, {
        description: "Null until it is an item, or where there was no room",
      }),
    }),
  ),
  is_muted: Type.Boolean({ description: "Its mails are taken and dropped" }),
  unsubscribe: Type.Union(
    [
      Type.Object({ by: Type.Literal("request") }),
      Type.Object({ by: Type.Literal("link"), url: Type.String({ description: "http, https or mailto" }) }),
      Type.Null(),
    ],
    { description: "How it can be ended (RFC 8058, RFC 2369), as its newest mail says" },
  ),
});
export type NewsletterSource = Static<typeof NewsletterSource>;

/** A mail that asks to confirm something, such as a forwarding. */
export const LetterConfirmation = Type.Object({
  mail_id: MailId,
  address_id: SecretAddressId,
  sender: Type.String(),
  subject: Type.String(),
  received_at: Instant,
  code: Nullable(Type.String()),
  url: Nullable(Type.String(), { description: "Its link; nobody has opened it" }),
});
export type LetterConfirmation = Static<typeof LetterConfirmation>;

export const Newsletters = Type.Object({
  addresses: Type.Array(SecretAddress, { description: "The newest first" }),
  sources: Type.Array(NewsletterSource, { description: "Those with the newest mail first" }),
  confirmations: Type.Array(LetterConfirmation, { description: "Of the last three days, the newest first" }),
});
export type Newsletters = Static<typeof Newsletters>;

export const listNewsletters = defineOperation({
  ...routes.listNewsletters,
  summary: "The secret addresses of the account, and who writes to them",
  scope: "account",
  responses: { 200: Newsletters },
});

export const NewSecretAddress = Type.Object(
  { name: Name, folder_id: Folder, tags: Type.Optional(Tags) },
  { additionalProperties: false },
);
export type NewSecretAddress = Static<typeof NewSecretAddress>;

export const createSecretAddress = defineOperation({
  ...routes.createSecretAddress,
  summary: "Make a secret address: it takes mail from anyone, and each mail becomes an item",
  scope: "account",
  body: NewSecretAddress,
  responses: { 201: SecretAddress, 400: ErrorBody, 404: ErrorBody },
});

export const SecretAddressChanges = Type.Object(
  { name: Type.Optional(Name), folder_id: Type.Optional(Folder), tags: Type.Optional(Tags) },
  { additionalProperties: false, minProperties: 1 },
);
export type SecretAddressChanges = Static<typeof SecretAddressChanges>;

const Params = Type.Object({ id: SecretAddressId });

export const changeSecretAddress = defineOperation({
  ...routes.changeSecretAddress,
  summary: "Rename a secret address, or put its mails elsewhere; the address stays",
  scope: "account",
  params: Params,
  body: SecretAddressChanges,
  responses: { 200: SecretAddress, 400: ErrorBody, 404: ErrorBody },
});

export const deleteSecretAddress = defineOperation({
  ...routes.deleteSecretAddress,
  summary: "Revoke a secret address, for good; its items stay",
  scope: "account",
  params: Params,
  responses: { 204: NoContent, 404: ErrorBody },
});

export const muteSender = defineOperation({
  ...routes.muteSender,
  summary: "Mute a sender of newsletters, or no more: its mails are taken and dropped",
  scope: "account",
  body: Type.Object({ sender: Email, is_muted: Type.Boolean() }, { additionalProperties: false }),
  responses: { 204: NoContent, 400: ErrorBody },
});

export const unsubscribe = defineOperation({
  ...routes.unsubscribe,
  summary: "End a newsletter by the one request that its newest mail offers (RFC 8058)",
  scope: "account",
  body: Type.Object({ sender: Email }, { additionalProperties: false }),
  responses: { 204: NoContent, 400: ErrorBody, 404: ErrorBody },
});

/** What the account says about mail to the save address. */
export const MailSettings = Type.Object({
  keeps_attachments: Type.Boolean({ description: "Whether attached files and forwarded newsletters become items" }),
});
export type MailSettings = Static<typeof MailSettings>;

export const getMailSettings = defineOperation({
  ...routes.getMailSettings,
  summary: "What the account says about mail to the save address",
  scope: "account",
  responses: { 200: MailSettings },
});

export const changeMailSettings = defineOperation({
  ...routes.changeMailSettings,
  summary: "Set whether attachments of mails to the save address become items",
  scope: "account",
  body: Type.Object({ keeps_attachments: Type.Boolean() }, { additionalProperties: false }),
  responses: { 200: MailSettings },
});
