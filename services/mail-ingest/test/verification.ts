import { createAuthenticator, type Envelope } from "../src/authentication/authenticate.ts";
import { createResolver } from "../src/authentication/resolver.ts";
import { splitHeader } from "../src/domain/message/header.ts";
import { findSender } from "../src/authentication/sender.ts";
import { startDnsServer, type Zone } from "./dns-server.ts";

/** The client that mail of these tests comes from. */
export const CLIENT: Envelope = { sender: "", helo: "client.example", ip: "192.0.2.1" };

/** The result for a mail, with its reason and sender. */
export interface Outcome {
  readonly is: "authentic" | "unauthentic" | "unknown" | "no-sender";
  readonly author?: string;
  readonly by?: string;
  readonly verdict?: { readonly spf: string; readonly dkim: string; readonly dmarc: string };
}

/** Verifies mails as the SMTP server does, with its own name server. Call `stop` at the end. */
export async function startVerification() {
  const zone: Zone = {};
  const dns = await startDnsServer(zone);
  const authenticate = createAuthenticator(createResolver([dns.server]), "satchel.example");
  return {
    zone,
    asked: dns.asked,
    stop: dns.stop,
    /** Empties the zone. */
    clear: () => {
      for (const name of Object.keys(zone)) delete zone[name];
      dns.asked.length = 0;
    },
    verify: async (raw: string | Buffer, envelope: Partial<Envelope> = {}): Promise<Outcome> => {
      const mail = Buffer.from(raw as string);
      const header = splitHeader(mail);
      const author = Array.isArray(header) ? findSender(header) : undefined;
      if (author === undefined) return { is: "no-sender" };
      const judgement = await authenticate(mail, author, { ...CLIENT, ...envelope });
      if (judgement.is !== "authentic") return { is: judgement.is, author };
      return { is: "authentic", author, by: judgement.verdict.by, verdict: judgement.verdict };
    },
  };
}

/** A mail of now from `from` whose text is one link. */
export const mailFrom = (from: string, more: readonly string[] = []): string =>
  [
    `From: ${from}`,
    "To: save@satchel.example",
    "Subject: A page to keep",
    `Date: ${new Date().toUTCString()}`,
    "Message-ID: <1@example.org>",
    ...more,
    "",
    "https://example.com/\r\n",
  ].join("\r\n");
