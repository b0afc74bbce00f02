import { createHmac, timingSafeEqual } from "node:crypto";
import type { Address } from "@satchel/chassis";
import { CODE_DIGITS } from "@satchel/contracts";

/** What a code is mailed for. */
export type CodePurpose = "sign-in" | "reset";

/** What a code is made for, once: the command that asked for it, and when in milliseconds since 1970. */
export interface CodeOccasion {
  readonly purpose: CodePurpose;
  readonly address: Address;
  readonly commandId: string;
  readonly issuedAt: number;
}

/** Octets of an HMAC that a code is made of: 2^48 is so much more than there are codes that each is as likely as any other. */
const CODE_BYTES = 6;

/**
 * The code of an occasion: {@link CODE_DIGITS} digits, which nobody can tell without the installation's own key. A command
 * that is sent again finds the same one, so that no second mail voids the code of the first.
 */
export function codeOf(key: string, { purpose, address, commandId, issuedAt }: CodeOccasion): string {
  const hmac = createHmac("sha256", key).update(`code\0${purpose}\0${address}\0${commandId}\0${issuedAt}`).digest();
  return String(hmac.readUIntBE(0, CODE_BYTES) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
}

/**
 * The hash a code is kept as: HMAC-SHA-256 under the installation's own key, as 64 hex digits. A bare hash of a million
 * possible codes would be undone in a moment; purpose and address keep one code from counting for another.
 */
export const hashCode = (key: string, purpose: CodePurpose, address: Address, code: string): string =>
  createHmac("sha256", key).update(`${purpose}\0${address}\0${code}`).digest("hex");

/** Whether two hashes of {@link hashCode} are the same, in a time that tells nothing of where they differ. */
export const sameCodeHash = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
