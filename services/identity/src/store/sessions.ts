import type { EndedSessions, Logger, RecordChange, UserRecords } from "@satchel/chassis";
import {
  CONNECTION_SECONDS,
  SatchelError,
  SESSIONS_PER_USER,
  type SessionId,
  type SessionInfo,
  type SessionTokens,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Accounts } from "../accounts/accounts.ts";
import { instantOf } from "../domain/instant.ts";
import {
  beginSession,
  type NewSession,
  extendConnection,
  type Refresh,
  refreshSession,
  type Session,
  withPush,
} from "../domain/session.ts";
import type { SignAccessToken } from "../secrets/access-tokens.ts";
import {
  formatRefreshToken,
  hashRefreshToken,
  newRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from "../secrets/refresh-tokens.ts";

/** Name of the bucket of sessions, by `<userId>.<sessionId>`, and the longest life of a session. */
export const SESSIONS = { bucket: "sessions", lifetime: { seconds: CONNECTION_SECONDS, erased: true } } as const;

interface SessionsOptions {
  readonly records: UserRecords<SessionId, Session>;
  readonly ended: EndedSessions;
  readonly accounts: Pick<Accounts, "isRegistered" | "isSuspended">;
  readonly signAccessToken: SignAccessToken;
  /** The key from which the next refresh token is computed. */
  readonly key: string;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** A session whose browser gets notifications. */
interface PushedSession {
  readonly sessionId: SessionId;
  readonly push: NonNullable<Session["push"]>;
}

export interface Sessions {
  /**
   * Begins a session under the given id. Beyond {@link SESSIONS_PER_USER} the least recently used session ends.
   * @param isRetry the session may exist already, and its tokens may not have reached the caller: they are void then
   * @throws {SatchelError} `conflict` when it exists and this is no retry, `unauthenticated` when it was ended or the
   * account was erased in the meantime, `forbidden` when the account is suspended: whoever calls has checked who it is
   */
  begin(sessionId: SessionId, session: NewSession, isRetry: boolean): Promise<SessionTokens>;
  /** @throws {SatchelError} `unauthenticated` when the token is not valid */
  refresh(refreshToken: string): Promise<SessionTokens>;
  /** A new access token for a connected extension. @throws {SatchelError} as {@link Sessions.refresh} */
  extend(refreshToken: string): Promise<Pick<SessionTokens, "accessToken" | "accessSeconds">>;
  /** Whether a session of this user exists and has not expired. */
  isValid(userId: UserId, sessionId: SessionId): Promise<boolean>;
  /** Ends a session of this user; a missing one, or another user's, is ignored. @returns whether there was one */
  end(userId: UserId, sessionId: SessionId): Promise<boolean>;
  /** Changes a valid session's notifications. @returns whether there is one */
  changePush(userId: UserId, sessionId: SessionId, next: (push: Session["push"]) => Session["push"]): Promise<boolean>;
  /** The valid sessions of a user that want notifications, the last used first. */
  listPush(userId: UserId): Promise<readonly PushedSession[]>;
  /** The valid sessions of a user, the last used first. */
  list(userId: UserId): Promise<SessionInfo[]>;
  /** Ends all sessions of a user, or all but one. */
  endAll(userId: UserId, except?: SessionId): Promise<void>;
}

export function openSessions(options: SessionsOptions): Sessions {
  const { records, ended, accounts, signAccessToken, key, clock, logger } = options;

  const tokens = async (token: RefreshToken, session: Session, now: number): Promise<SessionTokens> => ({
    ...(await signAccessToken(token.sessionId, session, now)),
    refreshToken: formatRefreshToken(token),
    refreshSeconds: Math.floor((session.expiresAt - now) / 1000),
    stayLoggedIn: session.stayLoggedIn,
    userId: session.userId,
  });

  // The gateways are informed before the record is removed: after a crash in between, a second call completes it.
  const endExisting = async (userId: UserId, sessionId: SessionId): Promise<boolean> => {
    if ((await records.get(userId, sessionId)) === undefined) return false;
    await ended.add(userId, sessionId);
    return records.remove(userId, sessionId);
  };

  /** The sessions with these ids or all of a user, the last used first. Some may have expired. */
  const load = async (userId: UserId, ids?: readonly SessionId[]) =>
    (await records.list(userId, ids)).sort((a, b) => b.record.lastUsedAt - a.record.lastUsedAt);

  const valid = async (userId: UserId) => (await load(userId)).filter(({ record }) => clock() < record.expiresAt);

  const endOldest = async (userId: UserId, newest: SessionId): Promise<void> => {
    const ids = await records.ids(userId);
    if (ids.length <= SESSIONS_PER_USER) return;
    const others = await load(
      userId,
      ids.filter((id) => id !== newest),
    );
    await Promise.all(others.slice(SESSIONS_PER_USER - 1).map(({ id }) => endExisting(userId, id)));
  };

  return {
    begin: async (sessionId, newSession, isRetry) => {
      const now = clock();
      const { userId } = newSession;
      const token = newRefreshToken(userId, sessionId);
      const session = beginSession(newSession, hashRefreshToken(token), now);
      const hasBegun = await records.change(userId, sessionId, (found) =>
        found === undefined || isRetry ? { put: session, outcome: true } : { outcome: false },
      );
      if (!hasBegun) throw new SatchelError("conflict", texts.server.conflict);
      // Checked after the session began: a command that ends all sessions at this moment either finds this one or is
      // noticed here.
      if ((await ended.has(userId, sessionId)) || !(await accounts.isRegistered(userId))) {
        await endExisting(userId, sessionId);
        throw expired();
      }
      if (await accounts.isSuspended(userId)) {
        await endExisting(userId, sessionId);
        throw new SatchelError("forbidden", texts.login.suspended);
      }
      await endOldest(userId, sessionId);
      return tokens(token, session, now);
    },

    refresh: async (refreshToken) => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) throw expired();
      const now = clock();
      const next = nextRefreshToken(key, token);
      const [presentedHash, nextHash] = [hashRefreshToken(token), hashRefreshToken(next)];
      const refresh = await records.change(token.userId, token.sessionId, (found): RecordChange<Session, Refresh> => {
        const outcome = refreshSession(found, presentedHash, nextHash, now);
        return outcome.kind === "rotated" ? { put: outcome.session, outcome } : { outcome };
      });
      if (refresh.kind === "rotated" || refresh.kind === "repeated") return tokens(next, refresh.session, now);
      if (refresh.kind === "reused") {
        logger.warn({ sessionId: token.sessionId }, "an old refresh token was used: the session is ended");
        await endExisting(token.userId, token.sessionId);
      }
      throw expired();
    },

    extend: async (refreshToken) => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) throw expired();
      const now = clock();
      const session = await records.change(token.userId, token.sessionId, (found) => {
        const extended = extendConnection(found, hashRefreshToken(token), now);
        return { put: extended, outcome: extended };
      });
      if (session === undefined) throw expired();
      return signAccessToken(token.sessionId, session, now);
    },

    isValid: async (userId, sessionId) => {
      const found = await records.get(userId, sessionId);
      return found !== undefined && clock() < found.expiresAt;
    },

    changePush: (userId, sessionId, next) =>
      records.change(userId, sessionId, (found) => {
        if (found === undefined || clock() >= found.expiresAt) return { outcome: false };
        const push = next(found.push);
        return push === found.push ? { outcome: true } : { put: withPush(found, push), outcome: true };
      }),

    listPush: async (userId) =>
      (await valid(userId)).flatMap(({ id, record: { push } }) =>
        push === undefined ? [] : [{ sessionId: id, push }],
      ),

    end: endExisting,

    list: async (userId) => (await valid(userId)).map(({ id, record }) => infoOf(id, record)),

    endAll: async (userId, except) => {
      const others = (await records.ids(userId)).filter((sessionId) => sessionId !== except);
      await Promise.all(others.map((sessionId) => endExisting(userId, sessionId)));
    },
  };
}

const infoOf = (sessionId: SessionId, session: Session): SessionInfo => ({
  sessionId,
  device: session.device,
  createdAt: instantOf(session.createdAt),
  lastUsedAt: instantOf(session.lastUsedAt),
  expiresAt: instantOf(session.expiresAt),
  verified: session.verified,
});

const expired = (): SatchelError => new SatchelError("unauthenticated", texts.session.expired);
