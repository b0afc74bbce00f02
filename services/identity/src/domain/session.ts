import {
  CONNECTION_SECONDS,
  type ExtensionBrowser,
  REFRESH_GRACE_MS,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  type UserId,
} from "@satchel/contracts";

/** What a session begins with. */
export interface NewSession {
  readonly userId: UserId;
  readonly stayLoggedIn: boolean;
  /** Whether it began by proving a code, a password or a passkey; that never changes. */
  readonly verified: boolean;
  /** What its owner knows it by, "Firefox on Linux". */
  readonly device: string;
  /** Whose session it is where it is a connected extension's: its refresh token does not rotate, and use prolongs it. */
  readonly extension?: ExtensionBrowser;
}

/** A session as it is kept. Times are milliseconds since 1970; tokens are kept as hashes alone. */
export interface Session extends NewSession {
  readonly refreshHash: string;
  /** The token before, and when it was traded in. */
  readonly previousRefreshHash?: string;
  readonly rotatedAt?: number;
  readonly createdAt: number;
  /** When its tokens were last renewed. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
}

/** What presenting a refresh token comes to. */
export type Refresh =
  | { readonly kind: "rotated"; readonly session: Session }
  /** Another tab was faster by a moment: the answer it got is given again. */
  | { readonly kind: "repeated"; readonly session: Session }
  /** A token that is not the newest: somebody may have copied it, so nobody keeps the session. */
  | { readonly kind: "reused" }
  | { readonly kind: "gone" };

export function beginSession(
  { userId, stayLoggedIn, verified, device, extension }: NewSession,
  refreshHash: string,
  now: number,
): Session {
  const life = extension !== undefined ? CONNECTION_SECONDS : stayLoggedIn ? SESSION_SECONDS_STAY : SESSION_SECONDS;
  const session = { userId, refreshHash, createdAt: now, lastUsedAt: now, stayLoggedIn, verified, device };
  return { ...session, expiresAt: now + life * 1000, ...(extension === undefined ? {} : { extension }) };
}

/**
 * Trades a refresh token for the next one (RFC 9700 section 4.14.2: rotation, and the end of the session on reuse).
 * @param presented hash of the token that was presented
 * @param next hash of the one that follows it
 */
export function refreshSession(session: Session | undefined, presented: string, next: string, now: number): Refresh {
  if (session === undefined || session.extension !== undefined || now >= session.expiresAt) return { kind: "gone" };
  if (presented === session.refreshHash) {
    const traded = { refreshHash: next, previousRefreshHash: presented, rotatedAt: now, lastUsedAt: now };
    return { kind: "rotated", session: { ...session, ...traded } };
  }
  const inGrace = session.rotatedAt !== undefined && now - session.rotatedAt < REFRESH_GRACE_MS;
  return inGrace && presented === session.previousRefreshHash ? { kind: "repeated", session } : { kind: "reused" };
}

/**
 * Goes on with the session of a connected extension, whose refresh token stays: its program may be ended at any moment
 * between an answer and its storing, and would be locked out by a token that rotates.
 * @returns undefined when the token is not, or no longer, good for that
 */
export function prolongConnection(session: Session | undefined, presented: string, now: number): Session | undefined {
  if (session?.extension === undefined || now >= session.expiresAt || presented !== session.refreshHash)
    return undefined;
  return { ...session, lastUsedAt: now, expiresAt: now + CONNECTION_SECONDS * 1000 };
}
