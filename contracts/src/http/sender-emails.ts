import Type, { type Static } from "typebox";
import { Email } from "../fields.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import * as routes from "./settings-routes.ts";

/** An address from which links may be mailed. An unconfirmed one is pending: mail from it is refused. */
export const SenderEmail = Type.Object({
  email: Type.String(),
  is_primary: Type.Boolean(),
  is_confirmed: Type.Boolean(),
});
export type SenderEmail = Static<typeof SenderEmail>;

export const listSenderEmails = defineOperation({
  ...routes.listSenderEmails,
  summary: "The account's addresses, the primary one first",
  scope: "account",
  responses: { 200: Type.Object({ sender_emails: Type.Array(SenderEmail) }) },
});

export const addSenderEmail = defineOperation({
  ...routes.addSenderEmail,
  summary:
    "Add an address: a link is mailed to it, and it is pending until its owner follows it. 200 when it exists already",
  scope: "account",
  body: Type.Object({ email: Email }),
  responses: { 200: SenderEmail, 201: SenderEmail, 400: ErrorBody, 409: ErrorBody },
});

export const confirmSenderEmail = defineOperation({
  ...routes.confirmSenderEmail,
  summary: "Confirm a pending address by the token of the mailed link, signed in to the account that named it",
  scope: "account",
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) }),
  responses: { 200: SenderEmail, 404: ErrorBody, 409: ErrorBody },
});

export const deleteSenderEmail = defineOperation({
  ...routes.deleteSenderEmail,
  summary: "Remove an address; never the last nor the primary one",
  scope: "account",
  body: Type.Object({ email: Email }),
  responses: { 204: NoContent, 400: ErrorBody, 404: ErrorBody },
});
