import { randomUUID } from "node:crypto";
import { type Address, addressKey, type Journal } from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  nothingToDo,
  partitionOf,
  type Position,
  rejected,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { claimAddress, evolveAccount, evolveClaim, registerAccount, releaseAddress } from "../domain/account.ts";
import { IDENTITY } from "../projection/projection.ts";
import type { Admission } from "./admission.ts";
import { accountOf, claimOn } from "./claims.ts";
import { settle } from "./settle.ts";

/** The account of a verified address, and where the tables show it. */
interface RegisteredAccount {
  readonly userId: UserId;
  readonly position: Position;
  /** Whether this call registered it. */
  readonly isNew: boolean;
}

interface RegistrationParts {
  readonly journal: Journal;
  readonly admission: Admission;
  /** The installation's key for addresses. */
  readonly addressKey: string;
}

/**
 * Finds the account of an address that its owner has verified, and registers one if there is none and the server takes
 * new ones: first the claim on the address, then the account. After a crash in between, a retry completes it; the loser
 * of a race signs in to the winner's account. The claim of an erased user does not count.
 * @throws {SatchelError} `forbidden` when the server does not register this address, `unavailable` when the account is
 * erased at that moment
 */
export async function ensureAccount(
  parts: RegistrationParts,
  address: Address,
  commandId: string,
): Promise<RegisteredAccount> {
  const { journal, admission } = parts;
  const key = addressKey(parts.addressKey, address);
  let isRegistered = false;
  const { decision } = await settle<AddressEvent, UserId>({
    journal,
    subject: addressSubject(key),
    eventId: uuidv5("AddressClaimed", commandId),
    // In the decision, so that an account which is erased at this moment does not let its owner register again.
    decide: async () => {
      const isAdmitted = await admission.admits(address);
      // Read afterwards: the same person may have registered in the meantime, and not be admitted because of that.
      const claim = await claimOn(journal, key);
      const holder = claim && (await accountOf(journal, claim.userId));
      isRegistered = holder === "registered";
      if (!isRegistered && !isAdmitted) return rejected("forbidden", texts.registration.closed);
      return claimAddress(claim, holder, randomUUID() as UserId);
    },
  });
  const userId = decision.kind === "event" ? decision.event.data.userId : decision.result;
  if (!isRegistered && !(await admission.reserve(userId, address, commandId))) {
    await dropClaim(journal, key, userId);
    throw new SatchelError("forbidden", texts.registration.closed);
  }
  const { decision: registration, sequence } = await settle<AccountEvent, "registered">({
    journal,
    subject: aggregateSubject(userId, "identity"),
    eventId: commandId,
    decide: (last) => registerAccount(evolveAccount(last), address),
  });
  return { userId, position: positionOf(userId, sequence), isNew: registration.kind === "event" };
}

/** Removes the claim of a user who is not registered after all: otherwise nobody else could add the address. */
async function dropClaim(journal: Journal, key: string, userId: UserId): Promise<void> {
  const subject = addressSubject(key);
  const { decision, sequence } = await settle<AddressEvent, UserId>({
    journal,
    subject,
    eventId: randomUUID(),
    decide: async (last) => {
      const isRegistered = (await accountOf(journal, userId)) === "registered";
      return isRegistered ? nothingToDo(userId) : releaseAddress(evolveClaim(last), userId);
    },
  });
  if (decision.kind === "event") await journal.erase(subject, sequence + 1);
}

/** The position at which identity's tables show an event of a user. */
export const positionOf = (userId: UserId, sequence: number): Position => ({
  projection: IDENTITY,
  partition: partitionOf(userId),
  sequence,
});
