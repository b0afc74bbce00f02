import type { ReaderAddressEvent, SenderAddressEvent } from "@satchel/contracts";

/** The state of an address that a user added, of theirs or of an e-reader; undefined when it was never added. */
export type AddedAddress = "pending" | "confirmed" | "removed" | undefined;

const STATES = {
  SenderAddressAdded: "pending",
  SenderAddressConfirmed: "confirmed",
  SenderAddressRemoved: "removed",
  ReaderAddressAdded: "pending",
  ReaderAddressConfirmed: "confirmed",
  ReaderAddressRemoved: "removed",
} as const satisfies Record<(SenderAddressEvent | ReaderAddressEvent)["type"], AddedAddress>;

export const evolveAddress = (event: SenderAddressEvent | ReaderAddressEvent | undefined): AddedAddress =>
  event && STATES[event.type];
