import { ADDRESS_CHARS, type PasskeyAttestation, PASSWORD_CHARS_MIN, texts } from "@satchel/contracts";
import type { TFunction } from "i18next";
import type { Problem } from "../../kit/transport/call.ts";

/**
 * Whether a text can be a mail address at all. The server knows better; this spares a call for what plainly is none: no
 * single @ with something on both sides, blanks, or a host without a dot.
 */
export const canBeAddress = (text: string): boolean =>
  text.length <= ADDRESS_CHARS && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);

/** Whether two ways to write an address are the same to the page: case and blanks around it don't count. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Why the server did not add an address, in words (specification, section 8). */
export function addFailure({ status }: Problem): string {
  if (status === 422) return texts.senderEmails.invalid;
  if (status === 409) return texts.senderEmails.taken;
  return texts.senderEmails.addFailed;
}

/** Why the server did not delete an address, in words. */
export const deleteFailure = ({ status }: Problem): string =>
  status === 400 ? texts.senderEmails.last : texts.senderEmails.deleteFailed;

/**
 * What a session is called in the person's language, by how the server names it: "Firefox on Linux", one of the two where
 * only that is known, or "Unknown device".
 */
export function deviceIn(t: TFunction<"account">, device: string): string {
  if (device === "Unknown device") return t("sessions.unknown");
  const [program = device, system] = device.split(" on ");
  return system === undefined ? device : t("sessions.on", { program, system });
}

const units = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was, in the words of a language: "2 hours ago", "yesterday", "now" below a minute. */
export function agoIn(language: string, then: Date, now: Date): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  return unit === undefined ? format.format(0, "second") : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}

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

/** What is wrong with a new password and its repetition, in words; "" for nothing. */
export function newPasswordFault(password: string, confirmation: string): string {
  if (password !== confirmation) return texts.password.mismatch;
  // Counted as the server counts: code points of the normalised password.
  if (Array.from(password.normalize("NFKC")).length < PASSWORD_CHARS_MIN) return texts.password.tooShort;
  return "";
}

/** Why the server did not set a password, in words (specification, section 8). */
export const setFailure = ({ status }: Problem): string =>
  status === 401 ? texts.password.authentication : texts.password.setFailed;

function failureWithOld({ status, detail }: Problem, otherwise: string): string {
  if (status === 400) return detail === "" ? texts.password.wrongOld : detail;
  return status === 401 ? texts.password.authentication : otherwise;
}

/** Why the server did not change the password, in words. */
export const changeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.changeFailed);

/** Why the server did not remove the password, in words. */
export const removeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.removeFailed);
