import { createSecretKey } from "node:crypto";
import { ACCESS_TOKEN, ACCESS_TOKEN_SECONDS, EXTENSION_CLIENT, type SessionId } from "@satchel/contracts";
import { SignJWT } from "jose";
import type { Session } from "../domain/session.ts";

/**
 * Signs an access token for a session; resolves to it and to the seconds it is valid, at most until the session ends.
 */
export type SignAccessToken = (
  sessionId: SessionId,
  session: Session,
  now: number,
) => Promise<{ accessToken: string; accessSeconds: number }>;

/** Makes the signer under the installation's key; see {@link ACCESS_TOKEN}. */
export function accessTokenSigner(key: string): SignAccessToken {
  const secret = createSecretKey(key, "utf8");
  return async (sessionId, { userId, verified, expiresAt, extension }, now) => {
    const issuedAt = Math.floor(now / 1000);
    const accessSeconds = Math.min(ACCESS_TOKEN_SECONDS, Math.floor(expiresAt / 1000) - issuedAt);
    const client = extension === undefined ? {} : { client_id: EXTENSION_CLIENT };
    const accessToken = await new SignJWT({ sid: sessionId, ver: verified, ...client })
      .setProtectedHeader({ alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type })
      .setIssuer(ACCESS_TOKEN.issuer)
      .setAudience(ACCESS_TOKEN.audience)
      .setSubject(userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessSeconds)
      .sign(secret);
    return { accessToken, accessSeconds };
  };
}
