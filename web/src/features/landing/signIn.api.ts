import { type PasskeyAssertion, type SignInStatus, texts, type TokenResponse } from "@satchel/contracts";
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
import type { Call, Problem } from "../../kit/transport/call.ts";

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

/** Whether this browser can answer for a passkey (WebAuthn Level 3, section 5.1.8: it reads and writes JSON itself). */
export const canUsePasskeys = (browser: Partial<Pick<typeof globalThis, "PublicKeyCredential">>): boolean =>
  typeof browser.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

/**
 * Lets the person choose a passkey, and the browser answer the server's challenge with it.
 * @throws {DOMException} when there is none, or the person declines; {@link passkeyFault} says it in words
 */
export async function answerWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as PasskeyAssertion;
}

/** Why the browser gave no answer, in words. The standard tells a refusal from a lapse of time by nothing. */
export function passkeyFault(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return texts.passkeys.notUsed;
  if (name === "SecurityError") return texts.passkeys.elsewhere;
  return texts.login.failed;
}

/** What a refused sign-in by password leads to: the code screen, the password field, or a text to show. */
type LoginRefusal =
  | { readonly outcome: "verification_required" | "password_required" }
  | { readonly outcome: "failed"; readonly text: string };

/** Reads a refusal: what a 401 asks for is in its detail (specification, section 4). */
export function loginRefusal({ status, detail }: Problem): LoginRefusal {
  if (status !== 401) return { outcome: "failed", text: texts.login.failed };
  if (detail.toLowerCase().includes("verification")) return { outcome: "verification_required" };
  if (detail.includes(texts.login.passwordRequired)) return { outcome: "password_required" };
  return { outcome: "failed", text: texts.login.invalid };
}
