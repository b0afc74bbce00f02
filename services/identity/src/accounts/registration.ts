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

/** Who holds a proved address, and where the account stands in the journal. */
export interface Registered {
  readonly userId: UserId;
  readonly position: Position;
}

/**
 * Finds the account of an address that its owner has proved, and registers it where there is none. Two facts have to
 * stand: the claim on the address, then the account. Whoever comes after a crash between them finishes the work; whoever loses a
 * race signs in to what the winner made. An erased user's claim holds nothing any more.
 * @throws {SatchelError} `unavailable` when the account is erased in that moment
 */
export async function ensureAccount(
  journal: Journal,
  key: string,
  address: Address,
  commandId: string,
): Promise<Registered> {
  const { result: userId } = await settle<AddressEvent, UserId>({
    journal,
    subject: addressSubject(addressKey(key, address)),
    eventId: uuidv5("AddressClaimed", commandId),
    decide: async (last) => {
      const claim = evolveClaim(last);
      return claimAddress(claim, claim && (await accountOf(journal, claim.userId)), randomUUID() as UserId);
    },
    resultOf: ({ data }) => data.userId,
  });
  const { sequence } = await settle<AccountEvent, "registered">({
    journal,
    subject: aggregateSubject(userId, "identity"),
    eventId: commandId,
    decide: (last) => registerAccount(evolveAccount(last), address),
    resultOf: () => "registered",
  });
  return { userId, position: positionOf(userId, sequence) };
}

/** What has become of a user's account, as the journal says. */
export async function accountOf(journal: Journal, userId: UserId): Promise<Account> {
  const last = await journal.last(aggregateSubject(userId, "identity"));
  return evolveAccount(last === undefined ? undefined : ({ type: last.type, data: last.data } as AccountEvent));
}

/** Where identity's tables show what was appended for a user. */
export const positionOf = (userId: UserId, sequence: number): Position => ({
  projection: IDENTITY,
  partition: partitionOf(userId),
  sequence,
});
