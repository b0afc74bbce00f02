import { CODE_SECONDS, CODE_TRIES, CODES_PER_ADDRESS } from "@satchel/contracts";

/** The code that stands for one address. Times are milliseconds since 1970. */
export interface SignInCode {
  /** Keyed hash of code and address; the code itself is kept nowhere. */
  readonly codeHash: string;
  readonly issuedAt: number;
  /** Wrong guesses so far. */
  readonly tries: number;
  /** When codes were asked for within the last {@link CODE_SECONDS}, this one included. */
  readonly sentAt: readonly number[];
  /** The command that used it up. */
  readonly usedBy?: string;
}

export type Issue =
  | { readonly kind: "issued"; readonly code: SignInCode }
  | { readonly kind: "limited"; readonly retryAfter: number };

export type Verification =
  | { readonly kind: "accepted"; readonly code: SignInCode }
  /** `code` is there when the wrong guess has to be counted. */
  | { readonly kind: "rejected"; readonly code?: SignInCode };

const VALID_MS = CODE_SECONDS * 1000;

/**
 * Puts a new code in the place of the one that stands, which is void from then on.
 * @returns `limited` when {@link CODES_PER_ADDRESS} were asked for already; `retryAfter` in seconds
 */
export function issueCode(standing: SignInCode | undefined, codeHash: string, now: number): Issue {
  const recent = (standing?.sentAt ?? []).filter((sent) => now - sent < VALID_MS);
  const [oldest] = recent;
  if (oldest !== undefined && recent.length >= CODES_PER_ADDRESS) {
    return { kind: "limited", retryAfter: Math.ceil((oldest + VALID_MS - now) / 1000) };
  }
  return { kind: "issued", code: { codeHash, issuedAt: now, tries: 0, sentAt: [...recent, now] } };
}

/**
 * Judges a guess: a code counts once, for {@link CODE_SECONDS}, and not after {@link CODE_TRIES} wrong guesses. A command
 * that is sent again finds the code used by itself, and that is no refusal.
 * @param matches whether a code with this hash was guessed, told in constant time
 */
export function verifyCode(
  standing: SignInCode | undefined,
  matches: (codeHash: string) => boolean,
  commandId: string,
  now: number,
): Verification {
  if (standing === undefined || now - standing.issuedAt >= VALID_MS || standing.tries >= CODE_TRIES) {
    return { kind: "rejected" };
  }
  if (standing.usedBy !== undefined && standing.usedBy !== commandId) return { kind: "rejected" };
  if (matches(standing.codeHash)) return { kind: "accepted", code: { ...standing, usedBy: commandId } };
  return { kind: "rejected", code: { ...standing, tries: standing.tries + 1 } };
}
