import { createHash, createHmac, randomBytes } from "node:crypto";
import { SessionId } from "@satchel/contracts";
import { Value } from "typebox/value";

/** A refresh token taken apart: `<sessionId>.<secret>`, the secret 256 bits in base64url. */
export interface RefreshToken {
  readonly sessionId: SessionId;
  readonly secret: string;
}

/** The first token of a session. */
export const newRefreshToken = (sessionId: SessionId): RefreshToken => ({
  sessionId,
  secret: randomBytes(32).toString("base64url"),
});

/**
 * The token that follows another: it is computed under the installation's key, so that tabs which race with the same token, and
 * a command that is sent again, all get the same next one, although nothing but its hash is ever kept. Who holds a token but not
 * the key can't compute what follows.
 */
export const nextRefreshToken = (key: string, { sessionId, secret }: RefreshToken): RefreshToken => ({
  sessionId,
  secret: createHmac("sha256", key).update(`refresh\0${sessionId}\0${secret}`).digest("base64url"),
});

/** What a token is kept as: SHA-256, as 64 hex digits. With 256 bits of secret there is nothing to guess. */
export const hashRefreshToken = ({ secret }: RefreshToken): string => createHash("sha256").update(secret).digest("hex");

export const formatRefreshToken = ({ sessionId, secret }: RefreshToken): string => `${sessionId}.${secret}`;

/** Takes a token apart; undefined when it is none of ours. */
export function parseRefreshToken(token: string): RefreshToken | undefined {
  const [sessionId, secret, ...rest] = token.split(".");
  if (secret === undefined || rest.length > 0 || !/^[\w-]{43}$/.test(secret)) return undefined;
  return Value.Check(SessionId, sessionId) ? { sessionId, secret } : undefined;
}
