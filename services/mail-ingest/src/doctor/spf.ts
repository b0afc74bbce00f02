import type { Ask } from "./ask.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";
import { asksTheDns, isSpf, parseSpf, type SpfTerm } from "./spf-record.ts";

const CHECK = "SPF";

/** Questions to the DNS that one evaluation may need (RFC 7208 section 4.6.4); one more is a permanent error. */
const LOOKUPS = 10;

/** Checks what a domain publishes about who may send its mail (RFC 7208). */
export async function checkSpf(ask: Ask, domain: string): Promise<Finding[]> {
  const answer = await ask.txt(domain);
  if (answer.is === "failed") {
    return [unknown(CHECK, `The DNS does not answer for ${domain} (${answer.reason}).`, "Try again in a while.")];
  }
  const records = answer.is === "found" ? answer.records.filter(isSpf) : [];
  const [record, ...others] = records;
  if (record === undefined) {
    const todo = `Publish "v=spf1 include:<your mail provider> -all" as TXT of ${domain}, or "v=spf1 -all" where it sends no mail.`;
    return [warning(CHECK, `${domain} does not say who may send its mail.`, todo)];
  }
  if (others.length > 0) {
    const todo = "Put them together into one record: with several, receivers count none.";
    return [wrong(CHECK, `${domain} has ${records.length} SPF records.`, todo)];
  }
  const terms = parseSpf(record);
  if (typeof terms === "string")
    return [wrong(CHECK, `The SPF record of ${domain} is broken: ${terms}.`, "Correct it.")];
  return [checkEnd(domain, terms), await checkLookups(ask, domain, terms)];
}

function checkEnd(domain: string, terms: readonly SpfTerm[]): Finding {
  const all = terms.find(({ name }) => name === "all");
  if (all?.qualifier === "+") {
    return wrong(CHECK, `The SPF record of ${domain} lets everybody send its mail (+all).`, 'End it with "-all".');
  }
  if (terms.some(({ name }) => name === "ptr")) {
    return warning(
      CHECK,
      `The SPF record of ${domain} uses ptr, which is slow and passed over by many.`,
      "Leave it out.",
    );
  }
  if (all?.qualifier === "-" || all?.qualifier === "~" || terms.some(({ name }) => name === "redirect")) {
    return ok(CHECK, `${domain} says who may send its mail.`);
  }
  return warning(CHECK, `The SPF record of ${domain} refuses nobody.`, 'End it with "-all", or "~all" while you test.');
}

async function checkLookups(ask: Ask, domain: string, terms: readonly SpfTerm[]): Promise<Finding> {
  const check = "SPF look-ups";
  const count = await countLookups(ask, terms, { used: 0, path: [domain] });
  if (typeof count === "string")
    return wrong(check, `The SPF record of ${domain} can't be used: ${count}.`, "Correct it.");
  if (count > LOOKUPS) {
    const todo = `Leave out what sends no mail for you, or write its networks as ip4: and ip6:; ${LOOKUPS} are allowed.`;
    return wrong(check, `Checking the SPF record of ${domain} needs more than ${LOOKUPS} questions to the DNS.`, todo);
  }
  return ok(check, `Checking the SPF record of ${domain} needs ${count} of ${LOOKUPS} questions to the DNS.`);
}

interface Walk {
  readonly used: number;
  /** The domains that led here, so that a circle is noticed. */
  readonly path: readonly string[];
}

/** Questions so far, those of included records among them; or why the record is a permanent error. */
async function countLookups(ask: Ask, terms: readonly SpfTerm[], { used, path }: Walk): Promise<number | string> {
  let count = used;
  const hasAll = terms.some(({ name }) => name === "all");
  for (const term of terms.filter(asksTheDns)) {
    // A redirect behind "all" is never followed (section 6.1).
    if (term.name === "redirect" && hasAll) continue;
    if (++count > LOOKUPS) return count;
    // A macro is known only when there is a mail.
    if ((term.name !== "include" && term.name !== "redirect") || term.value.includes("%")) continue;
    const next = term.value.toLowerCase().replace(/\.$/, "");
    if (path.includes(next)) return `${next} includes itself`;
    const answer = await ask.txt(next);
    if (answer.is === "failed") continue;
    const records = answer.is === "found" ? answer.records.filter(isSpf) : [];
    if (records.length !== 1) return `${next} has ${records.length === 0 ? "no SPF record" : "several SPF records"}`;
    const inner = parseSpf(records[0] ?? "");
    if (typeof inner === "string") return `in ${next}, ${inner}`;
    const further = await countLookups(ask, inner, { used: count, path: [...path, next] });
    if (typeof further === "string") return further;
    count = further;
  }
  return count;
}
