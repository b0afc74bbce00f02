import { createHmac } from "node:crypto";
import { type Address, addressKey } from "@satchel/chassis";
import type { ShareId, UserId } from "@satchel/contracts";

/** The keys of rate limits: keyed hashes, as 64 hex digits, that reveal no address or id. */
export interface LimitKeys {
  ofAddress(address: Address): string;
  /** @param client as the gateway names it */
  ofClient(client: string): string;
  ofUser(userId: UserId): string;
  ofShare(shareId: ShareId): string;
}

/** @param key the installation's key for addresses */
export function limitKeys(key: string): LimitKeys {
  const hash = (kind: string, value: string): string =>
    createHmac("sha256", key).update(`limit\0${kind}\0${value}`).digest("hex");
  return {
    ofAddress: (address) => addressKey(key, address),
    ofClient: (client) => hash("client", client),
    ofUser: (userId) => hash("user", userId),
    ofShare: (shareId) => hash("share", shareId),
  };
}
