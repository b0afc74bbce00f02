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

export type CodeIssue =
  | { readonly kind: "issued"; readonly code: MailedCode }
  /** An earlier attempt of the same command issued it. */
  | { readonly kind: "repeated"; readonly code: MailedCode };

export type Verification =
  | { readonly kind: "accepted"; readonly code: MailedCode }
  /** `code` is present when the wrong guess has to be counted. */
  | { readonly kind: "rejected"; readonly code?: MailedCode };

const VALID_MS = CODE_SECONDS * 1000;

/**
 * Replaces the current code; a repeated command gets its own, as long as that is valid.
 * @param codeHash of the new code
 */
export function issueCode(
  current: MailedCode | undefined,
  codeHash: string,
  commandId: string,
  now: number,
): CodeIssue {
  if (current?.askedBy === commandId && now - current.issuedAt < VALID_MS) return { kind: "repeated", code: current };
  return { kind: "issued", code: { codeHash, issuedAt: now, askedBy: commandId, tries: 0 } };
}

/**
 * Checks a guess: a code is valid once, for {@link CODE_SECONDS}, and for {@link CODE_TRIES} guesses. A repeated
 * command is accepted again.
 * @param matches compares the guess with a hash in constant time
 */
export function verifyCode(
  current: MailedCode | undefined,
  matches: (codeHash: string) => boolean,
  commandId: string,
  now: number,
): Verification {
  if (current === undefined || now - current.issuedAt >= VALID_MS || current.tries >= CODE_TRIES) {
    return { kind: "rejected" };
  }
  if (current.usedBy !== undefined && current.usedBy !== commandId) return { kind: "rejected" };
  if (matches(current.codeHash)) return { kind: "accepted", code: { ...current, usedBy: commandId } };
  return { kind: "rejected", code: { ...current, tries: current.tries + 1 } };
}
