import { ReadableStream as WebStream } from "node:stream/web";
import { DamagedBackup, MAGIC } from "./archive.ts";

/** The encryption of a backup in the format of age (age-encryption.org/v1): by a passphrase, or for public keys `age1…`. */
export type Lock =
  | {
      readonly kind: "passphrase";
      readonly passphrase: string;
      /** Each guess takes 2 to this power rounds of scrypt; default age's own 18, some seconds. */
      readonly workFactor?: number;
    }
  | { readonly kind: "recipients"; readonly recipients: readonly string[] };

/** The passphrase, or secret keys `AGE-SECRET-KEY-1…`. */
export type Key =
  | { readonly kind: "passphrase"; readonly passphrase: string }
  | { readonly kind: "identities"; readonly identities: readonly string[] };

/** The backup is encrypted, and the key does not open it. */
export class WrongKey extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WrongKey";
  }
}

const AGE = "age-encryption.org/v1\n";

/** Encrypts a stream, in pieces of 64 KiB that can't be changed, moved or cut off unnoticed. */
export async function lock(
  octets: AsyncIterable<Uint8Array>,
  by: Lock | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  if (by === undefined) return octets;
  const { Encrypter } = await import("age-encryption");
  const age = new Encrypter();
  if (by.kind === "passphrase") {
    age.setPassphrase(by.passphrase);
    if (by.workFactor !== undefined) age.setScryptWorkFactor(by.workFactor);
  } else for (const recipient of by.recipients) age.addRecipient(recipient);
  return age.encrypt(streamOf(octets));
}

/**
 * Decrypts a stream if it is encrypted.
 * @throws {WrongKey} when no key is given, or none that opens it
 * @throws {DamagedBackup} while it is read, where it was altered or cut off
 */
export async function unlock(
  octets: AsyncIterable<Uint8Array>,
  key: Key | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const { start, all } = await peek(octets, Math.max(AGE.length, MAGIC.length));
  if (!start.startsWith(AGE)) return all;
  if (key === undefined) throw new WrongKey("The backup is encrypted: give the passphrase or the key that opens it");
  const { Decrypter } = await import("age-encryption");
  const age = new Decrypter();
  if (key.kind === "passphrase") age.addPassphrase(key.passphrase);
  else for (const identity of key.identities) age.addIdentity(identity);
  try {
    return reportDamage(await age.decrypt(streamOf(all)));
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    if (/no identity matched/i.test(text)) throw new WrongKey("The passphrase or key does not open this backup");
    throw new DamagedBackup(`its beginning was altered (${text})`);
  }
}

/** A web stream, as age takes it: pieces are produced on demand. */
const streamOf = (octets: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  WebStream.from(octets) as unknown as ReadableStream<Uint8Array>;

async function* reportDamage(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* octets;
  } catch (cause) {
    throw new DamagedBackup(
      `it was altered or cut off (${cause instanceof Error && cause.message !== "" ? cause.message : "decryption failed"})`,
    );
  }
}

/** The first octets of a source as text, and all of it again. */
async function peek(octets: AsyncIterable<Uint8Array>, count: number) {
  const source = octets[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length < count; ) {
    const { done, value } = await source.next();
    if (done === true) break;
    first.push(value);
    length += value.length;
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield* first;
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return;
      yield value;
    }
  };
  return { start: Buffer.concat(first).toString("latin1"), all: all() };
}
