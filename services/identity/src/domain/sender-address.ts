import {
  type Decision,
  happened,
  nothingToDo,
  rejected,
  type SenderAddressEvent,
  texts,
  type UserId,
} from "@satchel/contracts";
import type { Claim } from "./account.ts";

/** The state of one address of a user; undefined when it was never added. */
export type SenderAddress = "pending" | "confirmed" | "removed" | undefined;

export interface AddressState {
  readonly state: SenderAddress;
  readonly claim: "theirs" | "ours" | "free";
}

const STATES = {
  SenderAddressAdded: "pending",
  SenderAddressConfirmed: "confirmed",
  SenderAddressRemoved: "removed",
} as const satisfies Record<SenderAddressEvent["type"], SenderAddress>;

export const evolveSenderAddress = (event: SenderAddressEvent | undefined): SenderAddress =>
  event === undefined ? undefined : STATES[event.type];

export const claimSeenBy = (userId: UserId, claim: Claim): AddressState["claim"] =>
  claim === undefined ? "free" : claim.userId === userId ? "ours" : "theirs";

/** The account's first address was proved by a code: it is claimed without having been added. */
export const isPrimary = ({ state, claim }: AddressState): boolean => state === undefined && claim === "ours";

/** The outcome of adding an address. `pending`: its owner has to confirm it. */
export type AdditionOutcome = "added" | "pending" | "confirmed";

/**
 * Adds a further address. It claims nothing until its owner confirms it, so several accounts may have the same one
 * pending.
 * @param hasRoom whether the account may have one more
 */
export function addAddress(
  standing: AddressState,
  address: string,
  hasRoom: boolean,
): Decision<SenderAddressEvent, AdditionOutcome> {
  const { state, claim } = standing;
  if (claim === "theirs") return rejected("taken", texts.senderEmails.taken);
  if (isPrimary(standing)) return nothingToDo("confirmed");
  if (state === "confirmed" || state === "pending") return nothingToDo(state);
  if (!hasRoom) return rejected("rejected", texts.senderEmails.tooMany);
  return happened({ type: "SenderAddressAdded", data: { address } });
}

/** Confirms an address that was claimed just before. If it was removed meanwhile, it stays removed. */
export function confirmAddress(state: SenderAddress, address: string): Decision<SenderAddressEvent, "confirmed"> {
  if (state === "confirmed") return nothingToDo(state);
  if (state === "pending") return happened({ type: "SenderAddressConfirmed", data: { address } });
  return rejected("not-found", texts.senderEmails.confirmation);
}

/**
 * Removes an address from the account. If it is removed already and its claim still exists, after a crash, nothing is
 * decided and the claim is released.
 * @param isOnly whether the account has no other
 */
export function removeAddress(
  standing: AddressState,
  address: string,
  isOnly: boolean,
): Decision<SenderAddressEvent, "removed"> {
  const { state, claim } = standing;
  if (isPrimary(standing)) {
    return rejected("rejected", isOnly ? texts.senderEmails.last : texts.senderEmails.primary);
  }
  if (state === "pending" || state === "confirmed") {
    return happened({ type: "SenderAddressRemoved", data: { address } });
  }
  if (state === "removed" && claim === "ours") return nothingToDo(state);
  return rejected("not-found", texts.senderEmails.notFound);
}
