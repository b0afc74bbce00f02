import { createSecretKey, randomUUID } from "node:crypto";
import { ACCESS_TOKEN, type SessionId, type UserId } from "@satchel/contracts";
import { SignJWT } from "jose";
import { TOKEN_KEY } from "./gateway.ts";

/** A good access token for anybody, without identity. */
export async function mintAccessToken(
  verified: boolean,
): Promise<{ token: string; userId: UserId; sessionId: SessionId }> {
  const [userId, sessionId] = [randomUUID(), randomUUID()];
  const token = await new SignJWT({ sid: sessionId, ver: verified })
    .setProtectedHeader({ alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type })
    .setIssuer(ACCESS_TOKEN.issuer)
    .setAudience(ACCESS_TOKEN.audience)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(createSecretKey(TOKEN_KEY, "utf8"));
  return { token, userId: userId as UserId, sessionId: sessionId as SessionId };
}
