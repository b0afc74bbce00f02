import { createHmac } from "node:crypto";
import { networkOf } from "@satchel/chassis";

/** Names the client of a request for limits, without telling its network address. */
export type ClientOf = (address: string) => string;

/**
 * Makes the function that turns a client's network address into a keyed hash of its network, 32 hex digits. The key is
 * the installation's own under a label, so that neither the key nor an address can be found from what is stored.
 */
export function clientNames(key: string): ClientOf {
  const own = createHmac("sha256", key).update("satchel/clients").digest();
  return (address) => createHmac("sha256", own).update(networkOf(address)).digest("hex").slice(0, 32);
}
