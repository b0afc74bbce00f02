import { createHmac, timingSafeEqual } from "node:crypto";
import { fromBase32, toBase32 } from "./base32.ts";

/** Octets of the code that nobody can forge: 80 bits of an HMAC. */
const CODE = 10;

/**
 * What a tag says, and its code, in base32: nothing is stored of it, and who reads the journal can't make one without the
 * installation's key.
 * @param purpose sets it apart from the other uses of the key, which are over addresses: it ends with a line break, and they
 * have none
 */
export const signedTag = (key: string, purpose: string, head: Buffer): string =>
  toBase32(Buffer.concat([head, codeOf(key, purpose, head)]));

/**
 * What a tag says; undefined where it was not made with the key, for this purpose.
 * @param tag letters of base32 alone, as many as for `length` octets and the code
 */
export function openTag(key: string, purpose: string, tag: string, length: number): Buffer | undefined {
  const octets = fromBase32(tag, length + CODE);
  const head = octets.subarray(0, length);
  return timingSafeEqual(octets.subarray(length), codeOf(key, purpose, head)) ? head : undefined;
}

const codeOf = (key: string, purpose: string, head: Buffer): Buffer =>
  createHmac("sha256", key).update(purpose).update(head).digest().subarray(0, CODE);
