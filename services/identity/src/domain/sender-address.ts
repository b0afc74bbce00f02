import {
  type Decision,
  happened,
  laterTexts,
  nothingToDo,
  rejected,
  type SenderAddressEvent,
  type UserId,
} from "@satchel/contracts";
import type { Claim } from "./account.ts";
import type { AddedAddress } from "./added-address.ts";

export interface AddressState {
  readonly state: AddedAddress;
  readonly claim: "other" | "own" | "free";
}

export const claimStateFor = (userId: UserId, claim: Claim): AddressState["claim"] =>
  claim === undefined ? "free" : claim.userId === userId ? "own" : "other";

/** The account's first address was verified by a code: it has a claim, and no event that added it. */
export const isPrimary = ({ state, claim }: AddressState): boolean => state === undefined && claim === "own";

/** The outcome of adding an address. `pending`: its owner has to confirm it. */
export type AdditionOutcome = "added" | "pending" | "confirmed";

/**
 * Adds a further address. It claims nothing until its owner confirms it, so several accounts may have the same one
 * pending.
 * @param hasRoom whether the account may have one more
 */
export function addAddress(
  current: AddressState,
  address: string,
  hasRoom: boolean,
): Decision<SenderAddressEvent, AdditionOutcome> {
  const { state, claim } = current;
  if (claim === "other") return rejected("taken", laterTexts.senderEmails.taken);
  if (isPrimary(current)) return nothingToDo("confirmed");
  if (state === "confirmed" || state === "pending") return nothingToDo(state);
  if (!hasRoom) return rejected("rejected", laterTexts.senderEmails.tooMany);
  return happened({ type: "SenderAddressAdded", data: { address } });
}

/** Confirms an address that was claimed just before. If it was removed in the meantime, it stays removed. */
export function confirmAddress(state: AddedAddress, address: string): Decision<SenderAddressEvent, "confirmed"> {
  if (state === "confirmed") return nothingToDo(state);
  if (state === "pending") return happened({ type: "SenderAddressConfirmed", data: { address } });
  return rejected("not-found", laterTexts.senderEmails.confirmation);
}

/**
 * Removes an address from the account. Where it is removed already and its claim still exists, after a crash, there is
 * nothing to append and the caller releases the claim.
 * @param isOnly whether the account has no other
 */
export function removeAddress(
  current: AddressState,
  address: string,
  isOnly: boolean,
): Decision<SenderAddressEvent, "removed"> {
  const { state, claim } = current;
  if (isPrimary(current)) {
    return rejected("rejected", isOnly ? laterTexts.senderEmails.last : laterTexts.senderEmails.primary);
  }
  if (state === "pending" || state === "confirmed") {
    return happened({ type: "SenderAddressRemoved", data: { address } });
  }
  if (state === "removed" && claim === "own") return nothingToDo(state);
  return rejected("not-found", laterTexts.senderEmails.notFound);
}
