import type { TableDefinition } from "@satchel/chassis";
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

/** A row of `captures.mails`: a mail from one of a user's own addresses, and its outcome. */
export interface MailRow {
  user_id: UserId;
  id: MailId;
  received_at: Date;
  /** Sequence of the event that accepted or refused the mail. Lists are ordered by it, the newest first. */
  position: number;
  sender: string;
  subject: string;
  verdict: MailVerdict;
  /** Null for an accepted mail. */
  refused: RefusalReason | null;
  /** The addresses of the mail, as they were written. */
  urls: string[];
  folder_name: string | null;
  tags: string[];
  /**
   * The outcomes of its addresses, each by its index in `urls`: new links, existing links, unusable addresses, and those beyond the
   * quota.
   */
  saved: MailedLink[];
  known: MailedLink[];
  unusable: number[];
  without_room: number[];
  folder_id: FolderId | null;
  /** The names of its attachments that become items, those that are items now, by their index, and those that did not. */
  item_names: string[];
  items: ItemOfMail[];
  left_out: LeftOutAttachment[];
  /** The commands of a mail, and what came of them; null for a mail without. */
  commands: MailCommand[] | null;
  outcome: MailCommandOutcome | null;
  /** Sequence of `MailWorkedThrough`; null before it, and for a mail with commands. */
  worked: number | null;
  /** Sequence of `MailCommandsDone`; null before it, and for a mail without commands. */
  done: number | null;
}

/** A row of `captures.letters`: a mail to a secret address. */
interface LetterRow {
  user_id: UserId;
  id: MailId;
  received_at: Date;
  /** Sequence of the event that it came with. */
  position: number;
  address_id: SecretAddressId;
  /** In lower case, by which mails are of one source. */
  sender: string;
  sender_name: string | null;
  subject: string;
  unsubscription: Unsubscription | null;
  confirmation: Confirmation | null;
  /** The item; null until it is one, and where there was no room. */
  link_id: LinkId | null;
  /** Sequence of `MailWorkedThrough`; null before it. */
  worked: number | null;
}

export interface CapturesTables {
  "captures.mails": MailRow;
  "captures.letters": LetterRow;
}

const mails: TableDefinition = {
  name: "mails",
  columns: {
    user_id: "uuid",
    id: "uuid",
    received_at: "timestamptz",
    position: "bigint",
    sender: "text",
    subject: "text",
    verdict: "jsonb",
    refused: "text?",
    urls: "text[]",
    folder_name: "text?",
    tags: "text[]",
    saved: "jsonb",
    known: "jsonb",
    unusable: "int[]",
    without_room: "int[]",
    folder_id: "int?",
    commands: "jsonb?",
    outcome: "jsonb?",
    item_names: "text[]",
    items: "jsonb",
    left_out: "jsonb",
    worked: "bigint?",
    done: "bigint?",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.mails (user_id, position desc)",
    // Mails that are due to be purged.
    "create index on {schema}.mails (received_at)",
  ],
};

const letters: TableDefinition = {
  name: "letters",
  columns: {
    user_id: "uuid",
    id: "uuid",
    received_at: "timestamptz",
    position: "bigint",
    address_id: "uuid",
    sender: "text",
    sender_name: "text?",
    subject: "text",
    unsubscription: "jsonb?",
    confirmation: "jsonb?",
    link_id: "uuid?",
    worked: "bigint?",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.letters (user_id, sender, position desc)",
    // Mails that are due to be purged.
    "create index on {schema}.letters (received_at)",
  ],
};

export const tables: readonly TableDefinition[] = [mails, letters];
