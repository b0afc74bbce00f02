import { normaliseAddress } from "@satchel/chassis";
import { domainOf } from "@satchel/contracts";
import { SENT_ON_MS } from "../limits.ts";
import { fieldsNamed, type HeaderField } from "../domain/message/header.ts";
import { parseMailboxes } from "../domain/message/mailboxes.ts";
import { matchRecipient, type Recipient } from "../domain/message/recipient.ts";
import type { AuthenticMail } from "../domain/judge.ts";

/** What no valid signature of a mail proves: that it was sent to the save address, its date, its Message-ID, or its subject. */
export type MissingProof = "addressee" | "date" | "message-id" | "subject";

/**
 * The missing proof of a mail that did not come from a server of its author's domain: everybody who has received a signed mail can
 * send it again (RFC 6376 section 8.6, decision 22). One signature must cover all of these: a To or Cc field with the save address,
 * a recent Date, the Message-ID, by which the mail counts once, and the Subject, if there is one.
 * @returns undefined when nothing is missing
 */
export function missingProof(
  { covered }: Pick<AuthenticMail, "covered">,
  header: readonly HeaderField[],
  { saveAddress, now }: { readonly saveAddress: string; readonly now: Date },
): MissingProof | undefined {
  const missing = covered.map((fields) => missingFrom(fields, header, saveAddress, now));
  return missing.includes(undefined) ? undefined : (missing[0] ?? "addressee");
}

/**
 * The recipients at the save address that a mail names in what its signature covers: where nothing is missing, its author
 * chose their folders, and who sends it on may have chosen those of the envelope.
 */
export const signedRecipients = (
  { covered }: Pick<AuthenticMail, "covered">,
  header: readonly HeaderField[],
  { saveAddress, now }: { readonly saveAddress: string; readonly now: Date },
): Recipient[] =>
  recipientsIn(
    covered.find((fields) => missingFrom(fields, header, saveAddress, now) === undefined) ?? [],
    saveAddress,
  );

function recipientsIn(covered: readonly HeaderField[], saveAddress: string): Recipient[] {
  const named = [...fieldsNamed(covered, "to"), ...fieldsNamed(covered, "cc")].flatMap(parseMailboxes);
  return named.flatMap((address) => {
    const domain = domainOf(normaliseAddress(address) ?? address);
    return matchRecipient(saveAddress, address.slice(0, address.lastIndexOf("@")), domain) ?? [];
  });
}

function missingFrom(
  covered: readonly HeaderField[],
  header: readonly HeaderField[],
  saveAddress: string,
  now: Date,
): MissingProof | undefined {
  if (recipientsIn(covered, saveAddress).length === 0) return "addressee";
  const [date = ""] = fieldsNamed(covered, "date");
  // For an invalid date the difference is NaN, and the condition is false too.
  if (!(Math.abs(now.getTime() - Date.parse(date)) <= SENT_ON_MS)) return "date";
  const [messageId = ""] = fieldsNamed(covered, "message-id");
  // The verifier reads a Latin-1 no-break space as white space: with one at its end our Message-ID would be a different one.
  if (!/^[\t-~]+$/.test(messageId)) return "message-id";
  return fieldsNamed(header, "subject").length > fieldsNamed(covered, "subject").length ? "subject" : undefined;
}
