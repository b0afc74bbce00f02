import { randomUUID } from "node:crypto";

/** The data of a forwarded mail for the header and the cover text. */
export interface ForwardedMail {
  /** The domain of the save address. */
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  /** The envelope's sender; empty for the null sender. */
  readonly sender: string;
  /** The client's address. */
  readonly ip: string;
  readonly date: Date;
}

const MARK = "X-Satchel-Forwarded";

/**
 * A mail with the unchanged original as an attachment (message/rfc822, RFC 2046 section 5.2.1): its signatures and Received fields stay
 * valid, and its content is not sent in our name.
 */
export function composeForward(raw: Buffer, { domain, from, to, sender, ip, date }: ForwardedMail): Buffer {
  // Random, so that the author of the original can't guess it.
  const boundary = `=_${randomUUID()}`;
  const encoding = raw.some((octet) => octet > 0x7f) ? "8bit" : "7bit";
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: Mail to postmaster@${domain}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${randomUUID()}@${domain}>`,
    // RFC 3834 section 5: automatic responders don't answer it.
    "Auto-Submitted: auto-generated",
    `${MARK}: ${domain}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    `Content-Transfer-Encoding: ${encoding}`,
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    `This mail came for postmaster or abuse at ${domain}.`,
    `It was sent by ${ip} in the name of <${printable(sender)}>, which was not checked.`,
    "",
    `--${boundary}`,
    "Content-Type: message/rfc822",
    `Content-Transfer-Encoding: ${encoding}`,
    "Content-Disposition: attachment; filename=original.eml",
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), raw, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Whether this server has forwarded a mail before, or the mail contains such a mail, as a bounce does. */
export const wasForwarded = (raw: Buffer, domain: string): boolean =>
  raw.toString("latin1").toLowerCase().includes(`\n${MARK}: ${domain}`.toLowerCase());

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?");
