/** Of RFC 4648 section 6, in lower case: mail servers may change the case of an address. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** Octets in base32, without padding. */
export function toBase32(octets: Uint8Array): string {
  let bits = 0n;
  for (const octet of octets) bits = (bits << 8n) | BigInt(octet);
  const length = Math.ceil((octets.length * 8) / 5);
  bits <<= BigInt(length * 5 - octets.length * 8);
  return Array.from({ length }, (_, at) => LETTERS[Number((bits >> BigInt((length - 1 - at) * 5)) & 31n)]).join("");
}

/** So many octets from letters of {@link toBase32}; the caller has checked that there are no others. */
export function fromBase32(text: string, octets: number): Buffer {
  let bits = 0n;
  for (const letter of text) bits = (bits << 5n) | BigInt(LETTERS.indexOf(letter));
  bits >>= BigInt(text.length * 5 - octets * 8);
  return Buffer.from(bits.toString(16).padStart(octets * 2, "0"), "hex");
}
