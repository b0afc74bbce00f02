import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject, decodeClientDataJSON } from "@simplewebauthn/server/helpers";
import { octetsOfUuid, uuidOfOctets } from "@satchel/chassis";
import { CHALLENGE_SECONDS, type PasskeyAssertion, type PasskeyAttestation, type UserId } from "@satchel/contracts";
import { CREDENTIAL_ID_BYTES, PUBLIC_KEY_BYTES, TRANSPORTS } from "../limits.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { Assertion, StoredPasskey } from "../domain/stored-passkey.ts";

/** The accepted signatures, the best first: Ed25519, P-256, RSA for Windows Hello. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

type Options = Record<string, unknown>;
type Challenge = Uint8Array<ArrayBuffer>;

const octets = (base64url: string): Challenge => Uint8Array.from(Buffer.from(base64url, "base64url"));

/** The 16 octets of a user's id: an authenticator stores them with a passkey, and nothing personal. */
const handleOf = (userId: UserId): Challenge => Uint8Array.from(octetsOfUuid(userId));

/** The user for whom an authenticator stores a passkey; undefined when it names none. */
export function userOf({ response }: PasskeyAssertion): UserId | undefined {
  const handle = Buffer.from(response.userHandle ?? "", "base64url");
  if (handle.length !== 16) return undefined;
  return uuidOfOctets(handle) as UserId;
}

/** The challenge of a response; undefined when there is none, or another site framed our page (Level 3, section 5.8.1). */
export function challengeOf({ response }: PasskeyAttestation | PasskeyAssertion): string | undefined {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON);
    return typeof challenge === "string" && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Options of section 5.4 for a discoverable passkey, which needs no user name, and which verifies its user by finger, face
 * or PIN.
 */
export async function registrationOptions(
  party: RelyingParty,
  challenge: Challenge,
  user: { readonly userId: UserId; readonly name: string },
  registered: readonly StoredPasskey[],
): Promise<Options> {
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: handleOf(user.userId),
    userName: user.name,
    userDisplayName: user.name,
    challenge,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: registered.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Options of section 5.5 that let the browser choose the passkey. */
export async function signInOptions(party: RelyingParty, challenge: Challenge): Promise<Options> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: "required",
  });
  return { ...options };
}

type NewCredential = Pick<StoredPasskey, "credentialId" | "publicKey" | "counter" | "transports" | "backedUp">;

/**
 * Verifies a registration (section 7.1).
 * @returns undefined when any check fails
 */
export async function verifyAttestation(
  party: RelyingParty,
  response: PasskeyAttestation,
  challenge: string,
): Promise<NewCredential | undefined> {
  try {
    if (!isAnonymous(response)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    if (credential.publicKey.length > PUBLIC_KEY_BYTES || octets(credential.id).length > CREDENTIAL_ID_BYTES) {
      return undefined;
    }
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: (response.response.transports ?? []).slice(0, TRANSPORTS),
      backedUp: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/**
 * Whether an attestation is without certificates: "none", or the passkey's own signature. Verifying a certificate may
 * fetch URLs that it names; we ask for no attestation (section 5.4.7).
 */
export function isAnonymous({ response }: PasskeyAttestation): boolean {
  const attestation = decodeAttestationObject(octets(response.attestationObject));
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/**
 * Verifies a sign-in (section 7.2), except for the counter, which is checked with the newest record.
 * @returns undefined when any check fails
 */
export async function verifyAssertion(
  party: RelyingParty,
  response: PasskeyAssertion,
  challenge: string,
  passkey: StoredPasskey,
): Promise<Assertion | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: passkey.credentialId, publicKey: octets(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
