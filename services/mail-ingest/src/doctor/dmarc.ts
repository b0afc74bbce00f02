import { createRequire } from "node:module";
import { organisationOf } from "../domain/organisation.ts";
import type { DnsClient } from "./dns.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

/** A policy as mailauth reads it: its tags, and where it was found. */
interface DmarcRecord {
  readonly p?: string;
  readonly sp?: string;
  readonly np?: string;
  readonly adkim?: string;
  readonly aspf?: string;
  readonly pct?: number;
  readonly rua?: string;
  /** It is the organisation's, and the domain has none of its own. */
  readonly isOrgRecord: boolean;
}

// Published in mailauth's README, and without types.
const getDmarcRecord = createRequire(import.meta.url)("mailauth/lib/dmarc/get-dmarc-record") as (
  domain: string,
  resolver: DnsClient["resolve"],
) => Promise<DmarcRecord | false>;

const CHECK = "DMARC";
const POLICY = /^\s*(?:none|quarantine|reject)\s*$/i;
const ALIGNMENT = /^\s*[rs]\s*$/i;
const MAILTO = /^mailto:[^\s@,!]+@([^\s@,!]+)(?:![0-9]+[kmgt]?)?$/i;
const IS_DMARC = /^v=DMARC1\b/i;

/** Checks what a domain asks receivers to do with mail that is not from it (RFC 7489). */
export async function checkDmarc(dns: DnsClient, domain: string): Promise<Finding[]> {
  let record: DmarcRecord | false;
  try {
    record = await getDmarcRecord(domain, dns.resolve);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const found = `The DNS does not answer for the policy of ${domain} (${code ?? message}).`;
    return [unknown(CHECK, found, "Try again in a while.")];
  }
  const own = await dns.txt(`_dmarc.${domain}`);
  const records = own.is === "found" ? own.records.filter((text) => IS_DMARC.test(text.trim())).length : 0;
  if (records > 1)
    return [wrong(CHECK, `_dmarc.${domain} has ${records} records.`, "Keep one: with several, none counts.")];
  if (record === false) {
    const todo = `Publish "v=DMARC1; p=quarantine; rua=mailto:<your address>" as TXT of _dmarc.${domain}.`;
    return [warning(CHECK, `${domain} has no policy, so others can send mail in its name.`, todo)];
  }
  const owner = record.isOrgRecord ? organisationOf(domain) : domain;
  const fault = faultIn(record);
  if (fault !== undefined) return [wrong(CHECK, `The policy at _dmarc.${owner} is broken: ${fault}.`, "Correct it.")];
  return [judge(domain, owner, record), ...(await checkReports(dns, owner, record.rua))];
}

function faultIn(record: DmarcRecord): string | undefined {
  if (!POLICY.test(record.p ?? "")) return "p= must be none, quarantine or reject";
  const policy = (["sp", "np"] as const).find((name) => !POLICY.test(record[name] ?? "none"));
  if (policy !== undefined) return `${policy}= must be none, quarantine or reject`;
  const alignment = (["adkim", "aspf"] as const).find((name) => !ALIGNMENT.test(record[name] ?? "r"));
  if (alignment !== undefined) return `${alignment}= must be r or s`;
  const { pct = 100 } = record;
  return pct < 0 || pct > 100 ? "pct= must be from 0 to 100" : undefined;
}

function judge(domain: string, owner: string, { p = "", sp, pct = 100, isOrgRecord }: DmarcRecord): Finding {
  const policy = (isOrgRecord ? (sp ?? p) : p).trim().toLowerCase();
  if (policy === "none") {
    const todo = "Once the reports show that your own mail passes, ask for p=quarantine, then for p=reject.";
    return warning(CHECK, `The policy for ${domain} only watches (none).`, todo);
  }
  if (pct < 100) {
    const todo = "Leave pct= out once your own mail passes.";
    return warning(CHECK, `The policy for ${domain} is ${policy}, for ${pct} % of the mail.`, todo);
  }
  return ok(CHECK, `The policy for ${domain} is ${policy}${isOrgRecord ? `, by ${owner}` : ""}.`);
}

/** Where reports go; another organisation must agree to get them (section 7.1). */
async function checkReports(dns: DnsClient, owner: string, rua: string | undefined): Promise<Finding[]> {
  const check = "DMARC reports";
  if (rua === undefined) {
    return [ok(check, `${owner} asks for no reports.`, "With rua=mailto:<address> receivers tell what they see.")];
  }
  const findings: Finding[] = [];
  for (const uri of rua.split(",").slice(0, 10)) {
    const domain = MAILTO.exec(uri.trim())?.[1]?.toLowerCase();
    if (domain === undefined) {
      const found = `rua= has "${uri.trim()}", which is no address for reports.`;
      findings.push(wrong(check, found, "Write mailto:<address>."));
    } else if (organisationOf(domain) !== organisationOf(owner)) {
      const name = `${owner}._report._dmarc.${domain}`;
      const agreed = await dns.txt(name);
      if (agreed.is === "found" && agreed.records.some((text) => IS_DMARC.test(text))) continue;
      const todo = `Let the owner of ${domain} publish "v=DMARC1" as TXT of ${name}.`;
      findings.push(warning(check, `${domain} does not say that it takes reports about ${owner}.`, todo));
    }
  }
  return findings.length > 0 ? findings : [ok(check, `Reports go to ${rua}.`)];
}
