import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A self-signed certificate and its key, both in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a certificate for a host (X.509 version 3, RFC 5280), as much of one as a TLS handshake needs.
 * @param validTo its last moment; a day from now when missing
 */
export function makeCertificate(host: string, validTo = new Date(Date.now() + 86_400_000)): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(set(sequence(oid("550403"), der(0x0c, Buffer.from(host)))));
  const names = sequence(der(0x82, Buffer.from(host)));
  const alternativeNames = sequence(oid("551d11"), der(0x04, names));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1, ...randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - 2 * 86_400_000)), time(validTo)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").replaceAll(/.{1,64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}

/** Writes certificate and key into a folder, and gives the settings that name them. */
export async function writeCertificate(
  folder: string,
  { cert, key }: TestCertificate,
): Promise<{ SMTP_TLS_CERT_FILE: string; SMTP_TLS_KEY_FILE: string }> {
  const files = { SMTP_TLS_CERT_FILE: join(folder, "cert.pem"), SMTP_TLS_KEY_FILE: join(folder, "key.pem") };
  await writeFile(files.SMTP_TLS_CERT_FILE, cert);
  await writeFile(files.SMTP_TLS_KEY_FILE, key);
  return files;
}

/** One value in DER (X.690): tag, length, contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
/** A positive integer of so many octets; the first is from 1 to 127, since there is one way only to write a number. */
const integer = (...octets: readonly number[]): Buffer => der(0x02, Buffer.from(octets));
/** GeneralizedTime: the same for every year. */
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));
