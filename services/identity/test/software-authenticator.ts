import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { PasskeyAssertion, PasskeyAttestation } from "@satchel/contracts";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Algorithm = "ES256" | "RS256" | "EdDSA";

/** The options of the service that an authenticator and a browser use. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}
interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** How an answer differs from that of a browser and its authenticator. */
export interface Departures {
  readonly type?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | undefined;
  readonly credentialId?: string;
  /** Attestation format and statement instead of none. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: Map<string, unknown> };
  /** Self attestation by the passkey's own key ("packed", WebAuthn Level 3, section 8.2). */
  readonly selfAttested?: boolean;
  /** Changes what was signed, after it was signed. */
  readonly tamper?: boolean;
}

// Flags of authenticator data (WebAuthn Level 3, section 6.1).
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;

const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data).toString("base64url");

/** An authenticator with one passkey, made of Node's own cryptography, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly #algorithm: Algorithm;
  readonly #origin: string;
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  /** Whether the passkey is synchronised: its counter stays 0, and it says that it is backed up. */
  readonly #synced: boolean;
  readonly credentialId = base64url(randomBytes(32));
  userHandle: string | undefined;
  counter = 0;

  constructor(origin: string, algorithm: Algorithm = "ES256", synced = false) {
    this.#origin = origin;
    this.#algorithm = algorithm;
    this.#synced = synced;
    this.#keys = keyPair(algorithm);
  }

  /** Answers `navigator.credentials.create`. */
  create(options: Record<string, unknown>, departures: Departures = {}): PasskeyAttestation {
    const { challenge, rp, user } = options as unknown as CreationOptions;
    this.userHandle = user.id;
    const clientDataJSON = this.#clientData("webauthn.create", challenge, departures);
    const id = Buffer.from(departures.credentialId ?? this.credentialId, "base64url");
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, id, this.coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(rp.id, AT, departures), attested]);
    const { fmt, attStmt } = departures.attestation ?? this.#attestation(authData, clientDataJSON, departures);
    const attestationObject = isoCBOR.encode(
      new Map<string, never>([
        ["fmt", fmt as never],
        ["attStmt", attStmt as never],
        ["authData", Uint8Array.from(authData) as never],
      ]),
    );
    return {
      ...this.#credential(departures),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get(options: Record<string, unknown>, departures: Departures = {}): PasskeyAssertion {
    const { challenge, rpId } = options as unknown as RequestOptions;
    if (!this.#synced) this.counter += 1;
    const clientDataJSON = this.#clientData("webauthn.get", challenge, departures);
    const authenticatorData = this.#authenticatorData(rpId, 0, departures);
    const signature = this.#sign(authenticatorData, clientDataJSON);
    if (departures.tamper === true) authenticatorData.writeUInt32BE(authenticatorData.readUInt32BE(33) + 1, 33);
    const userHandle = "userHandle" in departures ? departures.userHandle : this.userHandle;
    return {
      ...this.#credential(departures),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  /** The public key as COSE (RFC 9053). */
  coseKey(): Buffer {
    const jwk = this.#keys.publicKey.export({ format: "jwk" });
    const part = (value: string | undefined): Uint8Array => Uint8Array.from(Buffer.from(value ?? "", "base64url"));
    const keys: Readonly<Record<Algorithm, readonly (readonly [number, number | Uint8Array])[]>> = {
      ES256: [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(jwk.x)],
        [-3, part(jwk.y)],
      ],
      RS256: [
        [1, 3],
        [3, -257],
        [-1, part(jwk.n)],
        [-2, part(jwk.e)],
      ],
      EdDSA: [
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, part(jwk.x)],
      ],
    };
    return Buffer.from(isoCBOR.encode(new Map(keys[this.#algorithm]) as never));
  }

  #sign(authenticatorData: Uint8Array, clientDataJSON: string): Buffer {
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    return sign(this.#algorithm === "EdDSA" ? null : "sha256", signed, this.#keys.privateKey);
  }

  #attestation(authData: Uint8Array, clientDataJSON: string, { selfAttested = false }: Departures) {
    if (!selfAttested) return { fmt: "none", attStmt: new Map<string, unknown>() };
    const sig = Uint8Array.from(this.#sign(authData, clientDataJSON));
    const alg = { ES256: -7, RS256: -257, EdDSA: -8 }[this.#algorithm];
    return { fmt: "packed", attStmt: new Map<string, unknown>(Object.entries({ alg, sig })) };
  }

  #credential({ credentialId = this.credentialId }: Departures) {
    return { id: credentialId, rawId: credentialId, type: "public-key" as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, departures: Departures): string {
    return JSON.stringify({
      type: departures.type ?? type,
      challenge: departures.challenge ?? challenge,
      origin: departures.origin ?? this.#origin,
      crossOrigin: departures.crossOrigin ?? false,
    });
  }

  #authenticatorData(rpId: string, more: number, departures: Departures): Buffer {
    const { userVerified = true, userPresent = true } = departures;
    const flags = (userPresent ? UP : 0) | (userVerified ? UV : 0) | (this.#synced ? BE | BS : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(departures.counter ?? this.counter);
    return Buffer.concat([sha256(departures.rpId ?? rpId), Buffer.from([flags]), counter]);
  }
}

function keyPair(algorithm: Algorithm) {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return algorithm === "RS256" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519");
}
