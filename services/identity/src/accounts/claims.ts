import type { Journal } from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  type SenderAddressEvent,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import {
  type Account,
  type Claim,
  evolveAccount,
  evolveClaim,
  releaseAddress,
  takeAddress,
} from "../domain/account.ts";
import { type AddedAddress, evolveAddress } from "../domain/added-address.ts";
import { type AddressState, claimStateFor } from "../domain/sender-address.ts";
import { settle } from "./settle.ts";

/** The claims on addresses in the journal: each makes an address unique over all accounts. */
export interface Claims {
  /** The state of one address of a user, and its claim. */
  stateOf(userId: UserId, addressKey: string): Promise<AddressState>;
  /**
   * Claims an address for a user, once for each id.
   * @throws {SatchelError} `taken` when it is another account's
   */
  take(userId: UserId, addressKey: string, id: string): Promise<void>;
  /** Releases the claim of an address that the user removed; any other claim stays. */
  releaseRemoved(userId: UserId, addressKey: string, id: string): Promise<void>;
}

export const senderAddressSubject = (userId: UserId, addressKey: string): string =>
  aggregateSubject(userId, "identity", addressKey);

/** The claim on an address, whether or not its account still exists. */
export const claimOn = async (journal: Journal, addressKey: string): Promise<Claim> =>
  evolveClaim((await journal.last(addressSubject(addressKey))) as AddressEvent | undefined);

/** The state of a user's account. */
export const accountOf = async (journal: Journal, userId: UserId): Promise<Account> =>
  evolveAccount((await journal.last(aggregateSubject(userId, "identity"))) as AccountEvent | undefined);

export function openClaims(journal: Journal): Claims {
  const senderAddressOf = async (userId: UserId, addressKey: string): Promise<AddedAddress> => {
    const last = await journal.last(senderAddressSubject(userId, addressKey));
    return evolveAddress(last as SenderAddressEvent | undefined);
  };
  const holderOf = (claim: Claim) => (claim === undefined ? undefined : accountOf(journal, claim.userId));

  return {
    stateOf: async (userId, addressKey) => {
      const claim = await claimOn(journal, addressKey);
      const isFree = (await holderOf(claim)) === "erased";
      return {
        claim: claimStateFor(userId, isFree ? undefined : claim),
        state: await senderAddressOf(userId, addressKey),
      };
    },

    take: async (userId, addressKey, id) => {
      await settle<AddressEvent, UserId>({
        journal,
        subject: addressSubject(addressKey),
        eventId: uuidv5("AddressClaimed", id),
        decide: async (last) => {
          const claim = evolveClaim(last);
          return takeAddress(claim, await holderOf(claim), userId);
        },
      });
    },

    releaseRemoved: async (userId, addressKey, id) => {
      await settle<AddressEvent, UserId>({
        journal,
        subject: addressSubject(addressKey),
        eventId: uuidv5("AddressReleased", id),
        // The claim is read before the address' own state: a new confirmation in between renews the claim, and this
        // decision is repeated.
        decide: async (last) => {
          const isRemoved = (await senderAddressOf(userId, addressKey)) === "removed";
          return releaseAddress(isRemoved ? evolveClaim(last) : undefined, userId);
        },
      });
    },
  };
}
