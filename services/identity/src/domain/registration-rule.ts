import {
  type AddressEvent,
  type Decision,
  happened,
  nothingToDo,
  rejected,
  texts,
  type UserId,
  domainOf,
} from "@satchel/contracts";
import type { Account, Claim } from "./account.ts";

/** Who may register an account. Domains are in lower case and ASCII, as those of normalised addresses. */
export type RegistrationRule =
  | { readonly mode: "open" | "closed" | "first" | "invited" }
  | { readonly mode: "domains"; readonly domains: ReadonlySet<string> };

/**
 * Whether an address may be registered; `first` when only as the only account of the server, `invited` when only with an
 * invitation. A subdomain is another domain: who controls one need not control the other. An address that names a route
 * (RFC 1123 section 5.2.16) proves no domain: `anna%post.example@example.org` and `post.example!anna@example.org` may be read
 * as `anna@post.example` by the domain's own server (Postfix does so by default), which then sends the code there.
 * @param address normalised
 */
export function admitAddress(rule: RegistrationRule, address: string): "yes" | "no" | "first" | "invited" {
  switch (rule.mode) {
    case "open":
      return "yes";
    case "closed":
      return "no";
    case "first":
    case "invited":
      return rule.mode;
    case "domains":
      return rule.domains.has(domainOf(address)) && !/[%!]/.test(address) ? "yes" : "no";
  }
}

/**
 * Whether the only account of the server can still be registered.
 * @param first who has reserved it
 * @param holder state of their account
 * @param hasAccounts whether the server has any account: they may be older than the rule
 */
export const isFirstFree = (first: Claim, holder: Account, hasAccounts: boolean): boolean =>
  (first === undefined || holder === "erased") && !hasAccounts;

/** Reserves the only account of the server for a user. After a crash the same user continues. */
export function reserveFirst(
  first: Claim,
  holder: Account,
  hasAccounts: boolean,
  userId: UserId,
): Decision<AddressEvent, UserId> {
  if (first?.userId === userId) return nothingToDo(userId);
  return isFirstFree(first, holder, hasAccounts)
    ? happened({ type: "AddressClaimed", data: { userId } })
    : rejected("forbidden", texts.registration.closed);
}
