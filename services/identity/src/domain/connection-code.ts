import {
  CONNECTION_CODE_SECONDS,
  type ExtensionBrowser,
  type Locale,
  type SessionId,
  type UserId,
} from "@satchel/contracts";

/** What its owner agreed to when a code was given. */
export interface Agreement {
  readonly userId: UserId;
  /** The session in which they agreed. */
  readonly sessionId: SessionId;
  /** BASE64URL(SHA-256(verifier)), RFC 7636's method S256. */
  readonly challenge: string;
  readonly browser: ExtensionBrowser;
  readonly locale: Locale;
  /** The command that had changed the account's password last: with another one the code counts no more. */
  readonly passwordChangedBy?: string;
}

/** A code that connects an extension. Times are milliseconds since 1970. */
export interface ConnectionCode extends Agreement {
  readonly issuedAt: number;
  /** The command that used it up, rightly or not. */
  readonly spentBy?: string;
  /** Somebody had code and verifier after it was spent. */
  readonly reused?: true;
}

/** What trading a code in comes to; `code` is what becomes of it, where that changes. */
export type Trade =
  | { readonly kind: "accepted"; readonly code: ConnectionCode }
  /** Spent before, and now by somebody who knows the verifier: there are two of them, so neither is to have the session. */
  | { readonly kind: "reused"; readonly code: ConnectionCode; readonly spentBy: string }
  | { readonly kind: "refused"; readonly code?: ConnectionCode };

const VALID_MS = CONNECTION_CODE_SECONDS * 1000;

/**
 * Judges a code (RFC 6749 section 4.1.2, RFC 7636 section 4.6): it counts once, for {@link CONNECTION_CODE_SECONDS}, and
 * is spent by a wrong verifier too. A command that is sent again finds it spent by itself, and that is no refusal.
 * @param challenge what follows from the verifier that was presented
 */
export function tradeCode(
  standing: ConnectionCode | undefined,
  challenge: string,
  commandId: string,
  now: number,
): Trade {
  if (standing === undefined) return { kind: "refused" };
  const isRight = challenge === standing.challenge;
  const { spentBy = commandId } = standing;
  if (spentBy !== commandId) {
    return isRight ? { kind: "reused", code: { ...standing, reused: true }, spentBy } : { kind: "refused" };
  }
  const isFresh = standing.spentBy === undefined;
  if (standing.reused === true || (isFresh && now - standing.issuedAt >= VALID_MS)) return { kind: "refused" };
  return { kind: isRight ? "accepted" : "refused", code: { ...standing, spentBy } };
}
