import {
  beginPasskeySignIn,
  login,
  type PasskeyAssertion,
  register,
  requestPasswordReset,
  resendCode,
  type SignInStatus,
  signInWithPasskey,
  type TokenResponse,
  verifyEmail,
} from "@satchel/contracts";
import { api } from "../../app/api.ts";

export interface Registration {
  readonly email: string;
  readonly stay_logged_in: boolean;
}

/** Where there is no session yet, a 401 says what is wrong with the sign-in and ends nothing. */
const skipRefresh = true;

export const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<SignInStatus, Registration>({
      query: (body) => ({ operation: register, body, skipRefresh }),
    }),
    resendCode: build.mutation<SignInStatus, string>({
      query: (email) => ({ operation: resendCode, body: { email }, skipRefresh }),
    }),
    verifyEmail: build.mutation<TokenResponse, Registration & { readonly code: string }>({
      query: (body) => ({ operation: verifyEmail, body, skipRefresh }),
    }),
    login: build.mutation<TokenResponse, Registration & { readonly password: string }>({
      query: ({ email, ...body }) => ({ operation: login, body: { username: email, ...body }, skipRefresh }),
    }),
    requestPasswordReset: build.mutation<{ status: "reset_sent" }, string>({
      query: (email) => ({ operation: requestPasswordReset, body: { email }, skipRefresh }),
    }),
    beginPasskeySignIn: build.mutation<{ options: PublicKeyCredentialRequestOptionsJSON }, void>({
      query: () => ({ operation: beginPasskeySignIn, skipRefresh }),
    }),
    signInWithPasskey: build.mutation<TokenResponse, { response: PasskeyAssertion; stay_logged_in: boolean }>({
      query: (body) => ({ operation: signInWithPasskey, body, skipRefresh }),
    }),
  }),
});

export const {
  useBeginPasskeySignInMutation,
  useLoginMutation,
  useRegisterMutation,
  useRequestPasswordResetMutation,
  useResendCodeMutation,
  useSignInWithPasskeyMutation,
  useVerifyEmailMutation,
} = signInApi;
