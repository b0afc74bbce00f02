import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";

/** Bits of a key that signs mail: as many as receivers ask for (RFC 8301 section 3.2), and few enough for one DNS answer. */
const BITS = 2048;

/** A key that outgoing mail is signed with (RFC 6376). */
export interface DkimKey {
  /** For the setting `DKIM_KEY`: PKCS #8 (RFC 5958) in DER, as one line of base64. */
  readonly setting: string;
  /** The private key as PEM. */
  readonly pem: string;
  /** The public key as DKIM's records have it: the value of `p=` (RFC 6376 section 3.6.1). */
  readonly published: string;
}

const ofPrivate = (key: KeyObject): DkimKey => ({
  setting: key.export({ type: "pkcs8", format: "der" }).toString("base64"),
  pem: key.export({ type: "pkcs8", format: "pem" }).toString(),
  published: createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64"),
});

/** Makes a key. */
export const makeDkimKey = (): DkimKey => ofPrivate(generateKeyPairSync("rsa", { modulusLength: BITS }).privateKey);

/** Reads a key from its setting; undefined for what is no RSA key of at least {@link BITS} bits. */
export function readDkimKey(setting: string): DkimKey | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(setting, "base64"), format: "der", type: "pkcs8" });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    return key.asymmetricKeyType === "rsa" && modulusLength >= BITS ? ofPrivate(key) : undefined;
  } catch {
    return undefined;
  }
}
