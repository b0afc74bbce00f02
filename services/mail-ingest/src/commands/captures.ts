import type { Address } from "@satchel/chassis";
import type { EventOf, MailAccepted, MailRefused, UserId } from "@satchel/contracts";

/** A mail as it is written to the journal. `key` identifies it when it comes again. */
export interface Capture<Definition> {
  readonly userId: UserId;
  readonly key: MailKey;
  readonly data: EventOf<Definition>["data"];
}

/** The Message-ID of a mail; the SHA-256 of all of it, in hex, when it has none. */
export type MailKey = { readonly messageId: string } | { readonly sha256: string };

/** The journal can't be reached, or does not answer in time. A request may have been carried out all the same. */
export class CapturesUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The journal is not available: ${reason}`, options);
    this.name = "CapturesUnavailable";
  }
}

/** What the SMTP door needs of the rest of the system. All methods throw {@link CapturesUnavailable}. */
export interface Captures {
  /** The account that has confirmed the address; undefined when there is none. */
  findUser(address: Address): Promise<UserId | undefined>;
  /** The number of links of a mail that is stored already; undefined when it is not stored. */
  countStored(mail: Pick<Capture<typeof MailAccepted>, "userId" | "key">): Promise<number | undefined>;
  /** Stores a mail with links. Resolves when it is stored, also when it was stored before. */
  accept(capture: Capture<typeof MailAccepted>): Promise<void>;
  /** Stores that a mail was refused. */
  refuse(capture: Capture<typeof MailRefused>): Promise<void>;
  /** Resolves once the journal has been reached for the first time. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}
