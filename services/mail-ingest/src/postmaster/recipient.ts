/**
 * The mailboxes that every domain has beside its own: RFC 5321 section 4.5.1 wants `postmaster`, also without a domain, and
 * RFC 2142 `abuse`. In any case.
 * @param domain the domain that this server is for
 * @param host the recipient's; empty when it has none
 * @returns whether such a recipient is ours
 */
export function isPostmaster(domain: string, localPart: string, host: string): boolean {
  const local = localPart.toLowerCase();
  if (host === "") return local === "postmaster";
  return host.toLowerCase() === domain && (local === "postmaster" || local === "abuse");
}
