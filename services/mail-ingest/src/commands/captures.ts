import type { Address } from "@satchel/chassis";
import type { EventOf, MailAccepted, MailRefused, UserId } from "@satchel/contracts";

/** A mail as it is told to the journal. `key` is what makes it the same mail when it comes again. */
export interface Capture<Definition> {
  readonly userId: UserId;
  readonly key: MailKey;
  readonly data: EventOf<Definition>["data"];
}

/** The Message-ID of a mail; the SHA-256 of all of it, in hex, when it has none. */
export type MailKey = { readonly messageId: string } | { readonly sha256: string };

/** The journal can't be reached, or does not answer in time. What was asked may still have been done. */
export class CapturesUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The journal is not available: ${reason}`, options);
    this.name = "CapturesUnavailable";
  }
}

/** What the SMTP door needs of the rest of the system. All methods throw {@link CapturesUnavailable}. */
export interface Captures {
  /** Whose address it is, after its owner confirmed it; undefined when it is nobody's. */
  findUser(address: Address): Promise<UserId | undefined>;
  /** How many links a mail has that is stored already; undefined when it is not. */
  countStored(mail: Pick<Capture<typeof MailAccepted>, "userId" | "key">): Promise<number | undefined>;
  /** Stores a mail with links for good. Resolves when it is stored, also when it was stored already. */
  accept(capture: Capture<typeof MailAccepted>): Promise<void>;
  /** Stores that a mail was turned away. */
  refuse(capture: Capture<typeof MailRefused>): Promise<void>;
  /** Resolves once the journal has been reached for the first time. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}
