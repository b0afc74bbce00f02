import { randomUUID } from "node:crypto";
import {
  type Address,
  addressKey,
  type Bus,
  decodeEvent,
  type Erasures,
  eraseImportFiles,
  eraseSubjects,
  type Journal,
  messageFrom,
  removeAll,
  type StoredEvent,
} from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  happened,
  type IdentityEvent,
  type UserId,
  userSubjects,
} from "@satchel/contracts";
import { eraseAccount, evolveAccount, evolveClaim, releaseAddress } from "../domain/account.ts";
import type { Parts } from "../commands/parts.ts";
import { claimOn } from "./claims.ts";
import { settle } from "./settle.ts";
import { clearOutbox } from "../mail/clear-outbox.ts";

interface EraserParts
  extends Pick<
    Parts,
    | "journal"
    | "sessions"
    | "apiTokens"
    | "shares"
    | "webhooks"
    | "secretAddresses"
    | "books"
    | "codes"
    | "invitations"
    | "limits"
    | "limitKeys"
    | "addressKey"
  > {
  readonly bus: Bus;
  readonly erasures: Erasures;
  /** The folder of outgoing mail, if mail is written to files. */
  readonly outboxDir: string | undefined;
}

/** Erases accounts. Every step may be repeated, by any process: it completes what an earlier one left. */
export interface Eraser {
  /**
   * Closes an account: afterwards nobody can sign in to it, and its addresses are free. It can't be opened again.
   * @param id of the event; random by default
   */
  close(userId: UserId, id?: string): Promise<ClosedAccount>;
  /**
   * Closes an account, and erases all of its events except `UserErased`.
   * @param stopping ends it between two events; then it throws the signal's reason
   */
  erase(userId: UserId, stopping: AbortSignal): Promise<void>;
  /** Whether the journal has `UserErased` of a user; their other events may not be erased yet. */
  isClosed(userId: UserId): Promise<boolean>;
  /** Whether the journal has nothing of a user except `UserErased`. */
  isErased(userId: UserId): Promise<boolean>;
}

/** A closed account. */
interface ClosedAccount {
  /** Sequence of `UserErased`. */
  readonly sequence: number;
  /** Whether this call closed it. */
  readonly isNew: boolean;
  /** The account's first address, while the journal still has it. */
  readonly primaryAddress: Address | undefined;
}

export function openEraser(parts: EraserParts): Eraser {
  const { bus, journal, sessions, apiTokens, shares, webhooks, secretAddresses, books, limits, limitKeys, erasures } =
    parts;

  const endAccess = async (userId: UserId, isNew: boolean): Promise<Address | undefined> => {
    const { addresses, signIns } = await claimedBy(parts, userId);
    if (isNew || !(await erasures.has(userId))) await erasures.add(userId);
    await sessions.endAll(userId);
    await apiTokens.endAll(userId);
    await shares.endAll(userId);
    await webhooks.endAll(userId);
    await secretAddresses.endAll(userId);
    await limits.forget(limitKeys.ofUser(userId));
    await eraseImportFiles(bus, userId);
    await removeAll(books, `${userId}/`);
    await eraseSubjects(bus, userId);
    for (const key of signIns) await releaseClaim(journal, key, userId);
    // The primary one last: until then the mails in the outbox that name it belong to this account only.
    for (const address of addresses.toReversed()) await freeAddress(parts, userId, address);
    return addresses[0];
  };

  const eraser: Eraser = {
    close: async (userId, id = randomUUID()) => {
      const { decision, sequence } = await settle<AccountEvent, "erased">({
        journal,
        subject: aggregateSubject(userId, "identity"),
        eventId: id,
        decide: (last) => eraseAccount(evolveAccount(last)),
      });
      const isNew = decision.kind === "event";
      return { sequence, isNew, primaryAddress: await endAccess(userId, isNew) };
    },

    erase: async (userId, stopping) => {
      const subject = aggregateSubject(userId, "identity");
      let { sequence } = await eraser.close(userId);
      for (;;) {
        await journal.erase(userSubjects(userId), sequence, stopping);
        if ((await messageFrom(journal.jsm, sequence + 1, userSubjects(userId))) === undefined) return;
        // A page, a mail or a command in progress has appended an event. The tables have its rows or will have them:
        // another `UserErased` removes these.
        ({ sequence } = await settle<AccountEvent, never>({
          journal,
          subject,
          eventId: randomUUID(),
          decide: () => happened({ type: "UserErased", data: {} }),
        }));
        await endAccess(userId, true);
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

/** What a user ever claimed: addresses, the primary one first, and the keys of persons of identity providers. */
async function claimedBy(
  { journal }: EraserParts,
  userId: UserId,
): Promise<{ readonly addresses: Address[]; readonly signIns: ReadonlySet<string> }> {
  const addresses = new Set<Address>();
  const signIns = new Set<string>();
  for (const subject of [aggregateSubject(userId, "identity"), aggregateSubject(userId, "identity", "*")]) {
    // Messages are read one by one, because there are few: a consumer would wait for messages that are erased at the
    // same time.
    for (let seq = 1; ; seq++) {
      const message = await messageFrom(journal.jsm, seq, subject);
      if (message === undefined) break;
      seq = message.seq;
      const { data, type, at } = decodeEvent(message) as StoredEvent & Pick<IdentityEvent, "data">;
      if ("address" in data) addresses.add(data.address as Address);
      if (type === "SignInConnected" && at.kind === "aggregate") signIns.add(at.aggregateId ?? "");
    }
  }
  return { addresses: [...addresses], signIns };
}

/**
 * Frees an address of an erased user: removes what is stored under it, releases its claim, and erases its events. If
 * another account has claimed it in the meantime, nothing is removed and the new claim stays.
 */
async function freeAddress(parts: EraserParts, userId: UserId, address: Address): Promise<void> {
  const { journal, codes, invitations, limits, limitKeys, outboxDir } = parts;
  const key = addressKey(parts.addressKey, address);
  if ((await claimOn(journal, key))?.userId === userId) {
    await codes.forget(address);
    await invitations.forget(address);
    await limits.forget(limitKeys.ofAddress(address));
    if (outboxDir !== undefined) await clearOutbox(outboxDir, address);
  }
  await releaseClaim(journal, key, userId);
}

/** Releases a claim if it is this user's, and erases its events but the last claim of another. */
async function releaseClaim(journal: Journal, key: string, userId: UserId): Promise<void> {
  const subject = addressSubject(key);
  if ((await claimOn(journal, key))?.userId === userId) {
    await settle<AddressEvent, UserId>({
      journal,
      subject,
      eventId: randomUUID(),
      decide: (last) => releaseAddress(evolveClaim(last), userId),
    });
  }
  const last = await journal.last(subject);
  if (last === undefined) return;
  const isClaimed = evolveClaim(last as AddressEvent) !== undefined;
  await journal.erase(subject, isClaimed ? last.sequence : last.sequence + 1);
}
