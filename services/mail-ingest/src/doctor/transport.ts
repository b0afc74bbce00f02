import type { MTASTSPolicy } from "mailauth";
import { parsePolicy, resolvePolicy, validateMx } from "mailauth/lib/mta-sts.js";
import { parseTags } from "../authentication/tags.ts";
import type { DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const STS = "MTA-STS";
const REPORTS = "TLSRPT";

/** Checks whether the domain asks senders to insist on encryption (RFC 8461). To have no policy is no fault. */
export async function checkMtaSts(
  dns: DnsClient,
  domain: string,
  hosts: readonly string[],
  fetchPolicy: (domain: string) => Promise<string>,
): Promise<Finding> {
  let id: string | false;
  try {
    id = await resolvePolicy(domain, { resolver: dns.resolve });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "multi_sts_records") return withoutId(domain);
    return unknown(
      STS,
      `The DNS does not answer for _mta-sts.${domain} (${code ?? message}).`,
      "Try again in a while.",
    );
  }
  if (id === false && (await dns.txt(`_mta-sts.${domain}`)).is === "none") {
    const advice = "Once the certificate renews itself, MTA-STS makes senders insist on encryption.";
    return ok(STS, `${domain} leaves it to senders whether they encrypt.`, advice);
  }
  if (id === false || !/^[a-z0-9]{1,32}$/i.test(id)) return withoutId(domain);
  try {
    return judgePolicy(domain, hosts, parsePolicy(await fetchPolicy(domain)));
  } catch (error) {
    const todo = `Serve a policy at https://mta-sts.${domain}/.well-known/mta-sts.txt, or take the record away.`;
    return wrong(STS, `The policy of ${domain} can't be read: ${(error as Error).message}.`, todo);
  }
}

const withoutId = (domain: string): Finding =>
  wrong(STS, `_mta-sts.${domain} needs one record with an id=.`, 'Publish "v=STSv1; id=<date>" there, once.');

function judgePolicy(domain: string, hosts: readonly string[], policy: MTASTSPolicy): Finding {
  if (policy.mode === "none") return ok(STS, `The policy of ${domain} is switched off.`);
  const missing = hosts.filter((host) => !validateMx(host, policy).valid);
  if (missing.length > 0) {
    const todo = `Add "mx: ${missing[0]}" to it, and a new id= to the record.`;
    return wrong(STS, `The policy of ${domain} does not name its MX host ${missing.join(", ")}.`, todo);
  }
  if (policy.mode === "testing")
    return warning(STS, `The policy of ${domain} only tests.`, "Set mode: enforce once reports are clean.");
  return ok(STS, `Senders that know MTA-STS encrypt mail for ${domain} and check the certificate.`);
}

/** Checks where senders report failed encryption (RFC 8460). To ask for no reports is no fault. */
export async function checkTlsReports(dns: DnsClient, domain: string): Promise<Finding> {
  const answer = await dns.txt(`_smtp._tls.${domain}`);
  if (answer.is === "failed") {
    return unknown(
      REPORTS,
      `The DNS does not answer for _smtp._tls.${domain} (${answer.reason}).`,
      "Try again in a while.",
    );
  }
  const records = answer.is === "found" ? answer.records.filter((text) => /^v=TLSRPTv1\b/.test(text)) : [];
  if (records.length === 0) {
    const advice = `"v=TLSRPTv1; rua=mailto:<address>" as TXT of _smtp._tls.${domain} has senders tell of failed encryption.`;
    return ok(REPORTS, `${domain} asks for no reports on encryption.`, advice);
  }
  const places =
    parseTags(records[0] ?? "")
      ?.get("rua")
      ?.split(",") ?? [];
  if (
    records.length === 1 &&
    places.length > 0 &&
    places.every((one) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(one.trim()))
  ) {
    return ok(REPORTS, `Reports on encryption go to ${places.join(", ")}.`);
  }
  return wrong(
    REPORTS,
    `The record at _smtp._tls.${domain} is broken.`,
    'Write one "v=TLSRPTv1; rua=mailto:<address>".',
  );
}
