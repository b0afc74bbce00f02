import { randomUUID } from "node:crypto";
import {
  type Address,
  addressKey,
  type Bus,
  decodeEvent,
  type Erasures,
  eraseImportFiles,
  eraseSubjects,
  firstFrom,
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
import { type Settled, settle } from "./settle.ts";
import { clearOutbox } from "../mail/clear-outbox.ts";

/** What an erasure takes. */
export interface EraserParts
  extends Pick<Parts, "journal" | "sessions" | "codes" | "limits" | "limitKeys" | "addressKey"> {
  readonly bus: Bus;
  readonly erasures: Erasures;
  /** The folder of outgoing mail, where there is one. */
  readonly outboxDir: string | undefined;
}

/** Erases accounts. Every step may be taken again, by anybody, so whoever finds one half done completes it. */
export interface Eraser {
  /**
   * Closes an account for good: when it resolves, nobody can sign in to it and its addresses are free.
   * @param id makes the event that says so; a new one each time where none is given
   */
  close(userId: UserId, id?: string): Promise<Closed>;
  /** Closes an account and erases all that the journal has of it, but for the event that says it was erased. */
  erase(userId: UserId): Promise<void>;
  /** Whether the journal says that a user was erased. What it has of them may not be erased yet. */
  isClosed(userId: UserId): Promise<boolean>;
  /** Whether nothing of a user is left in the journal but the event that says they were erased. */
  isErased(userId: UserId): Promise<boolean>;
}

/** A closed account: where the event stands that says so, and whether it was appended just now. */
export interface Closed extends Pick<Settled<"erased">, "sequence" | "happened"> {
  /** The address that the account began with, while the journal still has it. */
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
    // The primary one last: until it is free, the mails that name it are this account's and nobody else's.
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
        if ((await firstFrom(journal.jsm, sequence + 1, userSubjects(userId))) === undefined) return;
        // Somebody was under way with a page, a mail or a command. The tables have it by now, or will: they drop it with
        // the next event of this kind.
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
      return last?.type === "UserErased" && (await firstFrom(journal.jsm, 1, userSubjects(userId))) === last.sequence;
    },
  };
  return eraser;
}

/** All addresses that a user ever named, the primary one first. */
async function addressesOf({ journal }: EraserParts, userId: UserId): Promise<Address[]> {
  const addresses = new Set<Address>();
  for (const subject of [aggregateSubject(userId, "identity"), aggregateSubject(userId, "identity", "*")]) {
    // One by one, for there are few: a consumer would wait for those that are erased at the same time.
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
 * Frees an address of an erased user: what was kept under it goes, its claim is released, and what the journal has of it is
 * erased. One that is another's by now is left alone, with all that is kept under it.
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
