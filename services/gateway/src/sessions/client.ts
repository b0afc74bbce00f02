import { createHmac } from "node:crypto";
import { networkOf } from "@satchel/chassis";

/** A client's key for limits, without its network address. */
type ClientOf = (address: string) => string;

/**
 * Makes the function from a client's network address to a keyed hash of its network, 32 hex digits. The key is derived
 * from the installation's own, so that stored hashes reveal neither that key nor an address.
 */
export function clientNames(key: string): ClientOf {
  const own = createHmac("sha256", key).update("satchel/clients").digest();
  return (address) => createHmac("sha256", own).update(networkOf(address)).digest("hex").slice(0, 32);
}
