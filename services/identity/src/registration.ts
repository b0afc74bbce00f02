import { randomUUID } from "node:crypto";
import { type Address, addressKey, type Journal, JournalConflict } from "@satchel/chassis";
import {
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  COMMAND_ROUNDS,
  type Decision,
  type IdentityEvent,
  partitionOf,
  type Position,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { claimAddress, evolveAccount, evolveClaim, registerAccount } from "./domain/account.ts";
import { IDENTITY } from "./projection/projection.ts";

/** Who holds a proved address, and where the account stands in the journal. */
export interface Registered {
  readonly userId: UserId;
  readonly position: Position;
}

/**
 * Finds the account of an address that its owner has proved, and registers it where there is none. Two facts have to
 * stand: the claim on the address, then the account. Whoever comes after a crash between them finishes the work; whoever loses a
 * race signs in to what the winner made. The journal itself is asked, not the tables: they may lag behind.
 * @throws {SatchelError} `unavailable` while the address still belongs to an erased user
 */
export async function ensureAccount(
  journal: Journal,
  key: string,
  address: Address,
  commandId: string,
): Promise<Registered> {
  const claim = addressSubject(addressKey(key, address));
  const { result: userId } = await settle<AddressEvent, UserId>(
    journal,
    claim,
    uuidv5("AddressClaimed", commandId),
    (last) => claimAddress(evolveClaim(last), randomUUID() as UserId),
    (event) => event.data.userId,
  );
  const { sequence } = await settle<IdentityEvent, "registered">(
    journal,
    aggregateSubject(userId, "identity"),
    commandId,
    (last) => registerAccount(evolveAccount(last), address),
    () => "registered",
  );
  return { userId, position: { projection: IDENTITY, partition: partitionOf(userId), sequence } };
}

/** Brings one aggregate to where a decision wants it: decides on its last event and appends, anew after a lost race. */
async function settle<Event extends { type: string; data: unknown }, Result>(
  journal: Journal,
  subject: string,
  eventId: string,
  decide: (last: Event | undefined) => Decision<Event, Result>,
  resultOf: (event: Event) => Result,
): Promise<{ result: Result; sequence: number }> {
  for (let round = 0; round < COMMAND_ROUNDS; round++) {
    const last = await journal.last(subject);
    const decision = decide(last === undefined ? undefined : ({ type: last.type, data: last.data } as Event));
    const expected = last?.sequence ?? 0;
    if (decision.kind === "nothing") return { result: decision.result, sequence: expected };
    if (decision.kind === "rejected")
      throw new SatchelError(decision.error.code, decision.error.detail, { retryAfter: 1 });
    try {
      const { sequence } = await journal.append({ subject, event: { id: eventId, ...decision.event }, expected });
      return { result: resultOf(decision.event), sequence };
    } catch (error) {
      if (!(error instanceof JournalConflict)) throw error;
    }
  }
  throw new SatchelError("conflict", texts.server.conflict);
}
