import { domainToASCII } from "node:url";

const LABELS = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** Characters of a domain name (RFC 1035 section 2.3.4); as A-labels it is no shorter. */
const NAME_CHARS = 253;

/**
 * A domain name in normalised form: lower case, A-labels (IDNA), no final dot; undefined when it is invalid. Underscores are
 * allowed, because the names of keys have them.
 */
export function normaliseDomain(domain: string): string | undefined {
  const name = domain.replace(/\.$/, "");
  // To convert a name takes the square of its length.
  if (name.length > NAME_CHARS) return undefined;
  // Only non-ASCII names are converted: the conversion also decodes percent signs and numbers, which verifiers don't.
  const ascii = /^[\x21-\x7e]*$/.test(name) || name.includes("%") ? name : domainToASCII(name.normalize("NFC"));
  return LABELS.test(ascii.toLowerCase()) ? ascii.toLowerCase() : undefined;
}
