import type { Address } from "@satchel/chassis";
import type { EventOf, MailAccepted, MailCommanded, MailRefused, UserId } from "@satchel/contracts";

/** A mail as it is stored in the journal. `key` identifies the mail when it is sent again. */
export interface Capture<Definition> {
  readonly userId: UserId;
  readonly key: MailKey;
  readonly data: EventOf<Definition>["data"];
}

/** The Message-ID of a mail; without one, the SHA-256 of the whole mail in hex. */
export type MailKey = { readonly messageId: string } | { readonly sha256: string };

/** The journal, as the SMTP server needs it. All methods throw `StoreUnavailable`. */
export interface Captures {
  /** The account with this confirmed address; undefined when there is none. */
  findUser(address: Address): Promise<UserId | undefined>;
  /** Whether an account keeps attachments. */
  keepsAttachments(userId: UserId): Promise<boolean>;
  /** Whether the account's copies take all that they may; false without an answer. */
  isFull(userId: UserId): Promise<boolean>;
  /** Whether the account has switched answers by mail on. */
  hasAnswers(userId: UserId): Promise<boolean>;
  /** The number of links and items of a stored mail, 0 for one with commands; undefined when it is not stored. */
  countStored(mail: Pick<Capture<typeof MailAccepted>, "userId" | "key">): Promise<number | undefined>;
  /**
   * Stores a mail with links or items; does nothing when it is stored already.
   * @param contents of its items, in their order, which are stored first
   */
  accept(capture: Capture<typeof MailAccepted>, contents?: readonly Uint8Array[]): Promise<void>;
  /** Stores a mail with commands; does nothing when it is stored already. */
  command(capture: Capture<typeof MailCommanded>): Promise<void>;
  /** Stores a refusal; does nothing when the mail is stored already. */
  refuse(capture: Capture<typeof MailRefused>): Promise<void>;
  /** Resolves when the journal is open for the first time. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}
