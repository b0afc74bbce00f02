import {
  type PasskeyAssertion,
  type ProxySignIn,
  type SignInStatus,
  texts,
  type TokenResponse,
} from "@satchel/contracts";
import {
  beginPasskeySignIn,
  login,
  proveSso,
  register,
  requestPasswordReset,
  resendCode,
  signInByProxy,
  signInWithPasskey,
  verifyEmail,
} from "@satchel/contracts/routes";
import { useAsk } from "../../session/ask.ts";
import type { Call, Problem } from "../../kit/transport/call.ts";

export interface Registration {
  readonly email: string;
  readonly stay_logged_in: boolean;
}

/** Without a session yet, a 401 is an ordinary answer about the sign-in. */
const skipRefresh = true;

/** The calls of the sign-in. */
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
  proveSso: (code: string): Call => ({ operation: proveSso, body: { code }, skipRefresh }),
  signInByProxy: (): Call => ({ operation: signInByProxy, skipRefresh }),
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
export const useSignInByProxyMutation = () => useAsk<ProxySignIn>(signInCalls.signInByProxy);
export const useProveSsoMutation = () => useAsk<TokenResponse, string>(signInCalls.proveSso);
export const useSignInWithPasskeyMutation = () =>
  useAsk<TokenResponse, { response: PasskeyAssertion; stay_logged_in: boolean }>(signInCalls.signInWithPasskey);

/** Whether this browser can answer for a passkey (WebAuthn Level 3, section 5.1.8: it reads and writes JSON itself). */
export const canUsePasskeys = (browser: Partial<Pick<typeof globalThis, "PublicKeyCredential">>): boolean =>
  typeof browser.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

/**
 * Lets the user choose a passkey with which the browser answers the server's challenge.
 * @throws {DOMException} when there is none, or the user declines; see {@link passkeyFault}
 */
export async function answerWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as PasskeyAssertion;
}

/** The message when the browser gave no answer. A refusal and a timeout can't be distinguished by the standard. */
export function passkeyFault(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return texts.passkeys.notUsed;
  if (name === "SecurityError") return texts.passkeys.elsewhere;
  return texts.login.failed;
}

/** The result of a refused sign-in by password: the code screen, the password field, or an error text. */
type LoginRefusal =
  | { readonly outcome: "verification_required" | "password_required" }
  | { readonly outcome: "failed"; readonly text: string };

/** Interprets a refusal: the detail of a 401 says what is required (specification, section 4). */
export function loginRefusal({ status, detail }: Problem): LoginRefusal {
  if (detail === texts.login.suspended) return { outcome: "failed", text: detail };
  if (status !== 401) return { outcome: "failed", text: texts.login.failed };
  if (detail.toLowerCase().includes("verification")) return { outcome: "verification_required" };
  if (detail.includes(texts.login.passwordRequired)) return { outcome: "password_required" };
  return { outcome: "failed", text: texts.login.invalid };
}
