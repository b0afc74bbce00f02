import { isIP } from "node:net";
import type { DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const CHECK = "MX";

/** MX hosts that are looked at. */
const HOSTS = 10;

/**
 * Checks where mail for a domain goes (RFC 5321 section 5.1), and gives the hosts that can be looked at further.
 */
export async function checkMx(dns: DnsClient, domain: string): Promise<{ findings: Finding[]; hosts: string[] }> {
  const answer = await dns.mx(domain);
  if (answer.is === "failed") {
    const todo = "Try again, or name another DNS server with --dns-servers.";
    return { findings: [unknown(CHECK, `The DNS does not answer for ${domain} (${answer.reason}).`, todo)], hosts: [] };
  }
  if (answer.is === "none") return withoutMx(dns, domain);
  if (answer.records.includes("")) {
    const todo = `Replace the record "." of ${domain} by the name of the host that Satchel's mail server runs on.`;
    const found = `${domain} says that it takes no mail at all (null MX, RFC 7505).`;
    return { findings: [wrong(CHECK, found, todo)], hosts: [] };
  }
  const findings: Finding[] = [];
  const hosts: string[] = [];
  for (const host of answer.records.slice(0, HOSTS)) {
    const finding = await checkHost(dns, domain, host);
    findings.push(finding);
    if (finding.result === "ok") hosts.push(host);
  }
  return { findings, hosts };
}

async function withoutMx(dns: DnsClient, domain: string): Promise<{ findings: Finding[]; hosts: string[] }> {
  const [a, aaaa] = await Promise.all([dns.a(domain), dns.aaaa(domain)]);
  const todo = `Publish "${domain}. MX 10 mail.${domain}." with the name of the host that takes mail.`;
  if (a.is !== "found" && aaaa.is !== "found") {
    return { findings: [wrong(CHECK, `${domain} has neither an MX record nor an address.`, todo)], hosts: [] };
  }
  const found = `${domain} has no MX record, so mail goes to its own address.`;
  return { findings: [warning(CHECK, found, todo)], hosts: [domain] };
}

async function checkHost(dns: DnsClient, domain: string, host: string): Promise<Finding> {
  if (isIP(host) !== 0) {
    const todo = `Give the address a name, and publish "${domain}. MX 10 <that name>." instead.`;
    return wrong(CHECK, `The MX record of ${domain} is the address ${host}; it must be a name.`, todo);
  }
  const alias = await dns.cname(host);
  if (alias.is === "found") {
    const todo = `Let the MX record name ${alias.records[0] ?? "the host"} itself, or give ${host} its own address.`;
    return wrong(CHECK, `The MX host ${host} is an alias, which RFC 2181 section 10.3 forbids.`, todo);
  }
  return ok(CHECK, `Mail for ${domain} goes to ${host}.`);
}
