import { PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import { resetPassword } from "@satchel/contracts/routes";
import type { Problem } from "../../../kit/transport/call.ts";
import { api } from "../../../session/api.ts";

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

export interface Reset {
  readonly email: string;
  readonly code: string;
  readonly new_password: string;
}

export const { useResetPasswordMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    resetPassword: build.mutation<{ status: "password_reset" }, Reset>({
      query: (body) => ({ operation: resetPassword, body, skipRefresh: true }),
    }),
  }),
});
