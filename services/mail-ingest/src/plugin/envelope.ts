import { BOUNCE_TAG, type OpenSecretAddress } from "@satchel/chassis";
import { RECIPIENTS_PER_MAIL, SECRET_LOCAL } from "@satchel/contracts";
import { matchRecipient, type Recipient, tagOf } from "../domain/message/recipient.ts";
import { isPostmaster } from "../postmaster/recipient.ts";
import type { HarakaRecipient, Parameters } from "./haraka.ts";

/**
 * The recipients of one mail. They are of one kind, because mail to the save address and mail to the postmaster have different
 * answers, and a mail has one answer.
 */
export type Recipients =
  | { readonly kind: "save"; readonly recipients: readonly Recipient[] }
  | { readonly kind: "postmaster"; readonly count: number }
  /** A secret address, which has a mail for itself: each has its own limits, and may be revoked before the others. */
  | { readonly kind: "letter"; readonly to: OpenSecretAddress }
  /** The address that a digest comes back to, with its token. */
  | { readonly kind: "bounce"; readonly token: string };

/**
 * Adds a recipient to a mail.
 * @param before the recipients so far
 * @param isOwnToken whether the token of a digest was made here
 * @returns the recipients now; or why it is refused: it is not ours, there are too many, or it needs a separate mail
 */
export function takeRecipient(
  saveAddress: string,
  domain: string,
  { user, host }: HarakaRecipient,
  before: Recipients | undefined,
  isOwnToken: (token: string) => boolean,
): Recipients | "not-ours" | "too-many" | "separate" {
  const token = BOUNCE_TAG.exec(tagOf(saveAddress, user, host) ?? "")?.[1];
  if (token !== undefined) {
    if (before !== undefined) return "separate";
    return isOwnToken(token) ? { kind: "bounce", token } : "not-ours";
  }
  const recipient = matchRecipient(saveAddress, user, host);
  if (recipient !== undefined) {
    if (before !== undefined && before.kind !== "save") return "separate";
    const recipients = [...(before?.recipients ?? []), recipient];
    return recipients.length > RECIPIENTS_PER_MAIL ? "too-many" : { kind: "save", recipients };
  }
  if (!isPostmaster(domain, user, host)) return "not-ours";
  if (before !== undefined && before.kind !== "postmaster") return "separate";
  const count = (before?.count ?? 0) + 1;
  return count > RECIPIENTS_PER_MAIL ? "too-many" : { kind: "postmaster", count };
}

/**
 * The local part of a recipient that may be a secret address of this domain, without case; undefined for one that has not
 * their form, about which nobody is asked.
 */
export function secretLocalOf(domain: string, { user, host }: HarakaRecipient): string | undefined {
  const local = user.toLowerCase();
  return host.toLowerCase() === domain && SECRET_LOCAL.test(local) ? local : undefined;
}

/** Whether all parameters of MAIL are valid and were offered by EHLO: SIZE (RFC 1870), BODY (RFC 6152) and SMTPUTF8 (RFC 6531). */
export const areKnown = (parameters: Parameters): boolean =>
  Object.entries(parameters).every(([name, value]) => {
    if (name === "SIZE") return /^\d{1,20}$/.test(value ?? "");
    if (name === "BODY") return /^(?:7BIT|8BITMIME)$/i.test(value ?? "");
    return name === "SMTPUTF8" && value === null;
  });
