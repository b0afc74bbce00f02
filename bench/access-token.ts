import { ACCESS_TOKEN, type UserId } from "@satchel/contracts";
import { SignJWT } from "jose";

/** An access token for an hour, as identity signs it. @param key of the tokens */
export const accessToken = (key: string, userId: UserId): Promise<string> =>
  new SignJWT({ sid: userId, ver: true })
    .setProtectedHeader({ alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type })
    .setIssuer(ACCESS_TOKEN.issuer)
    .setAudience(ACCESS_TOKEN.audience)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(key));
