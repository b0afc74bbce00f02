import type { Logger } from "@satchel/chassis";
import {
  SatchelError,
  SESSION_SECONDS_STAY,
  type SessionId,
  type SessionTokens,
  texts,
  type UserId,
} from "@satchel/contracts";
import { beginSession, type Refresh, refreshSession, type Session } from "./domain/session.ts";
import type { SignAccessToken } from "./secrets/access-tokens.ts";
import {
  formatRefreshToken,
  hashRefreshToken,
  newRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from "./secrets/refresh-tokens.ts";
import type { RecordChange, Records } from "./store/records.ts";

/** Name of the bucket of sessions, by session id, and the seconds that the longest may live. */
export const SESSIONS = { bucket: "sessions", seconds: SESSION_SECONDS_STAY } as const;

export interface SessionsOptions {
  readonly records: Records<Session>;
  readonly signAccessToken: SignAccessToken;
  /** The key that refresh tokens follow one another under. */
  readonly key: string;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Begins, renews and ends sessions. */
export interface Sessions {
  /**
   * Begins a session under an id of the caller's choice. `again`: the caller may have begun it before without getting its tokens,
   * which are void then.
   * @throws {SatchelError} `conflict` when it has begun already and `again` is not set
   */
  begin(
    sessionId: SessionId,
    of: Pick<Session, "userId" | "stayLoggedIn" | "verified">,
    again: boolean,
  ): Promise<SessionTokens>;
  /** @throws {SatchelError} `unauthenticated` when the token is not, or no longer, good for anything */
  refresh(refreshToken: string): Promise<SessionTokens>;
  /** Ends a session of this user; one that is gone, or another's, is left alone. @returns whether there was one */
  end(userId: UserId, sessionId: SessionId): Promise<boolean>;
}

export function openSessions({ records, signAccessToken, key, clock, logger }: SessionsOptions): Sessions {
  const tokens = async (token: RefreshToken, session: Session, now: number): Promise<SessionTokens> => ({
    ...(await signAccessToken(token.sessionId, session, now)),
    refreshToken: formatRefreshToken(token),
    refreshSeconds: Math.floor((session.expiresAt - now) / 1000),
    stayLoggedIn: session.stayLoggedIn,
    userId: session.userId,
  });

  return {
    begin: async (sessionId, of, again) => {
      const now = clock();
      const token = newRefreshToken(sessionId);
      const session = beginSession(of, hashRefreshToken(token), now);
      const begun = await records.change(sessionId, (standing) =>
        standing === undefined || again ? { put: session, outcome: true } : { outcome: false },
      );
      if (!begun) throw new SatchelError("conflict", texts.server.conflict);
      return tokens(token, session, now);
    },

    refresh: async (refreshToken) => {
      const token = parseRefreshToken(refreshToken);
      if (token === undefined) throw expired();
      const now = clock();
      const next = nextRefreshToken(key, token);
      const [presentedHash, nextHash] = [hashRefreshToken(token), hashRefreshToken(next)];
      const refresh = await records.change(token.sessionId, (standing): RecordChange<Session, Refresh> => {
        const outcome = refreshSession(standing, presentedHash, nextHash, now);
        if (outcome.kind === "rotated") return { put: outcome.session, outcome };
        return outcome.kind === "reused" ? { remove: true, outcome } : { outcome };
      });
      if (refresh.kind === "rotated" || refresh.kind === "repeated") return tokens(next, refresh.session, now);
      if (refresh.kind === "reused") {
        logger.warn({ sessionId: token.sessionId }, "an old refresh token was used: the session is ended");
      }
      throw expired();
    },

    end: (userId, sessionId) =>
      records.change(sessionId, (standing) =>
        standing?.userId === userId ? { remove: true, outcome: true } : { outcome: false },
      ),
  };
}

const expired = (): SatchelError => new SatchelError("unauthenticated", texts.session.expired);
