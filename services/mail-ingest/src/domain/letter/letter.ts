import type { Confirmation, Unsubscription } from "@satchel/contracts";

/** A mail to a secret address, as an item of the archive. All texts are single lines within their limits. */
export interface Letter {
  /** `mid:` with the Message-ID, or with the hash of the whole mail. */
  readonly url: string;
  /** As it is written, with all marks: newsletters are called what they are called. */
  readonly subject: string;
  readonly sentAt: Date | undefined;
  readonly unsubscription: Unsubscription | undefined;
  readonly confirmation: Confirmation | undefined;
  /**
   * What is read, packed as the parts of a page: HTML in UTF-8, which is neither sanitised nor freed of what it would load,
   * and the pictures that came along, by their `cid:` addresses (RFC 2392).
   */
  readonly packed: Uint8Array;
}

/** Who a mail says it is from: nobody checks it. */
export interface LetterSender {
  readonly address: string;
  readonly name: string | undefined;
}
