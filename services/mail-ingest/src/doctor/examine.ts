import { checkAddresses } from "./addresses.ts";
import { createDnsClient } from "./dns.ts";
import { checkDkim } from "./dkim.ts";
import { checkDmarc } from "./dmarc.ts";
import { checkServer } from "./mail-server.ts";
import { type Finding, ok, unknown } from "./finding.ts";
import { checkMx } from "./mx.ts";
import type { DoctorOptions } from "./options.ts";
import { fetchPolicy } from "./policy-file.ts";
import { checkSpf } from "./spf.ts";
import { checkMtaSts, checkTlsReports } from "./transport.ts";

/** The settings by which Satchel signs. */
export interface DkimSettings {
  readonly DKIM_KEY?: string | undefined;
  readonly DKIM_SELECTOR?: string | undefined;
}

/**
 * Makes all checks of a domain: how mail finds the server, the server, and the DNS records for the domain's outgoing mail. Does
 * not throw for faults of the network.
 */
export async function examine(options: DoctorOptions, env: DkimSettings = {}): Promise<Finding[]> {
  const { domain, timeoutMs, connect } = options;
  const dns = createDnsClient(options.dnsServers, timeoutMs);
  const { findings, hosts } = await checkMx(dns, domain);
  const servers: { host: string; address: string }[] = [];
  for (const host of hosts) {
    const { findings: more, addresses } = await checkAddresses(dns, host);
    findings.push(...more);
    servers.push(...(connect === undefined ? addresses : [connect]).map((address) => ({ host, address })));
  }
  if (options.smtp) {
    for (const { host, address } of servers) findings.push(...(await checkServer({ ...options, host, address })));
    if (servers.length === 0) {
      findings.push(
        unknown("connection", `There is no address at which ${domain} takes mail.`, "Mend the above first."),
      );
    }
  }
  findings.push(...(await checkSpf(dns, domain)), ...(await checkDmarc(dns, domain)));
  const { DKIM_KEY, DKIM_SELECTOR = "satchel" } = env;
  const selectors = new Set([...options.selectors, ...(DKIM_KEY ? [DKIM_SELECTOR] : [])]);
  for (const selector of selectors) {
    findings.push(await checkDkim(dns, domain, selector, selector === DKIM_SELECTOR ? DKIM_KEY : undefined));
  }
  if (selectors.size === 0) {
    const advice = "Name the selector of your outgoing mail with --selector to have its key checked.";
    findings.push(ok("DKIM", "No selector was named, so no key was checked.", advice));
  }
  findings.push(await checkMtaSts(dns, domain, hosts, (name) => fetchPolicy(name, { dns, timeoutMs })));
  findings.push(await checkTlsReports(dns, domain));
  return findings;
}
