import type { Phrase } from "./content.ts";

/** The events of which an owner is informed: every new way into the account or out of it, and its end. */
export type NoticeKind =
  | "password-set"
  | "password-changed"
  | "password-removed"
  | "password-reset"
  | "passkey-added"
  | "passkey-removed"
  /** An identity provider was connected to the account, or disconnected. */
  | "sign-in-connected"
  | "sign-in-disconnected"
  | "extension-connected"
  | "token-made"
  | "feed-made"
  | "share-made"
  | "webhook-made"
  /** Satchel paused a webhook: every attempt failed for days, or the receiver does not want more. */
  | "webhook-failing"
  | "webhook-gone"
  /** A further address was confirmed. */
  | "address-added"
  /** The address of an e-reader was confirmed. */
  | "reader-added"
  | "account-erased";

/** What a notice says. */
export interface Wording {
  readonly subject: string;
  readonly heading: string;
  readonly lead: Phrase;
  /** Before the advice; by default whether it was somebody else. */
  readonly question?: string;
  /** What to do if it was somebody else. */
  readonly advice: string;
}
