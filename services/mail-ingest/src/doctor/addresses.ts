import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Answer, DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

/** Whether an address can be reached over the Internet (RFC 6890 and updates). */
const isPublic = (address: string): boolean => ipaddr.parse(address).range() === "unicast";

/** Addresses of one host that are looked at. */
const ADDRESSES = 8;

/** Checks that a host can be found and reached, and that its addresses lead back to it; gives its addresses. */
export async function checkAddresses(
  dns: DnsClient,
  host: string,
): Promise<{ findings: Finding[]; addresses: string[] }> {
  const [a, aaaa] = await Promise.all([dns.a(host), dns.aaaa(host)]);
  const addresses = [...recordsOf(a), ...recordsOf(aaaa)].slice(0, ADDRESSES);
  if (addresses.length === 0) return { findings: [without(host, a, aaaa)], addresses };
  const findings = [reach(host, addresses)];
  for (const address of addresses.filter(isPublic)) findings.push(await checkReverse(dns, host, address));
  return { findings, addresses };
}

const recordsOf = (answer: Answer<string>): readonly string[] => (answer.is === "found" ? answer.records : []);

function without(host: string, a: Answer<string>, aaaa: Answer<string>): Finding {
  if (a.is === "failed" || aaaa.is === "failed") {
    return unknown("address", `The DNS does not answer for the address of ${host}.`, "Try again in a while.");
  }
  return wrong("address", `${host} has no address.`, `Publish an A record, and AAAA where you have IPv6, for ${host}.`);
}

function reach(host: string, addresses: readonly string[]): Finding {
  const hidden = addresses.filter((address) => !isPublic(address));
  if (hidden.length > 0) {
    const todo = `Publish the public address that reaches ${host} from outside.`;
    return wrong("address", `${host} has the address ${hidden.join(", ")}, which is not of the public Internet.`, todo);
  }
  if (addresses.every((address) => isIPv6(address))) {
    const todo = "Publish an A record too: many senders have no IPv6.";
    return warning("address", `${host} has IPv6 addresses only (${addresses.join(", ")}).`, todo);
  }
  return ok("address", `${host} is ${addresses.join(", ")}.`);
}

/** The address has a name, and that name the address: "forward-confirmed", which large receivers ask of who sends to them. */
async function checkReverse(dns: DnsClient, host: string, address: string): Promise<Finding> {
  const check = "reverse DNS";
  const names = await dns.ptr(address);
  if (names.is === "failed") {
    return unknown(check, `The DNS does not answer for the name of ${address} (${names.reason}).`, "Try again later.");
  }
  const todo = `Ask the provider of ${address} to set its reverse DNS to ${host}; needed where that host sends mail too.`;
  if (names.is === "none") return warning(check, `${address} has no name.`, todo);
  for (const name of names.records.slice(0, ADDRESSES)) {
    const back = isIPv6(address) ? await dns.aaaa(name) : await dns.a(name);
    if (back.is !== "found" || !back.records.some((one) => isSame(one, address))) continue;
    if (name.toLowerCase() === host) return ok(check, `${address} is called ${host}, and ${host} is that address.`);
    return ok(
      check,
      `${address} is called ${name}, and that name leads back to it.`,
      `Setting it to ${host} is clearer.`,
    );
  }
  return warning(check, `${address} is called ${names.records.join(", ")}, which does not lead back to it.`, todo);
}

/** Whether two spellings are of one address. */
const isSame = (one: string, other: string): boolean =>
  ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();
