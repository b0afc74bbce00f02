import { PASSKEYS_PER_USER, type PasskeyId } from "@satchel/contracts";
import type { Assertion, StoredPasskey } from "./stored-passkey.ts";

export type Keyring = readonly StoredPasskey[];

export type Addition =
  | { readonly kind: "added"; readonly keyring: Keyring; readonly passkey: StoredPasskey }
  /** An earlier attempt of the same command added it. */
  | { readonly kind: "repeated"; readonly passkey: StoredPasskey }
  | { readonly kind: "exists" }
  | { readonly kind: "tooMany" };

export const isFull = (keyring: Keyring): boolean => keyring.length >= PASSKEYS_PER_USER;

/**
 * Adds a passkey. Its credential must be new to this user only: a sign-in names the user, so other users' credentials
 * are never searched.
 */
export function addToKeyring(keyring: Keyring, passkey: StoredPasskey): Addition {
  const repeated = keyring.find(({ passkeyId }) => passkeyId === passkey.passkeyId);
  if (repeated !== undefined) return { kind: "repeated", passkey: repeated };
  if (keyring.some(({ credentialId }) => credentialId === passkey.credentialId)) return { kind: "exists" };
  if (isFull(keyring)) return { kind: "tooMany" };
  return { kind: "added", keyring: [...keyring, passkey], passkey };
}

/** Removes a passkey; undefined when it is not there. */
export function removeFromKeyring(
  keyring: Keyring,
  passkeyId: PasskeyId,
): { readonly keyring: Keyring; readonly removed: StoredPasskey } | undefined {
  const removed = keyring.find((passkey) => passkey.passkeyId === passkeyId);
  return removed && { keyring: keyring.filter((passkey) => passkey !== removed), removed };
}

export type PasskeyUse =
  | { readonly kind: "used"; readonly keyring: Keyring }
  /** It was removed in the meantime. */
  | { readonly kind: "gone" }
  /** Its counter did not increase: there may be a copy of it (WebAuthn Level 3, section 6.1.1). */
  | { readonly kind: "copied" };

/**
 * Records a sign-in with a passkey. Counters increase with every signature, except those that stay at 0, as
 * synchronised ones do.
 * @param isRetry whether an earlier attempt of the same command may have recorded this answer
 */
export function useFromKeyring(
  keyring: Keyring,
  passkeyId: PasskeyId,
  { counter, backedUp }: Assertion,
  now: number,
  isRetry: boolean,
): PasskeyUse {
  const passkey = keyring.find((each) => each.passkeyId === passkeyId);
  if (passkey === undefined) return { kind: "gone" };
  const isCounting = counter > 0 || passkey.counter > 0;
  const isRecorded = isRetry && counter === passkey.counter;
  if (isCounting && counter <= passkey.counter && !isRecorded) return { kind: "copied" };
  const used = { ...passkey, counter, backedUp, lastUsedAt: now };
  return { kind: "used", keyring: keyring.map((each) => (each === passkey ? used : each)) };
}
