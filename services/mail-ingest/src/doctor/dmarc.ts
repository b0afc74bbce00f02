import { organisationOf } from "../authentication/organisation.ts";
import { parseTags } from "../authentication/tags.ts";
import type { Ask } from "./ask.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const CHECK = "DMARC";
const POLICIES = ["none", "quarantine", "reject"];
const MAILTO = /^mailto:[^\s@,!]+@([^\s@,!]+)(?:![0-9]+[kmgt]?)?$/i;

/** Checks what a domain asks receivers to do with mail that is not from it (RFC 7489). */
export async function checkDmarc(ask: Ask, domain: string): Promise<Finding[]> {
  const organisation = organisationOf(domain);
  for (const owner of new Set([domain, organisation])) {
    const answer = await ask.txt(`_dmarc.${owner}`);
    if (answer.is === "failed") {
      return [
        unknown(CHECK, `The DNS does not answer for _dmarc.${owner} (${answer.reason}).`, "Try again in a while."),
      ];
    }
    const records = answer.is === "found" ? answer.records.filter((text) => /^v\s*=\s*DMARC1\b/i.test(text)) : [];
    if (records.length > 1) {
      return [wrong(CHECK, `_dmarc.${owner} has ${records.length} records.`, "Keep one: with several, none counts.")];
    }
    if (records[0] !== undefined) return checkRecord(ask, domain, owner, records[0]);
  }
  const todo = `Publish "v=DMARC1; p=quarantine; rua=mailto:<your address>" as TXT of _dmarc.${domain}.`;
  return [warning(CHECK, `${domain} has no policy, so others can send mail in its name.`, todo)];
}

async function checkRecord(ask: Ask, domain: string, owner: string, record: string): Promise<Finding[]> {
  const tags = parseTags(record);
  const broken = (why: string): Finding[] => [
    wrong(CHECK, `The policy at _dmarc.${owner} is broken: ${why}.`, "Correct it."),
  ];
  if (tags === undefined) return broken("it is no list of tags");
  if (tags.get("v") !== "DMARC1") return broken("it must begin with v=DMARC1");
  const asked = tags.get("p")?.toLowerCase();
  if (asked === undefined || !POLICIES.includes(asked)) return broken("p= must be none, quarantine or reject");
  for (const name of ["sp", "np"]) {
    const value = tags.get(name)?.toLowerCase();
    if (value !== undefined && !POLICIES.includes(value)) return broken(`${name}= must be none, quarantine or reject`);
  }
  for (const name of ["adkim", "aspf"]) {
    if (!/^[rs]$/i.test(tags.get(name) ?? "r")) return broken(`${name}= must be r or s`);
  }
  const percent = Number(tags.get("pct") ?? 100);
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) return broken("pct= must be from 0 to 100");
  const policy = domain === owner ? asked : (tags.get("sp")?.toLowerCase() ?? asked);
  return [judge(domain, owner, policy, percent), ...(await checkReports(ask, owner, tags.get("rua")))];
}

function judge(domain: string, owner: string, policy: string, percent: number): Finding {
  if (policy === "none") {
    const todo = "Once the reports show that your own mail passes, ask for p=quarantine, then for p=reject.";
    return warning(CHECK, `The policy for ${domain} only watches (none).`, todo);
  }
  if (percent < 100) {
    const todo = "Leave pct= out once your own mail passes.";
    return warning(CHECK, `The policy for ${domain} is ${policy}, for ${percent} % of the mail.`, todo);
  }
  return ok(CHECK, `The policy for ${domain} is ${policy}${owner === domain ? "" : `, by ${owner}`}.`);
}

/** Where reports go; another organisation must agree to get them (section 7.1). */
async function checkReports(ask: Ask, owner: string, rua: string | undefined): Promise<Finding[]> {
  const check = "DMARC reports";
  if (rua === undefined) {
    return [ok(check, `${owner} asks for no reports.`, "With rua=mailto:<address> receivers tell what they see.")];
  }
  const findings: Finding[] = [];
  for (const uri of rua.split(",").slice(0, 10)) {
    const domain = MAILTO.exec(uri.trim())?.[1]?.toLowerCase();
    if (domain === undefined) {
      findings.push(
        wrong(check, `rua= has "${uri.trim()}", which is no address for reports.`, "Write mailto:<address>."),
      );
    } else if (organisationOf(domain) !== organisationOf(owner)) {
      const name = `${owner}._report._dmarc.${domain}`;
      const agreed = await ask.txt(name);
      if (agreed.is === "found" && agreed.records.some((text) => /^v\s*=\s*DMARC1\b/i.test(text))) continue;
      const todo = `Let the owner of ${domain} publish "v=DMARC1" as TXT of ${name}.`;
      findings.push(warning(check, `${domain} does not say that it takes reports about ${owner}.`, todo));
    }
  }
  return findings.length > 0 ? findings : [ok(check, `Reports go to ${rua}.`)];
}
