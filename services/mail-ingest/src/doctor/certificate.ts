import { X509Certificate } from "node:crypto";
import type { Encryption } from "./dialogue.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const CHECK = "certificate";

/** Days before its end at which a certificate should long have been renewed. */
const DAYS_LEFT = 14;
const DAY_MS = 24 * 3600 * 1000;

/** Checks the certificate that a mail host shows. Most senders encrypt with any; those that check want one like a browser's. */
export function checkCertificate(host: string, { certificate, untrusted }: Encryption, now: number): Finding {
  const end = Date.parse(certificate.valid_to ?? "");
  if (Number.isNaN(end))
    return wrong(CHECK, `${host} shows no certificate.`, "Set SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE.");
  const until = new Date(end).toISOString().slice(0, 10);
  if (end <= now)
    return wrong(
      CHECK,
      `The certificate of ${host} ended on ${until}.`,
      "Renew it; Satchel takes the new file by itself.",
    );
  if (Date.parse(certificate.valid_from) > now)
    return wrong(CHECK, `The certificate of ${host} is not valid yet.`, "Check the server's clock.");
  if (new X509Certificate(certificate.raw).checkHost(host) === undefined) {
    return wrong(CHECK, `The certificate is not for ${host}.`, `Get one for ${host}, the name in the MX record.`);
  }
  const days = Math.floor((end - now) / DAY_MS);
  if (days < DAYS_LEFT)
    return warning(CHECK, `The certificate of ${host} ends in ${days} days.`, "See why it is not renewed by itself.");
  if (untrusted !== undefined) {
    const todo = "Use one of a public authority, with its chain in the same file: senders that check refuse others.";
    return warning(
      CHECK,
      `The certificate of ${host} is signed by no authority that is known here (${untrusted}).`,
      todo,
    );
  }
  return ok(CHECK, `${host} shows a certificate for its name, valid until ${until}.`);
}
