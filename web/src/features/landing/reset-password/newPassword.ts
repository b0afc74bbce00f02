import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import type { Problem } from "../../../kit/transport/problem.ts";

/** What is wrong with a new password and its repetition, in words; "" for nothing. */
export function newPasswordFault(password: string, confirmation: string): string {
  if (password !== confirmation) return texts.reset.mismatch;
  // Counted as the server counts: code points of the normalised password.
  if (Array.from(password.normalize("NFKC")).length < PASSWORD_CHARS_MIN) return texts.password.tooShort;
  return "";
}

/** Why the server did not reset the password, in words. */
export const resetFailure = ({ status }: Problem): string =>
  status === 400 ? texts.reset.invalid : texts.reset.failed;
