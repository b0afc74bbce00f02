import type { DkimKey } from "@satchel/chassis";
import type { Transporter } from "nodemailer";
import { type Deliver, messageOf } from "./mail.ts";

interface Signer {
  readonly key: DkimKey;
  readonly selector: string;
}

/**
 * Hands mails to a relay by SMTP. `url` also takes nodemailer's options as query:
 * `smtp://user:pass@host:587?requireTLS=true`.
 * @param signer the key that mails are signed with (RFC 6376), for the domain of `from`
 */
export function openSmtp(url: string, from: string, signer?: Signer): Deliver {
  const domainName = /@([^@<>]+)>?\s*$/.exec(from)?.[1] ?? "";
  const dkim = signer && { domainName, keySelector: signer.selector, privateKey: signer.key.pem };
  let transport: Transporter | undefined;
  return async (mail, signal) => {
    const { createTransport } = await import("nodemailer");
    transport ??= createTransport({ url, ...(dkim === undefined ? {} : { dkim }) });
    await transport.sendMail({ ...messageOf(mail, from), signal });
  };
}

// nodemailer's codes for a connection that failed, was lost, or timed out.
const CONNECTION = new Set(["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "EABORT"]);

/** A failed delivery, without the text of the relay's reply, which may repeat the mail. */
interface DeliveryFault {
  readonly reason: string;
  /** Reply code of the relay (RFC 5321 section 4.2). */
  readonly reply?: number;
  /** Whether a retry can help: the reply was 4yz, or there was none. */
  readonly temporary: boolean;
}

export function deliveryFault(error: unknown): DeliveryFault {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const reason = typeof code === "string" ? code : error instanceof Error ? error.name : "unknown";
  if (typeof responseCode !== "number") return { reason, temporary: CONNECTION.has(reason) };
  return { reason, reply: responseCode, temporary: responseCode >= 400 && responseCode < 500 };
}
