import { createSecretKey } from "node:crypto";
import { remember } from "@satchel/chassis";
import {
  ACCESS_TOKEN,
  AccessTokenClaims,
  EXTENSION_CLIENT,
  type FolderId,
  type SessionId,
  type TokenScope,
  type UserId,
} from "@satchel/contracts";
import { jwtVerify } from "jose";
import { Compile } from "typebox/compile";
import { TOKENS_REMEMBERED } from "../limits.ts";

/** The session of a valid access token, or what an API token opens: made by the verifiers alone. */
export interface Session {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Whether this session proved its address. */
  readonly verified: boolean;
  /** Whether it is a connected extension's, which may use the archive alone. */
  readonly byExtension: boolean;
  /** What an API token may do; missing for a session. Its id is in the place of a session's. */
  readonly scopes?: readonly TokenScope[];
  /** The only folder that an API token works in; missing: all. */
  readonly folderId?: FolderId;
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Resolves to the session of an access token; undefined when it is invalid or has expired. */
export type VerifyAccessToken = (token: string) => Promise<Session | undefined>;

const claims = Compile(AccessTokenClaims);

/**
 * Makes the verifier of access tokens (RFC 7519, RFC 9068) under the installation's key. A valid token is cached until
 * it expires, because checking its signature costs as much as a query.
 */
export function accessTokenVerifier(key: string, now: () => number = Date.now): VerifyAccessToken {
  const secret = createSecretKey(key, "utf8");
  const remembered = new Map<string, Session>();

  return async (token) => {
    const known = remembered.get(token);
    if (known !== undefined) {
      if (known.expiresAt > now()) return known;
      remembered.delete(token);
      return undefined;
    }
    const session = await verify(token);
    if (session === undefined) return undefined;
    remember(remembered, token, session, TOKENS_REMEMBERED);
    return session;
  };

  async function verify(token: string): Promise<Session | undefined> {
    const { algorithm, type, issuer, audience } = ACCESS_TOKEN;
    const options = { algorithms: [algorithm], typ: type, issuer, audience, currentDate: new Date(now()) };
    const payload = await jwtVerify(token, secret, options).then(
      (verified) => verified.payload,
      () => undefined,
    );
    if (!claims.Check(payload)) return undefined;
    const { sub, sid, ver, client_id, exp } = payload;
    const byExtension = client_id === EXTENSION_CLIENT;
    return { userId: sub, sessionId: sid, verified: ver, byExtension, expiresAt: exp * 1000 };
  }
}
