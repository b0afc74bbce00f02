import { type PasskeyAttestation, texts } from "@satchel/contracts";

/** Whether this browser can make a passkey (WebAuthn Level 3, section 5.1.8: it reads and writes JSON itself). */
export const canMakePasskeys = (browser: Partial<Pick<typeof globalThis, "PublicKeyCredential">>): boolean =>
  typeof browser.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";

/**
 * Lets the browser make a passkey that answers the server's challenge.
 * @throws {DOMException} when it can't, or the person declines; {@link makingFault} says what it was
 */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as PasskeyAttestation;
}

/** Why no passkey was made: a text of the catalogue, or the key of one of the dialog's. */
export function makingFault(error: unknown): { text: string } | { key: "passkeys.notMade" | "passkeys.addFailed" } {
  const name = error instanceof Error ? error.name : "";
  // WebAuthn Level 3, section 5.1.3, step 20: the authenticator holds one of this account already.
  if (name === "InvalidStateError") return { text: texts.passkeys.exists };
  if (name === "SecurityError") return { text: texts.passkeys.elsewhere };
  return { key: name === "NotAllowedError" || name === "AbortError" ? "passkeys.notMade" : "passkeys.addFailed" };
}
