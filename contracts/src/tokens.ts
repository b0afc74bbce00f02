import Type, { type Static } from "typebox";
import { SessionId, UserId } from "./ids.ts";

/**
 * The form of an access token: a JWT (RFC 7519) signed with HMAC-SHA-256 under the UTF-8 octets of `TOKEN_KEY`, of the
 * type that RFC 9068 section 2.1 gives to access tokens, so that no other JWT is accepted as one. Verifiers require
 * exactly these values.
 */
export const ACCESS_TOKEN = {
  algorithm: "HS256",
  type: "at+jwt",
  issuer: "satchel/identity",
  audience: "satchel",
} as const;

/** The beginning of every API token, by which people and scanners for leaked secrets recognise one. */
export const API_TOKEN_PREFIX = "satchel_";

/** The client id in the tokens of a connected browser extension. */
export const EXTENSION_CLIENT = "extension";

/**
 * The claims of an access token: the user, the session, whether the session is verified. `client_id` (RFC 9068 section 2.2)
 * is present where the session is a connected extension's, which may use the archive alone. `iat` and `exp` are in seconds.
 */
export const AccessTokenClaims = Type.Object({
  iss: Type.Literal(ACCESS_TOKEN.issuer),
  aud: Type.Literal(ACCESS_TOKEN.audience),
  sub: UserId,
  sid: SessionId,
  ver: Type.Boolean(),
  client_id: Type.Optional(Type.Literal(EXTENSION_CLIENT)),
  iat: Type.Integer({ minimum: 0 }),
  exp: Type.Integer({ minimum: 0 }),
});
export type AccessTokenClaims = Static<typeof AccessTokenClaims>;
