import { domainToASCII } from "node:url";
import { getDomain } from "tldts";

/** How closely a domain must match the author's (RFC 7489 section 3.1): the same organisation, or the very same domain. */
export type Alignment = "relaxed" | "strict";

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

/**
 * The organisational domain (RFC 7489 section 3.2) by the public suffix list, its private part included: whoever has
 * `anna.github.io` is not `github.io`. A public suffix, and a name below none, is an organisation of its own.
 */
export const organisationOf = (domain: string): string =>
  getDomain(domain, { allowIcannDomains: true, allowPrivateDomains: true }) ?? domain;

/** Whether a domain that was proven speaks for the author's domain. Both in their one spelling. */
export const isAligned = (author: string, proven: string, alignment: Alignment): boolean =>
  alignment === "strict" ? author === proven : organisationOf(author) === organisationOf(proven);
