import {
  ADDRESS_CHARS,
  type ApiToken,
  laterTexts,
  type PasskeyAttestation,
  PASSWORD_CHARS_MIN,
  texts,
} from "@satchel/contracts";
import type { TFunction } from "i18next";
import type { Problem } from "../../kit/transport/call.ts";

/**
 * Whether a text may be a mail address. The server decides; this only saves a call for obvious mistakes: not exactly one @
 * with text on both sides, blanks, or a host without a dot.
 */
export const canBeAddress = (text: string): boolean =>
  text.length <= ADDRESS_CHARS && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);

/** Whether two addresses are the same, ignoring case and outer blanks. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The message for an address that was not added (specification, section 8). */
export function addFailure({ status }: Problem): string {
  if (status === 422) return laterTexts.senderEmails.invalid;
  if (status === 409) return laterTexts.senderEmails.taken;
  return laterTexts.senderEmails.addFailed;
}

/** The message for an address that was not deleted. */
export const deleteFailure = ({ status }: Problem): string =>
  status === 400 ? laterTexts.senderEmails.last : laterTexts.senderEmails.deleteFailed;

/**
 * The name of a session in the reader's language, from the server's name: "Firefox on Linux", one of the two parts, or
 * "Unknown device".
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

/** A relative time in a language: "2 hours ago", "yesterday", "now" below a minute. */
export function agoIn(language: string, then: Date, now: Date): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  return unit === undefined ? format.format(0, "second") : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}

/**
 * When an API token or a feed was last used, by which program and from which address, as far as that is known.
 * @param ago says how long ago a time (RFC 3339) was
 */
export function lastUseIn(
  t: TFunction<"account">,
  used: Pick<ApiToken, "last_used_at" | "last_used_by"> & Partial<Pick<ApiToken, "last_used_from">>,
  ago: (instant: string) => string,
): string {
  const { last_used_at: usedAt, last_used_by: program, last_used_from: address = null } = used;
  if (usedAt === null) return t("tokens.unused");
  const when = ago(usedAt);
  const isKnown = program !== null && program !== "Unknown device";
  const use = isKnown ? t("tokens.used", { when, program: deviceIn(t, program) }) : t("tokens.usedByUnknown", { when });
  return address === null ? use : t("tokens.usedFrom", { use, address });
}

/** Whether this browser can make a passkey (WebAuthn Level 3, section 5.1.8: it reads and writes JSON itself). */
export const canMakePasskeys = (browser: Partial<Pick<typeof globalThis, "PublicKeyCredential">>): boolean =>
  typeof browser.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";

/**
 * Lets the browser create a passkey for the server's challenge.
 * @throws {DOMException} on failure, or when the user declines; see {@link makingFault}
 */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<PasskeyAttestation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as PasskeyAttestation;
}

/** The message when no passkey was created: a text of the catalogue, or a key of the dialog's texts. */
export function makingFault(error: unknown): { text: string } | { key: "passkeys.notMade" | "passkeys.addFailed" } {
  const name = error instanceof Error ? error.name : "";
  // WebAuthn Level 3, section 5.1.3, step 20: the authenticator already has one of this account.
  if (name === "InvalidStateError") return { text: texts.passkeys.exists };
  if (name === "SecurityError") return { text: texts.passkeys.elsewhere };
  return { key: name === "NotAllowedError" || name === "AbortError" ? "passkeys.notMade" : "passkeys.addFailed" };
}

/** The fault of a new password and its repetition; "" for none. */
export function newPasswordFault(password: string, confirmation: string): string {
  if (password !== confirmation) return texts.password.mismatch;
  // Counted as the server counts: code points of the normalised password.
  if (Array.from(password.normalize("NFKC")).length < PASSWORD_CHARS_MIN) return texts.password.tooShort;
  return "";
}

/** The message for a password that was not set (specification, section 8). */
export const setFailure = ({ status }: Problem): string =>
  status === 401 ? texts.password.authentication : texts.password.setFailed;

function failureWithOld({ status, detail }: Problem, otherwise: string): string {
  if (status === 400) return detail === "" ? texts.password.wrongOld : detail;
  return status === 401 ? texts.password.authentication : otherwise;
}

/** The message for a password that was not changed. */
export const changeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.changeFailed);

/** The message for a password that was not removed. */
export const removeFailure = (problem: Problem): string => failureWithOld(problem, texts.password.removeFailed);
