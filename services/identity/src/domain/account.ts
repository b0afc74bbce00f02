import {
  type AccountEvent,
  type AddressEvent,
  type Decision,
  happened,
  type IdentityEvent,
  nothingToDo,
  rejected,
  texts,
  type UserId,
} from "@satchel/contracts";

/** Whose an address is; undefined when nobody's. */
export type Claim = { readonly userId: UserId } | undefined;

/** What has become of an account; undefined when it does not exist yet. */
export type Account = "registered" | "erased" | undefined;

/** Folds the last event of an address into its state. */
export const evolveClaim = (event: AddressEvent | undefined): Claim =>
  event?.type === "AddressClaimed" ? { userId: event.data.userId } : undefined;

/** Folds the last event of an account into its state. */
export function evolveAccount(event: IdentityEvent | undefined): Account {
  if (event === undefined) return undefined;
  return event.type === "UserErased" ? "erased" : "registered";
}

/**
 * Claims an address that its owner has proved, for a new user when it is nobody's, or was an erased user's.
 * @param holder what has become of the account that holds it
 */
export const claimAddress = (claim: Claim, holder: Account, newUserId: UserId): Decision<AddressEvent, UserId> =>
  claim === undefined || holder === "erased"
    ? happened({ type: "AddressClaimed", data: { userId: newUserId } })
    : nothingToDo(claim.userId);

/**
 * Claims an address that was proved to be this user's. What is theirs already is claimed once more, so that somebody who is
 * about to release it, for it had been removed before, loses that race.
 */
export const takeAddress = (claim: Claim, holder: Account, userId: UserId): Decision<AddressEvent, UserId> =>
  claim === undefined || claim.userId === userId || holder === "erased"
    ? happened({ type: "AddressClaimed", data: { userId } })
    : rejected("taken", texts.senderEmails.taken);

/** Gives an address up; one that is another's, or nobody's, stays as it is. */
export const releaseAddress = (claim: Claim, userId: UserId): Decision<AddressEvent, UserId> =>
  claim?.userId === userId ? happened({ type: "AddressReleased", data: { userId } }) : nothingToDo(userId);

/**
 * Registers the account of who holds the address: the claim may stand without it when the service died in between. An
 * erased account never comes back.
 */
export function registerAccount(account: Account, address: string): Decision<AccountEvent, "registered"> {
  if (account === "erased") {
    return { kind: "rejected", error: { code: "unavailable", detail: texts.server.unavailable, retryAfter: 1 } };
  }
  if (account === "registered") return nothingToDo(account);
  return happened({ type: "AccountRegistered", data: { address } });
}

/** Ends an account for good, also one that the journal does not know: a restored older one may have forgotten it. */
export const eraseAccount = (account: Account): Decision<AccountEvent, "erased"> =>
  account === "erased" ? nothingToDo(account) : happened({ type: "UserErased", data: {} });
