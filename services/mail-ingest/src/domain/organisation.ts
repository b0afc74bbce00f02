import { getDomain } from "tldts";

/** How closely a domain must match the author's (RFC 7489 section 3.1): relaxed, the same organisation; strict, the same domain. */
export type Alignment = "relaxed" | "strict";

/**
 * The organisational domain (RFC 7489 section 3.2) by the public suffix list, its private part included: `anna.github.io` and `github.io`
 * have different owners. A public suffix, and a name below none, is an organisation of its own.
 */
export const organisationOf = (domain: string): string =>
  getDomain(domain, { allowIcannDomains: true, allowPrivateDomains: true }) ?? domain;

/** Whether an authenticated domain is aligned with the author's. Both are normalised. */
export const isAligned = (author: string, domain: string, alignment: Alignment): boolean =>
  alignment === "strict" ? author === domain : organisationOf(author) === organisationOf(domain);
