import { fieldsNamed, splitHeader } from "./header.ts";

/** Octets of a report that are looked at: its machine-readable part comes before the mail that came back (RFC 3462). */
const REPORT_BYTES = 256 * 1024;

/**
 * Whether a mail is a report that a mail could not be delivered, and never will be (RFC 3464 section 2.3.3: `failed`). A delayed
 * one, and the word of a vacation responder, which may go to the same address, are none.
 */
export function isFailedDelivery(raw: Buffer): boolean {
  const header = splitHeader(raw);
  if (typeof header === "string") return false;
  const type = fieldsNamed(header, "content-type").join(" ").toLowerCase();
  if (!/multipart\/report\b/.test(type) || !/report-type="?delivery-status\b/.test(type)) return false;
  return /^action:[ \t]*failed\b/im.test(raw.subarray(0, REPORT_BYTES).toString("latin1"));
}
