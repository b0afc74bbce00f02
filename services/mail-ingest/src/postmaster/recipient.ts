/**
 * Whether a recipient is one of the mailboxes that every domain has, compared without case: `postmaster`, also without a domain (RFC
 * 5321 section 4.5.1), and `abuse` (RFC 2142).
 * @param domain of the save address
 * @param host of the recipient; empty when it has none
 */
export function isPostmaster(domain: string, localPart: string, host: string): boolean {
  const local = localPart.toLowerCase();
  if (host === "") return local === "postmaster";
  return host.toLowerCase() === domain && (local === "postmaster" || local === "abuse");
}
