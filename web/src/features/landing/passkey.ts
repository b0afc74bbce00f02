import { type PasskeyAssertion, texts } from "@satchel/contracts";

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
