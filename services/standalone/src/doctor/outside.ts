import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback } from "@satchel/chassis";
import { domainOf } from "@satchel/contracts";
import { checkRelay, examineMail, type Finding, ok, unknown, warning, wrong } from "@satchel/mail-ingest/doctor";
import type { Settings } from "../settings.ts";
import type { DoctorOptions } from "./options.ts";

/** Whether the page's name leads to an address, by the resolvers that Satchel asks. */
async function checkDns({ PUBLIC_URL, DNS_SERVERS }: Settings, timeoutMs: number): Promise<Finding> {
  const host = new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 || isLoopback(host)) return ok("DNS", `${host} needs no DNS.`);
  const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  if (DNS_SERVERS.length > 0) resolver.setServers([...DNS_SERVERS]);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  if (addresses.length > 0) return ok("DNS", `${host} is at ${addresses.slice(0, 4).join(", ")}.`);
  const codes = found.flatMap((each) =>
    each.status === "rejected" ? [(each.reason as NodeJS.ErrnoException).code ?? ""] : [],
  );
  if (codes.every((code) => code === "ENOTFOUND" || code === "ENODATA")) {
    return wrong("DNS", `${host} of PUBLIC_URL has no address.`, "Publish an A or AAAA record, or mend PUBLIC_URL.");
  }
  const todo = "Look at DNS_SERVERS or /etc/resolv.conf: pages can't be fetched and senders not be checked without it.";
  return unknown("DNS", `No resolver answers about ${host} (${codes.join(", ")}).`, todo);
}

/** What others meet: the scheme of the page, the proxy before it, outgoing mail, and mail to the save address. */
export async function checkOutside(settings: Settings, options: DoctorOptions): Promise<Finding[]> {
  const { PUBLIC_URL, TRUST_PROXY, SMTP_URL, SAVE_ADDRESS, DKIM_KEY, DKIM_SELECTOR } = settings;
  const { timeoutMs } = options;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isHere = isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
  const findings: Finding[] = [await checkDns(settings, timeoutMs)];
  if (!isHere && protocol === "http:") {
    findings.push(
      warning(
        "page",
        `${PUBLIC_URL} is not encrypted.`,
        "Put a proxy with TLS in front, and write https:// into PUBLIC_URL.",
      ),
    );
  } else if (!isHere && TRUST_PROXY.length === 0) {
    const todo = "Set TRUST_PROXY to the proxy's address, or all people share the limits of one.";
    findings.push(warning("page", `${PUBLIC_URL} has a proxy in front that is not trusted.`, todo));
  } else findings.push(ok("page", isHere ? `${PUBLIC_URL} is for this machine alone.` : `${PUBLIC_URL} is encrypted.`));
  if (SMTP_URL !== undefined) findings.push(await checkRelay(SMTP_URL, timeoutMs));
  else if (isHere) findings.push(ok("relay", "Mail is not sent: it is at /outbox."));
  else
    findings.push(
      warning("relay", "Mail is not sent, codes to sign in among it.", "Set SMTP_URL to a server for outgoing mail."),
    );

  const domain = domainOf(SAVE_ADDRESS);
  if (!options.mail) return findings;
  if (!domain.includes(".")) {
    findings.push(
      ok(
        "mail",
        `${SAVE_ADDRESS} is for this machine alone.`,
        "Set SAVE_ADDRESS to one of your domain to mail from elsewhere.",
      ),
    );
    return findings;
  }
  const about = {
    domain,
    saveAddress: SAVE_ADDRESS,
    selectors: [],
    makesKey: false,
    port: options.port,
    connect: options.connect,
    dnsServers: settings.DNS_SERVERS,
    timeoutMs,
    smtp: true,
    json: false,
  };
  const mail = await examineMail(about, { DKIM_KEY, DKIM_SELECTOR });
  return [...findings, ...mail.map((each) => ({ ...each, check: `mail: ${each.check}` }))];
}
