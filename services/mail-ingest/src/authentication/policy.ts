import type { Policy } from "../domain/judge.ts";
import { type Alignment, organisationOf } from "../domain/organisation.ts";
import { isMissing, type DnsResolver } from "./resolver.ts";
import { parseTags } from "./tags.ts";

/** Finds the policy for an author's domain: its own, else its organisation's (RFC 7489 section 6.6.3). */
export async function findPolicy(domain: string, resolve: DnsResolver): Promise<Policy> {
  const organisation = organisationOf(domain);
  for (const name of domain === organisation ? [domain] : [domain, organisation]) {
    const records = await policyRecords(name, resolve);
    if (records === undefined) return { is: "temperror" };
    // Several records count as none, and end the search.
    if (records.length > 1) return { is: "none" };
    if (records[0] !== undefined) return readPolicy(records[0]);
  }
  return { is: "none" };
}

async function policyRecords(domain: string, resolve: DnsResolver): Promise<string[] | undefined> {
  try {
    const records = (await resolve(`_dmarc.${domain}`, "TXT")) as string[][];
    return records.map((parts) => parts.join("")).filter((record) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(record));
  } catch (error) {
    return isMissing(error) ? [] : undefined;
  }
}

/**
 * Reads a record. Tags with an invalid value count as absent; a record without a policy and without reports counts as none (section
 * 6.6.3).
 */
function readPolicy(record: string): Policy {
  const tags = parseTags(record);
  if (tags === undefined) return { is: "none" };
  const known = /^(?:none|quarantine|reject)$/i.test(tags.get("p") ?? "");
  if (!known && !/^mailto:/i.test(tags.get("rua") ?? "")) return { is: "none" };
  const alignment = (name: string): Alignment => (tags.get(name)?.toLowerCase() === "s" ? "strict" : "relaxed");
  return { is: "found", dkim: alignment("adkim"), spf: alignment("aspf") };
}
