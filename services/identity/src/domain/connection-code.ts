import {
  CONNECTION_CODE_SECONDS,
  type ExtensionBrowser,
  type Locale,
  type SessionId,
  type UserId,
} from "@satchel/contracts";

/** The owner's agreement for which a code is issued. */
export interface Agreement {
  readonly userId: UserId;
  /** The session in which the owner agreed. */
  readonly sessionId: SessionId;
  /** BASE64URL(SHA-256(verifier)), RFC 7636's method S256. */
  readonly challenge: string;
  readonly browser: ExtensionBrowser;
  readonly locale: Locale;
  /** The command that last changed the account's password: after another change the code is invalid. */
  readonly passwordChangedBy?: string;
}

/** A code that connects an extension. Times are milliseconds since 1970. */
export interface ConnectionCode extends Agreement {
  readonly issuedAt: number;
  /** The command that used the code up, successfully or not. */
  readonly spentBy?: string;
  /** The code was presented again with the right verifier. */
  readonly reused?: true;
}

/** The outcome of exchanging a code; `code` is its new state, where that changes. */
export type Trade =
  | { readonly kind: "accepted"; readonly code: ConnectionCode }
  /** Used a second time with the right verifier: two programs have the code, so neither keeps the session. */
  | { readonly kind: "reused"; readonly code: ConnectionCode; readonly spentBy: string }
  | { readonly kind: "refused"; readonly code?: ConnectionCode };

const VALID_MS = CONNECTION_CODE_SECONDS * 1000;

/**
 * Checks a code (RFC 6749 section 4.1.2, RFC 7636 section 4.6): it is valid once, for {@link CONNECTION_CODE_SECONDS},
 * and a wrong verifier uses it up. A repeated command is accepted again.
 * @param challenge derived from the presented verifier
 */
export function tradeCode(
  current: ConnectionCode | undefined,
  challenge: string,
  commandId: string,
  now: number,
): Trade {
  if (current === undefined) return { kind: "refused" };
  const isRight = challenge === current.challenge;
  const { spentBy = commandId } = current;
  if (spentBy !== commandId) {
    return isRight ? { kind: "reused", code: { ...current, reused: true }, spentBy } : { kind: "refused" };
  }
  const isFresh = current.spentBy === undefined;
  if (current.reused === true || (isFresh && now - current.issuedAt >= VALID_MS)) return { kind: "refused" };
  return { kind: isRight ? "accepted" : "refused", code: { ...current, spentBy } };
}
