import { type Address, addressKey, type Bus, openRecords } from "@satchel/chassis";
import { INVITATION_SECONDS, INVITATIONS, type Locale, type UserId } from "@satchel/contracts";
import { type InvitationRecord, isOpenInvitation, mayUse, newInvitation } from "../domain/invitation.ts";

/** Invitations to make an account, one for each address; each is changed by compare-and-set. */
export interface Invitations {
  /** Invites an address anew, whatever came of an earlier invitation. */
  add(address: Address, language: Locale): Promise<InvitationRecord>;
  /** Whether the owner of an address may make an account. @param userId who has claimed the address, if anybody has */
  admits(address: Address, userId: UserId | undefined): Promise<boolean>;
  /** Uses an invitation up, for one user. @returns whether it is theirs now */
  use(address: Address, userId: UserId): Promise<boolean>;
  /** Takes back an invitation that was not used. @returns whether there was one */
  withdraw(address: Address): Promise<boolean>;
  /** Those that can still be used, the newest first. */
  list(): Promise<InvitationRecord[]>;
  /** Removes what is stored of an address. */
  forget(address: Address): Promise<void>;
}

/** The bucket, by the keyed hash of the address, and the longest life of an invitation. */
export const INVITED = { bucket: INVITATIONS, lifetime: { seconds: INVITATION_SECONDS, erased: true } } as const;

/** @param key the installation's key for addresses @param clock milliseconds since 1970 */
export async function openInvitations(bus: Bus, key: string, clock: () => number): Promise<Invitations> {
  const records = await openRecords<InvitationRecord>(bus, INVITED.bucket, INVITED.lifetime);
  const at = (address: Address): string => addressKey(key, address);

  return {
    add: async (address, language) => {
      const put = newInvitation(address, language, clock());
      await records.put(at(address), put);
      return put;
    },
    admits: async (address, userId) => mayUse(await records.get(at(address)), userId, clock()),
    use: (address, userId) =>
      records.change(at(address), (found) => {
        if (found === undefined || !mayUse(found, userId, clock())) return { outcome: false };
        return found.usedBy === undefined ? { put: { ...found, usedBy: userId }, outcome: true } : { outcome: true };
      }),
    withdraw: (address) =>
      records.change(at(address), (found) =>
        isOpenInvitation(found, clock()) ? { remove: true, outcome: true } : { outcome: false },
      ),
    list: async () => {
      const found = await Promise.all((await records.keys("*")).map((each) => records.get(each)));
      const open = found.filter((each) => isOpenInvitation(each, clock()));
      return open.sort((a, b) => b.invitedAt - a.invitedAt);
    },
    forget: async (address) => void (await records.remove(at(address))),
  };
}
