import { REFRESH_GRACE_MS, SESSION_SECONDS, SESSION_SECONDS_STAY, type UserId } from "@satchel/contracts";

/** What a session begins with. */
export interface NewSession {
  readonly userId: UserId;
  readonly stayLoggedIn: boolean;
  /** Whether it began by proving a code, a password or a passkey; that never changes (decision 4). */
  readonly verified: boolean;
  /** What its owner knows it by, "Firefox on Linux". */
  readonly device: string;
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
  { userId, stayLoggedIn, verified, device }: NewSession,
  refreshHash: string,
  now: number,
): Session {
  const expiresAt = now + (stayLoggedIn ? SESSION_SECONDS_STAY : SESSION_SECONDS) * 1000;
  return { userId, refreshHash, createdAt: now, lastUsedAt: now, expiresAt, stayLoggedIn, verified, device };
}

/**
 * Trades a refresh token for the next one (RFC 9700 section 4.14.2: rotation, and the end of the session on reuse).
 * @param presented hash of the token that was presented
 * @param next hash of the one that follows it
 */
export function refreshSession(session: Session | undefined, presented: string, next: string, now: number): Refresh {
  if (session === undefined || now >= session.expiresAt) return { kind: "gone" };
  if (presented === session.refreshHash) {
    const traded = { refreshHash: next, previousRefreshHash: presented, rotatedAt: now, lastUsedAt: now };
    return { kind: "rotated", session: { ...session, ...traded } };
  }
  const inGrace = session.rotatedAt !== undefined && now - session.rotatedAt < REFRESH_GRACE_MS;
  return inGrace && presented === session.previousRefreshHash ? { kind: "repeated", session } : { kind: "reused" };
}
