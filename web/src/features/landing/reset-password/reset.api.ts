import { resetPassword } from "@satchel/contracts/routes";
import { api } from "../../../session/api.ts";

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
