import type { RowOf, TableDefinition } from "@satchel/chassis";
import type {
  MailCommandOutcome,
  Confirmation,
  FolderId,
  ItemOfMail,
  LeftOutAttachment,
  LinkId,
  MailCommand,
  MailedLink,
  MailId,
  MailVerdict,
  RefusalReason,
  SecretAddressId,
  Unsubscription,
  UserId,
} from "@satchel/contracts";

/** Mails from users' own addresses, and their outcomes. */
const mails = {
  name: "mails",
  columns: {
    user_id: "uuid",
    id: "uuid",
    received_at: "timestamptz",
    // Sequence of the event that accepted or refused the mail. Lists are ordered by it, the newest first.
    position: "bigint",
    sender: "text",
    subject: "text",
    verdict: "jsonb",
    // Null for an accepted mail.
    refused: "text?",
    // The addresses of the mail, as they were written.
    urls: "text[]",
    folder_name: "text?",
    tags: "text[]",
    // The outcomes of its addresses, each by its index in `urls`: new links, existing links, unusable addresses, and
    // those beyond the quota.
    saved: "jsonb",
    known: "jsonb",
    unusable: "int[]",
    without_room: "int[]",
    folder_id: "int?",
    // The commands of a mail, and what came of them; null for a mail without.
    commands: "jsonb?",
    outcome: "jsonb?",
    // The names of its attachments that become items, those that are items now, by their index, and those that did
    // not.
    item_names: "text[]",
    items: "jsonb",
    left_out: "jsonb",
    // Sequence of `MailWorkedThrough`; null before it, and for a mail with commands.
    worked: "bigint?",
    // Sequence of `MailCommandsDone`; null before it, and for a mail without commands.
    done: "bigint?",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.mails (user_id, position desc)",
    // Mails that are due to be purged.
    "create index on {schema}.mails (received_at)",
  ],
} satisfies TableDefinition;

/** Mails to secret addresses. */
const letters = {
  name: "letters",
  columns: {
    user_id: "uuid",
    id: "uuid",
    received_at: "timestamptz",
    // Sequence of the event that it came with.
    position: "bigint",
    address_id: "uuid",
    // In lower case, by which mails are of one source.
    sender: "text",
    sender_name: "text?",
    subject: "text",
    unsubscription: "jsonb?",
    confirmation: "jsonb?",
    // The item; null until it is one, and where there was no room.
    link_id: "uuid?",
    // Sequence of `MailWorkedThrough`; null before it.
    worked: "bigint?",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.letters (user_id, sender, position desc)",
    // Mails that are due to be purged.
    "create index on {schema}.letters (received_at)",
  ],
} satisfies TableDefinition;

export const tables: readonly TableDefinition[] = [mails, letters];

/** The row of a mail. */
export type MailRow = RowOf<
  typeof mails,
  {
    user_id: UserId;
    id: MailId;
    verdict: MailVerdict;
    refused: RefusalReason;
    saved: MailedLink[];
    known: MailedLink[];
    folder_id: FolderId;
    items: ItemOfMail[];
    left_out: LeftOutAttachment[];
    commands: MailCommand[];
    outcome: MailCommandOutcome;
  }
>;

type LetterRow = RowOf<
  typeof letters,
  {
    user_id: UserId;
    id: MailId;
    address_id: SecretAddressId;
    unsubscription: Unsubscription;
    confirmation: Confirmation;
    link_id: LinkId;
  }
>;

/** The read tables as queries see them. */
export interface CapturesTables {
  "captures.mails": MailRow;
  "captures.letters": LetterRow;
}
