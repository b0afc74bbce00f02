import {
  CONNECTION_SECONDS,
  type ExtensionBrowser,
  type Locale,
  type PushSubscription,
  REFRESH_GRACE_MS,
  SESSION_SECONDS,
  SESSION_SECONDS_STAY,
  type SessionId,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";

export interface NewSession {
  readonly userId: UserId;
  readonly stayLoggedIn: boolean;
  /** Whether it began with a verified code, password or passkey; that never changes. */
  readonly verified: boolean;
  /** Shown to its owner, "Firefox on Linux". */
  readonly device: string;
  /** The browser of a connected extension: its refresh token does not rotate, and each use extends the session. */
  readonly extension?: ExtensionBrowser;
}

/** A session record. Times are milliseconds since 1970; tokens are stored as hashes only. */
export interface Session extends NewSession {
  readonly refreshHash: string;
  /** The previous token, and when it was exchanged. */
  readonly previousRefreshHash?: string;
  readonly rotatedAt?: number;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** How its browser gets notifications, where it wants any. */
  readonly push?: PushSubscription & { readonly locale: Locale };
}

export type Refresh =
  | { readonly kind: "rotated"; readonly session: Session }
  /** Another tab has exchanged the token just before: this one gets the same answer. */
  | { readonly kind: "repeated"; readonly session: Session }
  /** Not the newest token: it may be stolen, so the session ends. */
  | { readonly kind: "reused" }
  | { readonly kind: "gone" };

/** The id of the session that a command begins: a retry of the command has the same one. */
export const sessionIdOf = (commandId: string): SessionId => uuidv5("session", commandId) as SessionId;

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
 * Exchanges a refresh token for the next one (RFC 9700 section 4.14.2: rotation, and the end of the session on reuse).
 * @param presented hash of the presented token
 * @param next hash of the next token
 */
export function refreshSession(session: Session | undefined, presented: string, next: string, now: number): Refresh {
  if (session === undefined || session.extension !== undefined || now >= session.expiresAt) return { kind: "gone" };
  if (presented === session.refreshHash) {
    const rotated = { refreshHash: next, previousRefreshHash: presented, rotatedAt: now, lastUsedAt: now };
    return { kind: "rotated", session: { ...session, ...rotated } };
  }
  const inGrace = session.rotatedAt !== undefined && now - session.rotatedAt < REFRESH_GRACE_MS;
  return inGrace && presented === session.previousRefreshHash ? { kind: "repeated", session } : { kind: "reused" };
}

/** A session with notifications, or without. */
export function withPush(session: Session, push: Session["push"]): Session {
  const { push: _, ...without } = session;
  return push === undefined ? without : { ...without, push };
}

/**
 * Extends the session of a connected extension. Its refresh token does not rotate: a browser may end the extension
 * between an answer and storing it, and the extension would then be locked out.
 * @returns undefined when the token is not valid for that
 */
export function extendConnection(session: Session | undefined, presented: string, now: number): Session | undefined {
  if (session?.extension === undefined || now >= session.expiresAt || presented !== session.refreshHash)
    return undefined;
  return { ...session, lastUsedAt: now, expiresAt: now + CONNECTION_SECONDS * 1000 };
}
