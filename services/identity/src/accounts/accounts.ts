import { type Address, addressKey, compareAndSet, isSuspended, type Journal } from "@satchel/chassis";
import {
  type AccountEvent,
  aggregateSubject,
  type Position,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { hasPassword, type PasswordEvent } from "../domain/credentials.ts";
import { accountOf, claimOn } from "./claims.ts";
import { positionOf } from "./registration.ts";

/** The event that recorded a password, and its account. */
interface PasswordRecord {
  readonly position: Position;
  readonly primaryAddress: Address;
}

/** The accounts, read from the journal because the tables may lag behind. */
export interface Accounts {
  /**
   * The account of an address. The same look-ups are made with and without an account, so that the time reveals
   * nothing.
   */
  find(address: Address): Promise<UserId | undefined>;
  /** Whether this user has an account that was not erased. */
  isRegistered(userId: UserId): Promise<boolean>;
  /** Whether the operator has suspended this user's account. */
  isSuspended(userId: UserId): Promise<boolean>;
  /** The account's first address; undefined when there is no account or it was erased. */
  primaryAddress(userId: UserId): Promise<Address | undefined>;
  /** The same. @throws {SatchelError} `unauthenticated` when there is no account */
  ownerAddress(userId: UserId): Promise<Address>;
  /**
   * Records that the account's password was set or removed, once for each event id.
   * @throws {SatchelError} `unauthenticated` when the account is gone
   */
  recordPassword(userId: UserId, type: PasswordEvent["type"], eventId: string): Promise<PasswordRecord>;
  /**
   * Records whether the account has a password where the journal says otherwise: a command may have stored the
   * credentials and died before it appended its event.
   */
  correctPasswordEvent(userId: UserId, has: boolean, eventId: string): Promise<void>;
}

/** A dummy id: looking it up takes as long as looking up an account. */
export const DUMMY_ID = "00000000-0000-0000-0000-000000000000" as UserId;

/** @param key the installation's key for addresses */
export function openAccounts(journal: Journal, key: string): Accounts {
  const eventsOf = (userId: UserId) => journal.readAggregate(aggregateSubject(userId, "identity"));

  const accounts: Accounts = {
    isRegistered: async (userId) => (await accountOf(journal, userId)) === "registered",

    isSuspended: (userId) => isSuspended(journal, userId),

    primaryAddress: async (userId) => primaryAddressOf((await eventsOf(userId)) as AccountEvent[]),

    ownerAddress: async (userId) => {
      const address = await accounts.primaryAddress(userId);
      if (address === undefined) throw noAccount();
      return address;
    },

    find: async (address) => {
      const claim = await claimOn(journal, addressKey(key, address));
      return (await accounts.isRegistered(claim?.userId ?? DUMMY_ID)) ? claim?.userId : undefined;
    },

    recordPassword: (userId, type, eventId) => {
      const subject = aggregateSubject(userId, "identity");
      return compareAndSet({
        round: async () => {
          const stored = await eventsOf(userId);
          const primaryAddress = primaryAddressOf(stored as AccountEvent[]);
          const last = stored.at(-1);
          if (last === undefined || primaryAddress === undefined) throw noAccount();
          const event = { id: eventId, type, data: {} };
          const { sequence } =
            stored.find(({ id }) => id === eventId) ??
            (await journal.append({ subject, event, expected: last.sequence }));
          return { position: positionOf(userId, sequence), primaryAddress };
        },
      });
    },

    correctPasswordEvent: async (userId, has, eventId) => {
      if (hasPassword((await eventsOf(userId)) as AccountEvent[]) === has) return;
      await accounts.recordPassword(userId, has ? "PasswordSet" : "PasswordRemoved", eventId);
    },
  };
  return accounts;
}

function primaryAddressOf(events: readonly AccountEvent[]): Address | undefined {
  if (events.at(-1)?.type === "UserErased") return undefined;
  const registered = events.find((event) => event.type === "AccountRegistered");
  return registered?.data.address as Address | undefined;
}

/** The error for a session whose account was erased. */
export const noAccount = (): SatchelError => new SatchelError("unauthenticated", texts.session.expired);
