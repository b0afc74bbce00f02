import { createHash, createHmac, randomBytes } from "node:crypto";
import { SessionId, UserId } from "@satchel/contracts";
import { Value } from "typebox/value";

/** The parts of a refresh token: `<userId>.<sessionId>.<secret>`, the secret 256 bits in base64url. */
export interface RefreshToken {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly secret: string;
}

/** The first token of a session. */
export const newRefreshToken = (userId: UserId, sessionId: SessionId): RefreshToken => ({
  userId,
  sessionId,
  secret: randomBytes(32).toString("base64url"),
});

/**
 * The token that follows another one, computed under the installation's key. So tabs that race with the same token, and a
 * repeated command, get the same next token, although only its hash is stored.
 */
export const nextRefreshToken = (key: string, { userId, sessionId, secret }: RefreshToken): RefreshToken => ({
  userId,
  sessionId,
  secret: createHmac("sha256", key).update(`refresh\0${userId}\0${sessionId}\0${secret}`).digest("base64url"),
});

/** The stored hash of a token: SHA-256, as 64 hex digits. A secret of 256 bits can't be guessed. */
export const hashRefreshToken = ({ secret }: RefreshToken): string => createHash("sha256").update(secret).digest("hex");

export const formatRefreshToken = ({ userId, sessionId, secret }: RefreshToken): string =>
  `${userId}.${sessionId}.${secret}`;

/** Splits a token; undefined when it is malformed. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [userId, sessionId, secret, ...rest] = token.split(".");
  if (secret === undefined || rest.length > 0 || !/^[\w-]{43}$/.test(secret)) return undefined;
  if (!Value.Check(UserId, userId) || !Value.Check(SessionId, sessionId)) return undefined;
  return { userId, sessionId, secret };
}
