import { parseTags } from "../authentication/tags.ts";
import type { Ask } from "./ask.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const STS = "MTA-STS";
const REPORTS = "TLSRPT";

/** Checks whether senders are told to insist on encryption (RFC 8461). Doing without is no fault. */
export async function checkMtaSts(
  ask: Ask,
  domain: string,
  hosts: readonly string[],
  fetchPolicy: (domain: string) => Promise<string>,
): Promise<Finding> {
  const answer = await ask.txt(`_mta-sts.${domain}`);
  if (answer.is === "failed") {
    return unknown(STS, `The DNS does not answer for _mta-sts.${domain} (${answer.reason}).`, "Try again in a while.");
  }
  const records = answer.is === "found" ? answer.records.filter((text) => /^v=STSv1\s*;/.test(text)) : [];
  if (records.length === 0) {
    const advice = "Once the certificate renews itself, MTA-STS makes senders insist on encryption.";
    return ok(STS, `${domain} leaves it to senders whether they encrypt.`, advice);
  }
  if (records.length > 1 || !/^[a-z0-9]{1,32}$/i.test(parseTags(records[0] ?? "")?.get("id") ?? "")) {
    return wrong(STS, `_mta-sts.${domain} needs one record with an id=.`, 'Publish "v=STSv1; id=<date>" there, once.');
  }
  try {
    return judgePolicy(domain, hosts, await fetchPolicy(domain));
  } catch (error) {
    const todo = `Serve it at https://mta-sts.${domain}/.well-known/mta-sts.txt, or take the record away.`;
    return wrong(STS, `The policy of ${domain} can't be read: ${(error as Error).message}.`, todo);
  }
}

function judgePolicy(domain: string, hosts: readonly string[], text: string): Finding {
  const lines = text.split(/\r?\n/).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  const values = (name: string): string[] => lines.filter(([key]) => key === name).map(([, value]) => value);
  const [mode] = values("mode");
  const [maxAge] = values("max_age");
  if (values("version")[0] !== "STSv1" || !/^\d{1,10}$/.test(maxAge ?? "")) {
    return wrong(STS, `The policy of ${domain} lacks "version: STSv1" or "max_age:".`, "Complete it.");
  }
  if (mode === "none") return ok(STS, `The policy of ${domain} is switched off.`);
  if (mode !== "enforce" && mode !== "testing") {
    return wrong(STS, `The mode of the policy of ${domain} is "${mode}".`, "Write enforce, testing or none.");
  }
  const patterns = values("mx").map((pattern) => pattern.toLowerCase());
  const missing = hosts.filter((host) => !patterns.some((pattern) => matches(pattern, host)));
  if (missing.length > 0) {
    const todo = `Add "mx: ${missing[0]}" to it, and a new id= to the record.`;
    return wrong(STS, `The policy of ${domain} does not name its MX host ${missing.join(", ")}.`, todo);
  }
  if (mode === "testing")
    return warning(STS, `The policy of ${domain} only tests.`, "Set mode: enforce once reports are clean.");
  return ok(STS, `Senders that know MTA-STS encrypt mail for ${domain} and check the certificate.`);
}

/** `*.` stands for exactly one label (RFC 8461 section 4.1). */
const matches = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? host.slice(host.indexOf(".")) === pattern.slice(1) : pattern === host;

/** Checks where senders report trouble with encryption (RFC 8460). Doing without is no fault. */
export async function checkTlsReports(ask: Ask, domain: string): Promise<Finding> {
  const answer = await ask.txt(`_smtp._tls.${domain}`);
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
