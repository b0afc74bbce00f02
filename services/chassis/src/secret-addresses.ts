import { createHash } from "node:crypto";
import {
  SECRET_ADDRESSES,
  SECRET_LOCAL,
  type StoredSecretAddress,
  type StoredSecretAddresses,
  type UserId,
} from "@satchel/contracts";
import type { Bus } from "./bus/connect.ts";
import { openRecords } from "./bus/records.ts";

/** Under the hash of a local part: whose it is. It counts only while that account's record has the address. */
export interface SecretAddressClaim {
  readonly userId: UserId;
}

/** The key of a claim: a key of the bus has fewer characters than a local part may have. */
export const secretAddressKey = (local: string): string => `at.${createHash("sha256").update(local).digest("hex")}`;

/** A secret address that takes mail, and what its account says about it. */
export interface OpenSecretAddress {
  readonly userId: UserId;
  readonly address: StoredSecretAddress;
  readonly muted: readonly string[];
}

/** What accounts say about their mail, for the service that takes it (decision 89). */
export interface SecretAddressReader {
  /** The address with this local part, in any case; undefined for one that never was, and for a revoked one. */
  find(local: string): Promise<OpenSecretAddress | undefined>;
  /** Whether an account keeps attachments of mails to the save address (decision 90). */
  keepsAttachments(userId: UserId): Promise<boolean>;
}

export async function openSecretAddressReader(bus: Bus): Promise<SecretAddressReader> {
  const accounts = await openRecords<StoredSecretAddresses>(bus, SECRET_ADDRESSES);
  const claims = await openRecords<SecretAddressClaim>(bus, SECRET_ADDRESSES);
  return {
    find: async (text) => {
      const local = text.toLowerCase();
      if (!SECRET_LOCAL.test(local)) return undefined;
      const claim = await claims.get(secretAddressKey(local));
      if (claim === undefined) return undefined;
      const { addresses, muted } = (await accounts.get(claim.userId)) ?? { addresses: [], muted: [] };
      const address = addresses.find((one) => one.local === local);
      return address === undefined ? undefined : { userId: claim.userId, address, muted };
    },
    keepsAttachments: async (userId) => (await accounts.get(userId))?.keepsAttachments ?? false,
  };
}
