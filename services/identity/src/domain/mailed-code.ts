import { CODE_SECONDS, CODE_TRIES } from "@satchel/contracts";

/** The current code of one address. Times are milliseconds since 1970. */
export interface MailedCode {
  /** Keyed hash of code, purpose and address; the code itself is not stored. */
  readonly codeHash: string;
  readonly issuedAt: number;
  /** The command that issued it. */
  readonly askedBy: string;
  /** Wrong guesses so far. */
  readonly tries: number;
  readonly usedBy?: string;
}

export type Issue =
  | { readonly kind: "issued"; readonly code: MailedCode }
  /** The same command has issued it before. */
  | { readonly kind: "standing"; readonly code: MailedCode };

export type Verification =
  | { readonly kind: "accepted"; readonly code: MailedCode }
  /** `code` is present when the wrong guess has to be counted. */
  | { readonly kind: "rejected"; readonly code?: MailedCode };

const VALID_MS = CODE_SECONDS * 1000;

/**
 * Replaces the current code; a repeated command gets its own, as long as that is valid.
 * @param codeHash of the new code
 */
export function issueCode(standing: MailedCode | undefined, codeHash: string, commandId: string, now: number): Issue {
  if (standing?.askedBy === commandId && now - standing.issuedAt < VALID_MS)
    return { kind: "standing", code: standing };
  return { kind: "issued", code: { codeHash, issuedAt: now, askedBy: commandId, tries: 0 } };
}

/**
 * Checks a guess: a code is valid once, for {@link CODE_SECONDS}, and for {@link CODE_TRIES} guesses. A repeated
 * command is accepted again.
 * @param matches compares the guess with a hash in constant time
 */
export function verifyCode(
  standing: MailedCode | undefined,
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
