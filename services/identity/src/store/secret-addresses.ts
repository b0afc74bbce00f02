import { type Bus, openRecords, type SecretAddressClaim, secretAddressKey } from "@satchel/chassis";
import {
  liveSubject,
  SECRET_ADDRESSES,
  type SecretAddressId,
  type StoredSecretAddress,
  type StoredSecretAddresses,
  type UserId,
} from "@satchel/contracts";
import { NO_ADDRESSES, withAddress } from "../domain/secret-address.ts";

/** The secret addresses of all users, whom they mute, and whether they keep attachments. Pages of their owner are told of every change. */
export interface SecretAddresses {
  get(userId: UserId): Promise<StoredSecretAddresses>;
  /** Adds one, unless it is there or the user has `perUser` others. @returns it as it is stored; undefined with too many */
  add(userId: UserId, address: StoredSecretAddress, perUser: number): Promise<StoredSecretAddress | undefined>;
  /** Changes one, but for its local part. @returns it afterwards; undefined when there is none */
  change(
    userId: UserId,
    id: SecretAddressId,
    next: (current: StoredSecretAddress) => StoredSecretAddress,
  ): Promise<StoredSecretAddress | undefined>;
  /** Revokes one. @returns whether there was one */
  end(userId: UserId, id: SecretAddressId): Promise<boolean>;
  endAll(userId: UserId): Promise<void>;
  /** Changes the muted senders. @returns whether `next` allowed it, by returning a record */
  mute(userId: UserId, next: (current: StoredSecretAddresses) => StoredSecretAddresses | undefined): Promise<boolean>;
  /** Sets whether attachments of mails to the save address are kept. */
  keepAttachments(userId: UserId, isOn: boolean): Promise<void>;
}

/**
 * Opens the bucket: one record for each user, and claims by `at.<hash>`. A record is written before its claim and changed
 * before the claim is removed, so that what a crash leaves takes no mail: a claim counts only while the record has it.
 */
export async function openSecretAddresses(bus: Bus): Promise<SecretAddresses> {
  const records = await openRecords<StoredSecretAddresses>(bus, SECRET_ADDRESSES);
  const claims = await openRecords<SecretAddressClaim>(bus, SECRET_ADDRESSES);
  const tell = (userId: UserId): void =>
    bus.nc.publish(liveSubject(userId, "identity"), JSON.stringify({ ids: ["newsletters"] }));

  const addresses: SecretAddresses = {
    get: async (userId) => (await records.get(userId)) ?? NO_ADDRESSES,
    add: async (userId, address, perUser) => {
      const added = await records.change<StoredSecretAddress | undefined>(userId, (current = NO_ADDRESSES) => {
        const known = current.addresses.find(({ id }) => id === address.id);
        if (known !== undefined) return { outcome: known };
        if (current.addresses.length >= perUser) return { outcome: undefined };
        return { put: { ...current, addresses: [address, ...current.addresses] }, outcome: address };
      });
      if (added === undefined) return undefined;
      await claims.put(secretAddressKey(added.local), { userId });
      tell(userId);
      return added;
    },
    change: async (userId, id, next) => {
      const changed = await records.change<StoredSecretAddress | undefined>(userId, (current = NO_ADDRESSES) => {
        const before = current.addresses.find((one) => one.id === id);
        if (before === undefined) return { outcome: undefined };
        const after = next(before);
        return { put: withAddress(current, id, after), outcome: after };
      });
      if (changed !== undefined) tell(userId);
      return changed;
    },
    end: async (userId, id) => {
      const ended = await records.change<string | undefined>(userId, (current = NO_ADDRESSES) => {
        const found = current.addresses.find((one) => one.id === id);
        if (found === undefined) return { outcome: undefined };
        return { put: withAddress(current, id, undefined), outcome: found.local };
      });
      if (ended === undefined) return false;
      await claims.remove(secretAddressKey(ended));
      tell(userId);
      return true;
    },
    endAll: async (userId) => {
      for (const { id } of (await addresses.get(userId)).addresses) await addresses.end(userId, id);
      await records.remove(userId);
    },
    mute: async (userId, next) => {
      const isChanged = await records.change<boolean>(userId, (current = NO_ADDRESSES) => {
        const put = next(current);
        return put === undefined ? { outcome: false } : { put, outcome: true };
      });
      if (isChanged) tell(userId);
      return isChanged;
    },
    keepAttachments: async (userId, isOn) => {
      await records.change(userId, (current = NO_ADDRESSES) => ({
        put: { ...current, keepsAttachments: isOn },
        outcome: undefined,
      }));
      tell(userId);
    },
  };
  return addresses;
}
