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

/** What has become of one address of a user; undefined when it was never named as a further one. */
export type SenderAddress = "pending" | "confirmed" | "removed" | undefined;

/** An address as one user sees it. */
export interface Standing {
  readonly state: SenderAddress;
  readonly claim: "theirs" | "ours" | "free";
}

const STATES = {
  SenderAddressAdded: "pending",
  SenderAddressConfirmed: "confirmed",
  SenderAddressRemoved: "removed",
} as const satisfies Record<SenderAddressEvent["type"], SenderAddress>;

/** Folds the last event of a sender address into its state. */
export const evolveSenderAddress = (event: SenderAddressEvent | undefined): SenderAddress =>
  event === undefined ? undefined : STATES[event.type];

/** Whose an address is, seen from one user. */
export const claimSeenBy = (userId: UserId, claim: Claim): Standing["claim"] =>
  claim === undefined ? "free" : claim.userId === userId ? "ours" : "theirs";

/** The address that an account began with was proved by a code: it is claimed without ever having been added. */
export const isPrimary = ({ state, claim }: Standing): boolean => state === undefined && claim === "ours";

/** What naming an address comes to. `pending`: its owner has to be asked. */
export type Adding = "added" | "pending" | "confirmed";

/**
 * Names a further address. It claims nothing until its owner confirms it, so several accounts may wait for
 * the same one.
 * @param hasRoom whether the account may have one more
 */
export function addAddress(
  standing: Standing,
  address: string,
  hasRoom: boolean,
): Decision<SenderAddressEvent, Adding> {
  const { state, claim } = standing;
  if (claim === "theirs") return rejected("taken", texts.senderEmails.taken);
  if (isPrimary(standing)) return nothingToDo("confirmed");
  if (state === "confirmed" || state === "pending") return nothingToDo(state);
  if (!hasRoom) return rejected("rejected", texts.senderEmails.tooMany);
  return happened({ type: "SenderAddressAdded", data: { address } });
}

/** Confirms an address that was claimed just before. One that was removed meanwhile stays removed. */
export function confirmAddress(state: SenderAddress, address: string): Decision<SenderAddressEvent, "confirmed"> {
  if (state === "confirmed") return nothingToDo(state);
  if (state === "pending") return happened({ type: "SenderAddressConfirmed", data: { address } });
  return rejected("not-found", texts.senderEmails.confirmation);
}

/**
 * Takes an address from the account. Where it was taken and its claim still stands, the service died in between: then there
 * is nothing to be decided, and the claim goes.
 * @param isOnly whether the account has no other
 */
export function removeAddress(
  standing: Standing,
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
