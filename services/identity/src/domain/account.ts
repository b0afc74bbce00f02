import {
  type AccountEvent,
  type AddressEvent,
  type Decision,
  happened,
  type IdentityEvent,
  laterTexts,
  nothingToDo,
  rejected,
  texts,
  type UserId,
} from "@satchel/contracts";

/** The account that holds an address; undefined if none does. */
export type Claim = { readonly userId: UserId } | undefined;

/** The state of an account; undefined when it does not exist yet. */
export type Account = "registered" | "erased" | undefined;

export const evolveClaim = (event: AddressEvent | undefined): Claim =>
  event?.type === "AddressClaimed" ? { userId: event.data.userId } : undefined;

export function evolveAccount(event: IdentityEvent | undefined): Account {
  if (event === undefined) return undefined;
  return event.type === "UserErased" ? "erased" : "registered";
}

/**
 * Claims an address that its owner has verified, for a new user if it is free or an erased user's.
 * @param holder state of the account that holds it
 */
export const claimAddress = (claim: Claim, holder: Account, newUserId: UserId): Decision<AddressEvent, UserId> =>
  claim === undefined || holder === "erased"
    ? happened({ type: "AddressClaimed", data: { userId: newUserId } })
    : nothingToDo(claim.userId);

/**
 * Claims an address that this user has verified. A claim of the same user is appended again: a release in progress
 * after an earlier removal then loses the race.
 */
export const takeAddress = (claim: Claim, holder: Account, userId: UserId): Decision<AddressEvent, UserId> =>
  claim === undefined || claim.userId === userId || holder === "erased"
    ? happened({ type: "AddressClaimed", data: { userId } })
    : rejected("taken", laterTexts.senderEmails.taken);

/** Releases the claim of this user; another account's claim stays. */
export const releaseAddress = (claim: Claim, userId: UserId): Decision<AddressEvent, UserId> =>
  claim?.userId === userId ? happened({ type: "AddressReleased", data: { userId } }) : nothingToDo(userId);

/**
 * Registers the account that holds the address: after a crash the claim may exist without it. An erased account is
 * never registered again.
 */
export function registerAccount(account: Account, address: string): Decision<AccountEvent, "registered"> {
  if (account === "erased") {
    return { kind: "rejected", error: { code: "unavailable", detail: texts.server.unavailable, retryAfter: 1 } };
  }
  if (account === "registered") return nothingToDo(account);
  return happened({ type: "AccountRegistered", data: { address } });
}

/** Erases an account, also one that the journal does not have: a restored backup may be older than the account. */
export const eraseAccount = (account: Account): Decision<AccountEvent, "erased"> =>
  account === "erased" ? nothingToDo(account) : happened({ type: "UserErased", data: {} });
