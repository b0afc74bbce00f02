import { createHmac } from "node:crypto";
import { SessionId, SSO_RETURN_CHARS, SSO_SECONDS, UserId } from "@satchel/contracts";
import { EncryptJWT, jwtDecrypt } from "jose";
import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";

const common = {
  /** Names the flow in the records of used ones: the `state` of OAuth 2.0. */
  state: Type.String(),
  /** The short name of the provider. */
  provider: Type.String(),
  stayLoggedIn: Type.Boolean(),
};

/** A sign-on whose browser is at the provider. */
export const Departure = Type.Object({
  ...common,
  nonce: Type.String(),
  /** Of PKCE (RFC 7636 section 4.1). */
  verifier: Type.String(),
  /** An address within the page. */
  returnTo: Type.Optional(Type.String({ maxLength: SSO_RETURN_CHARS })),
  /** The session to whose account the person is connected. */
  connect: Type.Optional(Type.Object({ userId: UserId, sessionId: SessionId })),
});
export type Departure = Static<typeof Departure>;

/** A sign-on whose address has an account that is not proven yet. */
const Claimant = Type.Object({
  ...common,
  issuer: Type.String(),
  subject: Type.String(),
  address: Type.String(),
});
type Claimant = Static<typeof Claimant>;

/**
 * What a browser keeps of a sign-on in progress, for {@link SSO_SECONDS}. Encrypted (RFC 7516): it holds the verifier of
 * PKCE, and an address. Nothing of it is stored on the server, so that beginning sign-ons fills no storage.
 */
export interface SsoFlows {
  seal(kind: "departure" | "claimant", flow: Departure | Claimant): Promise<string>;
  /** @returns undefined when it is not ours, of another kind, or too old */
  openDeparture(sealed: string): Promise<Departure | undefined>;
  openClaimant(sealed: string): Promise<Claimant | undefined>;
}

/** @param tokenKey the installation's key for tokens, from which a key of its own is derived */
export function ssoFlows(tokenKey: string, clock: () => number): SsoFlows {
  const key = createHmac("sha256", tokenKey).update("satchel/sso-flows").digest();
  const open = async <T extends TSchema>(
    audience: string,
    schema: T,
    sealed: string,
  ): Promise<Static<T> | undefined> => {
    const options = {
      audience,
      currentDate: new Date(clock()),
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
    };
    const payload = await jwtDecrypt(sealed, key, options).then(
      (opened) => opened.payload["flow"],
      () => undefined,
    );
    return Value.Check(schema, payload) ? payload : undefined;
  };
  return {
    seal: async (kind, flow) =>
      new EncryptJWT({ flow })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setAudience(kind)
        .setExpirationTime(Math.floor(clock() / 1000) + SSO_SECONDS)
        .encrypt(key),
    openDeparture: (sealed) => open("departure", Departure, sealed),
    openClaimant: (sealed) => open("claimant", Claimant, sealed),
  };
}
