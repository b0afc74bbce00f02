import Type from "typebox";
import { AddedReader, Reader } from "../http/readers.ts";
import { UserId } from "../ids.ts";
import { BOOK_MAILS_AT_ONCE } from "../limits/index.ts";
import { defineCommand } from "./define.ts";
import { Locale } from "../locale.ts";
import { Client } from "./identity.ts";

const Email = Type.String({ maxLength: 1000 });

/**
 * Adds the address of an e-reader and mails the code that confirms it; a pending one gets another code. `rejected` when the
 * account has the maximum; `limited` after too many.
 */
export const AddReader = defineCommand(
  "identity",
  "add-reader",
  { userId: UserId, email: Email, locale: Locale, client: Client },
  Type.Object({ reader: AddedReader, created: Type.Boolean() }),
);

/** Confirms a pending address by the mailed code. `rejected` for any code that is not this account's for it. */
export const ConfirmReader = defineCommand(
  "identity",
  "confirm-reader",
  {
    userId: UserId,
    email: Email,
    code: Type.String({ maxLength: 100 }),
    locale: Locale,
    client: Client,
  },
  Reader,
);

/** Removes the address of an e-reader. `not-found` for one that is not the account's. */
export const RemoveReader = defineCommand("identity", "remove-reader", { userId: UserId, email: Email });

/**
 * Mails books, one in each mail, to a confirmed address of the account. They are in the object store of books, and removed from
 * it whatever becomes of the command. `not-found` for an address that is not confirmed; `limited` after too many.
 */
export const SendBooks = defineCommand(
  "identity",
  "send-books",
  {
    userId: UserId,
    email: Email,
    locale: Locale,
    books: Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 200 }),
        title: Type.String(),
        file: Type.String({ maxLength: 200 }),
      }),
      { minItems: 1, maxItems: BOOK_MAILS_AT_ONCE },
    ),
  },
  Type.Object({ mails: Type.Integer() }),
);
