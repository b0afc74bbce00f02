import {
  type Decision,
  domainOf,
  happened,
  laterTexts,
  nothingToDo,
  READER_DOMAINS,
  type ReaderAddressEvent,
  rejected,
  texts,
} from "@satchel/contracts";
import type { AddedAddress } from "./added-address.ts";

/** Whether an address is a device's and nobody's inbox, so that its owner can't read a code there. */
export const isDevice = (address: string): boolean => READER_DOMAINS.includes(domainOf(address));

/** Adds an address. @param hasRoom whether the account may have one more */
export function addReaderAddress(
  state: AddedAddress,
  address: string,
  hasRoom: boolean,
): Decision<ReaderAddressEvent, "added" | "pending" | "confirmed"> {
  if (state === "confirmed" || state === "pending") return nothingToDo(state);
  if (!hasRoom) return rejected("rejected", laterTexts.senderEmails.tooMany);
  return happened({ type: "ReaderAddressAdded", data: { address } });
}

/** Confirms an address whose code was right. If it was removed in the meantime, it stays removed. */
export function confirmReaderAddress(state: AddedAddress, address: string): Decision<ReaderAddressEvent, "confirmed"> {
  if (state === "confirmed") return nothingToDo(state);
  if (state === "pending") return happened({ type: "ReaderAddressConfirmed", data: { address } });
  return rejected("rejected", texts.verification.invalid);
}

export const removeReaderAddress = (state: AddedAddress, address: string): Decision<ReaderAddressEvent, "removed"> =>
  state === "pending" || state === "confirmed"
    ? happened({ type: "ReaderAddressRemoved", data: { address } })
    : rejected("not-found", laterTexts.senderEmails.notFound);
