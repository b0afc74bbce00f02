import type { TableDefinition } from "@satchel/chassis";
import type { FolderId, MailedLink, MailId, MailVerdict, RefusalReason, UserId } from "@satchel/contracts";

/** A row of `captures.mails`: a mail from one of a user's own addresses, and what became of it. */
export interface MailRow {
  user_id: UserId;
  id: MailId;
  received_at: Date;
  /** Sequence of the event that accepted or refused the mail. Lists are ordered by it, the newest first. */
  position: number;
  sender: string;
  subject: string;
  verdict: MailVerdict;
  /** Null for a mail that was taken. */
  refused: RefusalReason | null;
  /** The addresses in it, as it had them. */
  urls: string[];
  folder_name: string | null;
  tags: string[];
  /**
   * What its addresses came to, each by its place in `urls`: new links, links that were there already, no links, and none for
   * want of room.
   */
  saved: MailedLink[];
  known: MailedLink[];
  unusable: number[];
  without_room: number[];
  folder_id: FolderId | null;
  /** Sequence of the event that says that the mail was worked through; null until then. */
  worked: number | null;
}

export interface CapturesTables {
  "captures.mails": MailRow;
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
    worked: "bigint?",
  },
  key: ["user_id", "id"],
  extra: [
    "create index on {schema}.mails (user_id, position desc)",
    // Which ones are to be given up.
    "create index on {schema}.mails (received_at)",
  ],
};

export const tables: readonly TableDefinition[] = [mails];
