import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import type { Problem } from "../../kit/transport/call.ts";

/** What is wrong with a new password and its repetition, in words; "" for nothing. */
export function newPasswordFault(password: string, confirmation: string): string {
  if (password !== confirmation) return texts.password.mismatch;
  // Counted as the server counts: code points of the normalised password.
  if (Array.from(password.normalize("NFKC")).length < PASSWORD_CHARS_MIN) return texts.password.tooShort;
  return "";
}

/** Why the server did not set a password, in words (specification, section 8). */
export const setFailure = ({ status }: Problem): string =>
  status === 401 ? texts.password.authentication : texts.password.setFailed;

function failureWithOld({ status, detail }: Problem, otherwise: string): string {
  if (status === 400) return detail === "" ? texts.password.wrongOld : detail;
  return status === 401 ? texts.password.authentication : otherwise;
}

/** Why the server did not change the password, in words. */
export const changeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.changeFailed);

/** Why the server did not remove the password, in words. */
export const removeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.removeFailed);
