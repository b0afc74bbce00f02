import { randomUUID } from "node:crypto";
import {
  type Address,
  addressKey,
  type Bus,
  decodeEvent,
  type Erasures,
  eraseImportFiles,
  eraseSubjects,
  messageFrom,
  overwriteMessages,
} from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  happened,
  type IdentityEvent,
  JOURNAL,
  type UserId,
  userSubjects,
} from "@satchel/contracts";
import { eraseAccount, evolveAccount, evolveClaim, releaseAddress } from "../domain/account.ts";
import type { Parts } from "../commands/parts.ts";
import { type SettledAggregate, settle } from "./settle.ts";
import { clearOutbox } from "../mail/clear-outbox.ts";

export interface EraserParts
  extends Pick<Parts, "journal" | "sessions" | "codes" | "limits" | "limitKeys" | "addressKey"> {
  readonly bus: Bus;
  readonly erasures: Erasures;
  /** The folder of outgoing mail, if mail is written to files. */
  readonly outboxDir: string | undefined;
}

/** Erases accounts. Every step may be repeated by any process, which completes what another one left. */
export interface Eraser {
  /**
   * Closes an account for good: afterwards nobody can sign in to it and its addresses are free.
   * @param id of the event; random by default
   */
  close(userId: UserId, id?: string): Promise<ClosedAccount>;
  /** Closes an account and erases all of its events but the one that says it was erased. */
  erase(userId: UserId): Promise<void>;
  /** Whether the journal says that a user was erased; their events may not be erased yet. */
  isClosed(userId: UserId): Promise<boolean>;
  /** Whether nothing of a user is left in the journal but the event that says they were erased. */
  isErased(userId: UserId): Promise<boolean>;
}

/** A closed account. `happened`: whether this call closed it. */
export interface ClosedAccount extends Pick<SettledAggregate<"erased">, "sequence" | "happened"> {
  /** The account's first address, while the journal still has it. */
  readonly primaryAddress: Address | undefined;
}

export function openEraser(parts: EraserParts): Eraser {
  const { bus, journal, sessions, limits, limitKeys, erasures } = parts;

  const shut = async (userId: UserId, isNew: boolean): Promise<Address | undefined> => {
    const addresses = await addressesOf(parts, userId);
    if (isNew || !(await erasures.has(userId))) await erasures.add(userId);
    await sessions.endAll(userId);
    await limits.forget(limitKeys.ofUser(userId));
    await eraseImportFiles(bus, userId);
    await eraseSubjects(bus, userId);
    // The primary one last: until it is free, the mails that name it belong to this account alone.
    for (const address of addresses.toReversed()) await freeAddress(parts, userId, address);
    return addresses[0];
  };

  const eraser: Eraser = {
    close: async (userId, id = randomUUID()) => {
      const closed = await settle<AccountEvent, "erased">({
        journal,
        subject: aggregateSubject(userId, "identity"),
        eventId: id,
        decide: (last) => eraseAccount(evolveAccount(last)),
        resultOf: () => "erased",
      });
      return { ...closed, primaryAddress: await shut(userId, closed.happened) };
    },

    erase: async (userId) => {
      const subject = aggregateSubject(userId, "identity");
      let { sequence } = await eraser.close(userId);
      for (;;) {
        await journal.erase(userSubjects(userId), sequence);
        if ((await messageFrom(journal.jsm, sequence + 1, userSubjects(userId))) === undefined) return;
        // A page, a mail or a command in progress has appended more. The tables have it or will have it: they drop it
        // with another event of this kind.
        const again = { type: "UserErased", data: {} } as const;
        ({ sequence } = await settle<AccountEvent, "erased">({
          journal,
          subject,
          eventId: randomUUID(),
          decide: () => happened(again),
          resultOf: () => "erased",
        }));
        await shut(userId, true);
      }
    },

    isClosed: async (userId) => (await journal.last(aggregateSubject(userId, "identity")))?.type === "UserErased",

    isErased: async (userId) => {
      const last = await journal.last(aggregateSubject(userId, "identity"));
      return (
        last?.type === "UserErased" && (await messageFrom(journal.jsm, 1, userSubjects(userId)))?.seq === last.sequence
      );
    },
  };
  return eraser;
}

/** All addresses that a user ever added, the primary one first. */
async function addressesOf({ journal }: EraserParts, userId: UserId): Promise<Address[]> {
  const addresses = new Set<Address>();
  for (const subject of [aggregateSubject(userId, "identity"), aggregateSubject(userId, "identity", "*")]) {
    // Messages are read one by one, for there are few: a consumer would wait for messages that are erased at the same
    // time.
    for (let seq = 1; ; seq++) {
      const message = await messageFrom(journal.jsm, seq, subject);
      if (message === undefined) break;
      seq = message.seq;
      const { data } = decodeEvent(message) as Pick<IdentityEvent, "data">;
      if ("address" in data) addresses.add(data.address as Address);
    }
  }
  return [...addresses];
}

/**
 * Frees an address of an erased user: removes what is stored under it, releases its claim, and erases its events. If
 * another account has claimed it meanwhile, all of it stays.
 */
async function freeAddress(parts: EraserParts, userId: UserId, address: Address): Promise<void> {
  const { journal, codes, limits, limitKeys, outboxDir } = parts;
  const subject = addressSubject(addressKey(parts.addressKey, address));
  const eventOf = async () => {
    const last = await journal.last(subject);
    return last && { sequence: last.sequence, event: { type: last.type, data: last.data } as AddressEvent };
  };
  if (evolveClaim((await eventOf())?.event)?.userId === userId) {
    await codes.forget(address);
    await limits.forget(limitKeys.ofAddress(address));
    if (outboxDir !== undefined) await clearOutbox(outboxDir, address);
    await settle<AddressEvent, UserId>({
      journal,
      subject,
      eventId: randomUUID(),
      decide: (last) => releaseAddress(evolveClaim(last), userId),
      resultOf: () => userId,
    });
  }
  const last = await eventOf();
  if (last === undefined) return;
  const standsFrom = evolveClaim(last.event) === undefined ? last.sequence + 1 : last.sequence;
  await overwriteMessages(journal.jsm, JOURNAL, subject, standsFrom);
}
