import { normaliseAddress } from "@satchel/chassis";
import { SENT_ON_MS } from "../limits.ts";
import { isSaveAddress } from "../domain/message/automatic.ts";
import { fieldsNamed, type HeaderField } from "../domain/message/header.ts";
import { parseMailboxes } from "../domain/message/mailboxes.ts";
import type { AuthenticMail } from "../domain/judge.ts";

/** What no good signature of a mail shows: that it was written to the save address, when, which mail it is, and its subject. */
export type MissingProof = "addressee" | "date" | "message-id" | "subject";

/**
 * What is missing from a mail that anybody may have sent on, because everybody who has received a signed mail can hand it in again (RFC
 * 6376 section 8.6, decision 22). By one and the same signature a To or Cc field must name the save address, the Date must be near, the
 * Message-ID must be known, so that the mail counts once, and the Subject, where there is one, must be the author's.
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

function missingFrom(
  covered: readonly HeaderField[],
  header: readonly HeaderField[],
  saveAddress: string,
  now: Date,
): MissingProof | undefined {
  const named = [...fieldsNamed(covered, "to"), ...fieldsNamed(covered, "cc")].flatMap(parseMailboxes);
  if (!named.some((address) => isSaveAddress(saveAddress, normaliseAddress(address) ?? address))) return "addressee";
  const [date = ""] = fieldsNamed(covered, "date");
  // An invalid date gives NaN, which is not within the time either.
  if (!(Math.abs(now.getTime() - Date.parse(date)) <= SENT_ON_MS)) return "date";
  const [messageId = ""] = fieldsNamed(covered, "message-id");
  // The verifier takes a no-break space of Latin-1 for white space: with one behind it the Message-ID would be another one to us alone.
  if (!/^[\t-~]+$/.test(messageId)) return "message-id";
  return fieldsNamed(header, "subject").length > fieldsNamed(covered, "subject").length ? "subject" : undefined;
}
