import type { TableDefinition } from "@satchel/chassis";
import type { FolderId, MailedLink, MailId, MailVerdict, RefusalReason, UserId } from "@satchel/contracts";

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
  /** Sequence of `MailWorkedThrough`; null before it. */
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
    // Mails that are due to be purged.
    "create index on {schema}.mails (received_at)",
  ],
};

export const tables: readonly TableDefinition[] = [mails];
