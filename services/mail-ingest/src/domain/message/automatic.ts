import { MAIL_HOPS } from "@satchel/contracts";
import { fieldsNamed, type HeaderField } from "./header.ts";
import { parseParameters } from "./libmime.ts";
import { matchRecipient } from "./recipient.ts";

/** The sign that a mail was sent by a machine or a list, or is in a loop. */
type AutomationSign = "automatic" | "loop";

/**
 * The sign that a machine or a mailing list sent a mail, by RFC 3834 section 2 and older header fields (decision 22);
 * undefined for a mail from a person.
 * @param envelopeSender "" for the null sender
 */
export function automationSign(fields: readonly HeaderField[], envelopeSender: string): AutomationSign | undefined {
  if (fieldsNamed(fields, "received").length > MAIL_HOPS) return "loop";
  const valuesOf = (name: string): string[] => fieldsNamed(fields, name).map((value) => mainValue(value));
  const automatic =
    // Reports of delivery, and answers that must not be answered (RFC 5321 section 4.5.5).
    envelopeSender === "" ||
    valuesOf("auto-submitted").some((value) => value !== "no") ||
    valuesOf("precedence").some((value) => ["bulk", "list", "junk"].includes(value)) ||
    // A mailing list sends it on (RFC 2919).
    fieldsNamed(fields, "list-id").length > 0 ||
    ["x-autoreply", "x-autorespond", "x-autoresponse", "x-auto-reply"].some(
      (name) => fieldsNamed(fields, name).length > 0,
    ) ||
    valuesOf("content-type").some((type) => type === "multipart/report" || type === "message/disposition-notification");
  return automatic ? "automatic" : undefined;
}

/** A field's first word, without comments and parameters: "auto-replied (vacation); owner-email=x" is "auto-replied". */
const mainValue = (value: string): string => parseParameters(value.replace(/\([^()]*\)/g, " ").trim()).value;

/** Whether an address is the save address, with or without `+folder`. */
export function isSaveAddress(saveAddress: string, address: string): boolean {
  const at = address.lastIndexOf("@");
  return matchRecipient(saveAddress, address.slice(0, at), address.slice(at + 1)) !== undefined;
}

/**
 * Fields that a mail may have once (RFC 5322 section 3.6, RFC 2045 section 3). A second one may have been added to a signed
 * mail (RFC 6376 section 8.15).
 */
const SINGLE = ["subject", "message-id", "date", "content-type", "content-transfer-encoding"];

export const hasDoubledField = (fields: readonly HeaderField[]): boolean =>
  SINGLE.some((name) => fieldsNamed(fields, name).length > 1);
