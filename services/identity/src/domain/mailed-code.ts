import { CODE_SECONDS, CODE_TRIES } from "@satchel/contracts";

/** The code that stands for one address. Times are milliseconds since 1970. */
export interface MailedCode {
  /** Keyed hash of code, purpose and address; the code itself is kept nowhere. */
  readonly codeHash: string;
  readonly issuedAt: number;
  /** The command that asked for it. */
  readonly askedBy: string;
  /** Wrong guesses so far. */
  readonly tries: number;
  /** The command that used it up. */
  readonly usedBy?: string;
}

export type Issue =
  | { readonly kind: "issued"; readonly code: MailedCode }
  /** The same command asked before: its code stands. */
  | { readonly kind: "standing"; readonly code: MailedCode };

export type Verification =
  | { readonly kind: "accepted"; readonly code: MailedCode }
  /** `code` is there when the wrong guess has to be counted. */
  | { readonly kind: "rejected"; readonly code?: MailedCode };

const VALID_MS = CODE_SECONDS * 1000;

/**
 * Puts a new code in the place of the one that stands, which is void from then on; a command that is sent again finds its
 * own, as long as that is valid.
 * @param codeHash of the code that is issued now
 */
export function issueCode(standing: MailedCode | undefined, codeHash: string, commandId: string, now: number): Issue {
  if (standing?.askedBy === commandId && now - standing.issuedAt < VALID_MS)
    return { kind: "standing", code: standing };
  return { kind: "issued", code: { codeHash, issuedAt: now, askedBy: commandId, tries: 0 } };
}

/**
 * Judges a guess: a code counts once, for {@link CODE_SECONDS}, and not after {@link CODE_TRIES} wrong guesses. A command
 * that is sent again finds the code used by itself, and that is no refusal.
 * @param matches whether a code with this hash was guessed, told in constant time
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
