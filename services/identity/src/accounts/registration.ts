import { randomUUID } from "node:crypto";
import { type Address, addressKey, type Journal } from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  partitionOf,
  type Position,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { type Account, claimAddress, evolveAccount, evolveClaim, registerAccount } from "../domain/account.ts";
import { IDENTITY } from "../projection/projection.ts";
import { settle } from "./settle.ts";

/** The account of a verified address, and where the tables show it. */
interface RegisteredAccount {
  readonly userId: UserId;
  readonly position: Position;
}

/**
 * Finds the account of an address that its owner has verified, and registers one if there is none: first the claim on
 * the address, then the account. After a crash in between, a retry completes it; the loser of a race signs in to the
 * winner's account. The claim of an erased user does not count.
 * @throws {SatchelError} `unavailable` when the account is erased at that moment
 */
export async function ensureAccount(
  journal: Journal,
  key: string,
  address: Address,
  commandId: string,
): Promise<RegisteredAccount> {
  const { decision } = await settle<AddressEvent, UserId>({
    journal,
    subject: addressSubject(addressKey(key, address)),
    eventId: uuidv5("AddressClaimed", commandId),
    decide: async (last) => {
      const claim = evolveClaim(last);
      return claimAddress(claim, claim && (await accountOf(journal, claim.userId)), randomUUID() as UserId);
    },
  });
  const userId = decision.kind === "event" ? decision.event.data.userId : decision.result;
  const { sequence } = await settle<AccountEvent, "registered">({
    journal,
    subject: aggregateSubject(userId, "identity"),
    eventId: commandId,
    decide: (last) => registerAccount(evolveAccount(last), address),
  });
  return { userId, position: positionOf(userId, sequence) };
}

export const accountOf = async (journal: Journal, userId: UserId): Promise<Account> =>
  evolveAccount((await journal.last(aggregateSubject(userId, "identity"))) as AccountEvent | undefined);

/** The position at which identity's tables show an event of a user. */
export const positionOf = (userId: UserId, sequence: number): Position => ({
  projection: IDENTITY,
  partition: partitionOf(userId),
  sequence,
});
