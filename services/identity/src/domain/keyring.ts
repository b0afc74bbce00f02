import { PASSKEYS_PER_USER, type PasskeyId } from "@satchel/contracts";
import type { Assertion, StoredPasskey } from "./stored-passkey.ts";

export type Keyring = readonly StoredPasskey[];

export type Addition =
  | { readonly kind: "added"; readonly keyring: Keyring; readonly passkey: StoredPasskey }
  /** The same command added it before. */
  | { readonly kind: "there"; readonly passkey: StoredPasskey }
  | { readonly kind: "exists" }
  | { readonly kind: "tooMany" };

export const isFull = (keyring: Keyring): boolean => keyring.length >= PASSKEYS_PER_USER;

/**
 * Adds a passkey. Its credential must be new to this user only: a sign-in names the user, so other users' credentials
 * are never searched.
 */
export function addToKeyring(keyring: Keyring, passkey: StoredPasskey): Addition {
  const there = keyring.find(({ passkeyId }) => passkeyId === passkey.passkeyId);
  if (there !== undefined) return { kind: "there", passkey: there };
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

export type Use =
  | { readonly kind: "used"; readonly keyring: Keyring }
  /** It was removed meanwhile. */
  | { readonly kind: "gone" }
  /** Its counter did not increase: there may be a copy of it (WebAuthn Level 3, section 6.1.1). */
  | { readonly kind: "copied" };

/**
 * Records a sign-in with a passkey. Counters increase with every signature, except those that stay at 0, as
 * synchronised ones do.
 * @param again whether this answer may have been recorded by an earlier attempt of the same command
 */
export function useFromKeyring(
  keyring: Keyring,
  passkeyId: PasskeyId,
  { counter, backedUp }: Assertion,
  now: number,
  again: boolean,
): Use {
  const passkey = keyring.find((each) => each.passkeyId === passkeyId);
  if (passkey === undefined) return { kind: "gone" };
  const counts = counter > 0 || passkey.counter > 0;
  const repeated = again && counter === passkey.counter;
  if (counts && counter <= passkey.counter && !repeated) return { kind: "copied" };
  const used = { ...passkey, counter, backedUp, lastUsedAt: now };
  return { kind: "used", keyring: keyring.map((each) => (each === passkey ? used : each)) };
}
