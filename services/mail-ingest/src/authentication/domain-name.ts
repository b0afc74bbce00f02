import { domainToASCII } from "node:url";

const LABELS = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * A domain name in its one spelling: lower case, A-labels (IDNA), no final dot; undefined when it is none. Underscores
 * are taken, since the names of keys have them.
 */
export function normaliseDomain(domain: string): string | undefined {
  const name = domain.replace(/\.$/, "");
  // Only what is not ASCII is converted: the conversion also decodes percent signs and numbers, which no verifier does.
  const ascii = /^[\x21-\x7e]*$/.test(name) || name.includes("%") ? name : domainToASCII(name.normalize("NFC"));
  return LABELS.test(ascii.toLowerCase()) ? ascii.toLowerCase() : undefined;
}
