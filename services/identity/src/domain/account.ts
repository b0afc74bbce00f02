import {
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

/** Claims an address that its owner has proved, for a new user when it is nobody's. */
export const claimAddress = (claim: Claim, newUserId: UserId): Decision<AddressEvent, UserId> =>
  claim === undefined ? happened({ type: "AddressClaimed", data: { userId: newUserId } }) : nothingToDo(claim.userId);

/**
 * Registers the account of who holds the address: the claim may stand without it when the service died in between.
 * While an erased user's addresses are not free yet, nobody can sign in by them.
 */
export function registerAccount(account: Account, address: string): Decision<IdentityEvent, "registered"> {
  if (account === "erased") return rejected("unavailable", texts.server.unavailable);
  if (account === "registered") return nothingToDo(account);
  return happened({ type: "AccountRegistered", data: { address } });
}
