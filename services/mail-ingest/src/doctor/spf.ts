import { spf } from "mailauth/lib/spf/index.js";
import { failingAsTimeout } from "../authentication/resolver.ts";
import type { DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const CHECK = "SPF";

/**
 * An address for documentation (RFC 5737), which sends no mail: every term of a record is evaluated for it, and only "all" matches.
 */
const UNUSED_ADDRESS = "203.0.113.1";

/** mailauth's words for more DNS look-ups than an evaluation may need (RFC 7208 section 4.6.4). */
const TOO_MANY = "Too many DNS requests";

/**
 * Checks what a domain publishes about who may send its mail (RFC 7208), by evaluating the record for an address that sends no mail.
 */
export async function checkSpf(dns: DnsClient, domain: string): Promise<Finding[]> {
  const sender = `postmaster@${domain}`;
  const evaluation = {
    sender,
    ip: UNUSED_ADDRESS,
    helo: domain,
    mta: "doctor",
    resolver: failingAsTimeout(dns.resolve),
  };
  const { status, rr = "", lookups } = await spf(evaluation);
  // What is behind "error in processing during lookup of <sender>: ".
  const reason = status.comment?.split(`${sender}: `)[1] ?? "";
  if (status.result === "temperror") {
    return [unknown(CHECK, `The DNS does not answer for the SPF record of ${domain}.`, "Try again in a while.")];
  }
  if (status.result === "none") {
    const todo = `Publish "v=spf1 include:<your mail provider> -all" as TXT of ${domain}, or "v=spf1 -all" where it sends no mail.`;
    return [warning(CHECK, `${domain} does not say who may send its mail.`, todo)];
  }
  const count = `${lookups?.count ?? 0} of ${lookups?.limit ?? 0}`;
  if (status.result === "permerror") {
    if (reason !== TOO_MANY) return [wrong(CHECK, `The SPF record of ${domain} is broken: ${reason}.`, "Correct it.")];
    const todo = `Leave out what sends no mail for you, or write its networks as ip4: and ip6:.`;
    const found = `Checking the SPF record of ${domain} needs more than ${lookups?.limit} look-ups in the DNS, or it includes itself.`;
    return [wrong(CHECK, found, todo)];
  }
  return [
    checkEnd(domain, status.result, rr),
    ok("SPF look-ups", `Checking the SPF record of ${domain} needs ${count} look-ups in the DNS.`),
  ];
}

/** @param result for {@link UNUSED_ADDRESS} */
function checkEnd(domain: string, result: string, record: string): Finding {
  if (result === "pass")
    return wrong(CHECK, `The SPF record of ${domain} lets everybody send its mail (+all).`, 'End it with "-all".');
  if (/\s[+~?-]?ptr(?:[\s:/]|$)/i.test(record)) {
    const found = `The SPF record of ${domain} uses ptr, which is slow and passed over by many.`;
    return warning(CHECK, found, "Leave it out.");
  }
  if (result === "fail" || result === "softfail") return ok(CHECK, `${domain} says who may send its mail.`);
  return warning(
    CHECK,
    `The SPF record of ${domain} refuses no sender.`,
    'End it with "-all", or "~all" while you test.',
  );
}
