import type { PasskeyAssertion, SignInStatus, TokenResponse } from "@satchel/contracts";
import {
  beginPasskeySignIn,
  login,
  register,
  requestPasswordReset,
  resendCode,
  signInWithPasskey,
  verifyEmail,
} from "@satchel/contracts/routes";
import { useAsk } from "../../session/ask.ts";
import type { Call } from "../../kit/transport/call.ts";

export interface Registration {
  readonly email: string;
  readonly stay_logged_in: boolean;
}

/** Where there is no session yet, a 401 says what is wrong with the sign-in and ends nothing. */
const skipRefresh = true;

/** The calls that lead in. */
export const signInCalls = {
  register: (body: Registration): Call => ({ operation: register, body, skipRefresh }),
  resendCode: (email: string): Call => ({ operation: resendCode, body: { email }, skipRefresh }),
  verifyEmail: (body: Registration & { readonly code: string }): Call => ({
    operation: verifyEmail,
    body,
    skipRefresh,
  }),
  login: ({ email, ...body }: Registration & { readonly password: string }): Call => ({
    operation: login,
    body: { username: email, ...body },
    skipRefresh,
  }),
  requestPasswordReset: (email: string): Call => ({ operation: requestPasswordReset, body: { email }, skipRefresh }),
  beginPasskeySignIn: (): Call => ({ operation: beginPasskeySignIn, skipRefresh }),
  signInWithPasskey: (body: { response: PasskeyAssertion; stay_logged_in: boolean }): Call => ({
    operation: signInWithPasskey,
    body,
    skipRefresh,
  }),
};

export const useRegisterMutation = () => useAsk<SignInStatus, Registration>(signInCalls.register);
export const useResendCodeMutation = () => useAsk<SignInStatus, string>(signInCalls.resendCode);
export const useVerifyEmailMutation = () =>
  useAsk<TokenResponse, Registration & { readonly code: string }>(signInCalls.verifyEmail);
export const useLoginMutation = () =>
  useAsk<TokenResponse, Registration & { readonly password: string }>(signInCalls.login);
export const useRequestPasswordResetMutation = () =>
  useAsk<{ status: "reset_sent" }, string>(signInCalls.requestPasswordReset);
export const useBeginPasskeySignInMutation = () =>
  useAsk<{ options: PublicKeyCredentialRequestOptionsJSON }>(signInCalls.beginPasskeySignIn);
export const useSignInWithPasskeyMutation = () =>
  useAsk<TokenResponse, { response: PasskeyAssertion; stay_logged_in: boolean }>(signInCalls.signInWithPasskey);
