import Type, { type Static } from "typebox";
import { Email, Nullable } from "../fields.ts";
import { LinkId } from "../ids.ts";
import { BOOK_MAILS_AT_ONCE } from "../limits/index.ts";
import { defineOperation, ErrorBody, NoContent } from "./define.ts";
import { EpubQuery } from "./epub.ts";
import * as routes from "./settings-routes.ts";

/** An address to which books are sent. An unconfirmed one is pending: nothing goes to it. */
export const Reader = Type.Object({ email: Type.String(), is_confirmed: Type.Boolean() });
export type Reader = Static<typeof Reader>;

export const listReaders = defineOperation({
  ...routes.listReaders,
  summary: "The addresses of the account's e-readers",
  scope: "account",
  responses: { 200: Type.Object({ readers: Type.Array(Reader) }) },
});

/** `code_sent_to`: where the code is that confirms it; null where it is confirmed already. */
export const AddedReader = Type.Object({
  ...Reader.properties,
  code_sent_to: Nullable(Type.String()),
});
export type AddedReader = Static<typeof AddedReader>;

export const addReader = defineOperation({
  ...routes.addReader,
  summary:
    "Add the address of an e-reader: a code is mailed, to the account for Kindle and PocketBook, else to the address",
  scope: "account",
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  responses: { 200: AddedReader, 201: AddedReader, 400: ErrorBody },
});

export const confirmReader = defineOperation({
  ...routes.confirmReader,
  summary: "Confirm the address of an e-reader by the mailed code",
  scope: "account",
  body: Type.Object(
    { email: Email, code: Type.String({ minLength: 1, maxLength: 100 }) },
    { additionalProperties: false },
  ),
  responses: { 200: Reader, 400: ErrorBody },
});

export const deleteReader = defineOperation({
  ...routes.deleteReader,
  summary: "Remove the address of an e-reader",
  scope: "account",
  body: Type.Object({ email: Email }, { additionalProperties: false }),
  responses: { 204: NoContent, 404: ErrorBody },
});

/** What is sent: the article of a link, or the articles of a list. */
export const SentBook = Type.Union([
  Type.Object({ link_id: LinkId }, { additionalProperties: false }),
  Type.Object({ list: EpubQuery }, { additionalProperties: false }),
]);
export type SentBook = Static<typeof SentBook>;

export const sendToReader = defineOperation({
  ...routes.sendToReader,
  summary: "Mail a book to a confirmed address of an e-reader, in several mails where it is larger than one may be",
  scope: "account",
  body: Type.Object({ email: Email, book: SentBook }, { additionalProperties: false }),
  responses: {
    202: Type.Object({ mails: Type.Integer({ minimum: 1, maximum: BOOK_MAILS_AT_ONCE }) }),
    400: ErrorBody,
    404: ErrorBody,
  },
});
