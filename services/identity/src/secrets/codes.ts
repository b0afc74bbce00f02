import { createHmac, timingSafeEqual } from "node:crypto";
import type { Address } from "@satchel/chassis";
import { CODE_DIGITS } from "@satchel/contracts";

export type CodePurpose = "sign-in" | "reset" | "reader" | "connect";

/** The command that issues a code, and the time in milliseconds since 1970. */
interface CodeOccasion {
  readonly purpose: CodePurpose;
  readonly address: Address;
  readonly commandId: string;
  readonly issuedAt: number;
}

/**
 * Octets of an HMAC from which a code is made: 2^48 is so much more than the number of codes that all codes are equally
 * likely.
 */
const CODE_BYTES = 6;

/**
 * The code of an occasion: {@link CODE_DIGITS} digits, unpredictable without the installation's key. A repeated command
 * gets the same one, so that a second mail does not void the code of the first.
 */
export function codeOf(key: string, { purpose, address, commandId, issuedAt }: CodeOccasion): string {
  const hmac = createHmac("sha256", key).update(`code\0${purpose}\0${address}\0${commandId}\0${issuedAt}`).digest();
  return String(hmac.readUIntBE(0, CODE_BYTES) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
}

/**
 * The stored hash of a code: HMAC-SHA-256 under the installation's key, as 64 hex digits. A plain hash of a million
 * possible codes could be reversed by trying them all; purpose and address keep codes apart.
 */
export const hashCode = (key: string, purpose: CodePurpose, address: Address, code: string): string =>
  createHmac("sha256", key).update(`${purpose}\0${address}\0${code}`).digest("hex");

/** Compares two hashes of {@link hashCode} in constant time. */
export const isSameCodeHash = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
