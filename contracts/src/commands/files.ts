import Type from "typebox";
import { MailedItem } from "../events/mail.ts";
import { Link } from "../http/link.ts";
import { CopyId, FolderId, LinkId, UserId } from "../ids.ts";
import { FILE_READ_MS, SENT_NAME_CHARS } from "../limits/index.ts";
import { defineCommand } from "./define.ts";

/**
 * Reads a file that its owner sends, as an attachment of a mail is read. Its octets are stored under the version before;
 * what is kept of it is stored beside them. `rejected` for a kind that is not kept and for one that can't be read, `full` while
 * the account's copies take all that they may, `not-found` when nothing is stored.
 */
export const ReadFile = defineCommand(
  "mail",
  "read-file",
  {
    userId: UserId,
    version: CopyId,
    /** As its sender has it. */
    name: Type.String({ maxLength: SENT_NAME_CHARS }),
    /** Of this server: its address ends with it (RFC 2392). */
    host: Type.String({ minLength: 1, maxLength: 253 }),
  },
  Type.Object({ item: MailedItem }),
  { answerMs: FILE_READ_MS },
);

/** Keeps a file that was read as an item; `created` is false when it was there already. Otherwise as {@link SaveLink}. */
export const SaveFile = defineCommand(
  "links",
  "save-file",
  {
    userId: UserId,
    /** What sent it. */
    by: Type.Enum(["page", "extension", "token"]),
    item: MailedItem,
    folderId: Type.Optional(FolderId),
    keepsKnown: Type.Optional(Type.Boolean()),
  },
  Type.Object({ linkId: LinkId, created: Type.Boolean(), link: Link }),
);
