import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { Address } from "@satchel/chassis";
import { CODE_DIGITS } from "@satchel/contracts";

/** What a code is mailed for. */
export type CodePurpose = "sign-in" | "reset";

/** A new code: {@link CODE_DIGITS} digits, each code as likely as any other. */
export const generateCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");

/**
 * The hash a code is kept as: HMAC-SHA-256 under the installation's own key, as 64 hex digits. A bare hash of a million
 * possible codes would be undone in a moment; purpose and address keep one code from counting for another.
 */
export const hashCode = (key: string, purpose: CodePurpose, address: Address, code: string): string =>
  createHmac("sha256", key).update(`${purpose}\0${address}\0${code}`).digest("hex");

/** Whether two hashes of {@link hashCode} are the same, in a time that tells nothing of where they differ. */
export const sameCodeHash = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
