import { createHash, createHmac, randomBytes } from "node:crypto";
import { SessionId, UserId } from "@satchel/contracts";
import { Value } from "typebox/value";

/** A refresh token taken apart: `<userId>.<sessionId>.<secret>`, the secret 256 bits in base64url. */
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
 * The token that follows another: it is computed under the installation's key, so that tabs which race with the same token, and
 * a command that is sent again, all get the same next one, although nothing but its hash is ever kept. Who holds a token but not
 * the key can't compute what follows.
 */
export const nextRefreshToken = (key: string, { userId, sessionId, secret }: RefreshToken): RefreshToken => ({
  userId,
  sessionId,
  secret: createHmac("sha256", key).update(`refresh\0${userId}\0${sessionId}\0${secret}`).digest("base64url"),
});

/** What a token is kept as: SHA-256, as 64 hex digits. With 256 bits of secret there is nothing to guess. */
export const hashRefreshToken = ({ secret }: RefreshToken): string => createHash("sha256").update(secret).digest("hex");

export const formatRefreshToken = ({ userId, sessionId, secret }: RefreshToken): string =>
  `${userId}.${sessionId}.${secret}`;

/** Takes a token apart; undefined when it is none of ours. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [userId, sessionId, secret, ...rest] = token.split(".");
  if (secret === undefined || rest.length > 0 || !/^[\w-]{43}$/.test(secret)) return undefined;
  if (!Value.Check(UserId, userId) || !Value.Check(SessionId, sessionId)) return undefined;
  return { userId, sessionId, secret };
}
