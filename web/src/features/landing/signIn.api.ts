import { register, resendCode, type SignInStatus, type TokenResponse, verifyEmail } from "@satchel/contracts";
import { api } from "../../app/api.ts";

export interface Registration {
  readonly email: string;
  readonly stay_logged_in: boolean;
}

export const { useRegisterMutation, useResendCodeMutation, useVerifyEmailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<SignInStatus, Registration>({ query: (body) => ({ operation: register, body }) }),
    resendCode: build.mutation<SignInStatus, string>({
      query: (email) => ({ operation: resendCode, body: { email } }),
    }),
    verifyEmail: build.mutation<TokenResponse, Registration & { readonly code: string }>({
      query: (body) => ({ operation: verifyEmail, body }),
    }),
  }),
});
