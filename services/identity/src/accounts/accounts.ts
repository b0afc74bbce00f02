import { type Address, addressKey, compareAndSet, type Journal, type StoredEvent } from "@satchel/chassis";
import {
  type AccountEvent,
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  partitionOf,
  type Position,
  SatchelError,
  texts,
  type UserId,
} from "@satchel/contracts";
import { evolveAccount, evolveClaim } from "../domain/account.ts";
import { hasPassword, type PasswordEvent } from "../domain/credentials.ts";
import { IDENTITY } from "../projection/projection.ts";

/** The event that recorded a password, and its account. */
export interface PasswordRecord {
  readonly position: Position;
  readonly primaryAddress: Address;
}

/** The accounts as the journal has them: the tables may lag behind. */
export interface Accounts {
  /**
   * The account of an address. The same look-ups are made with and without an account, so that the time reveals
   * nothing.
   */
  find(address: Address): Promise<UserId | undefined>;
  /** Whether this user has an account that was not erased. */
  stands(userId: UserId): Promise<boolean>;
  /** The account's first address; undefined when there is no account or it was erased. */
  primaryAddress(userId: UserId): Promise<Address | undefined>;
  /**
   * Records that the account's password was set or removed, once for each event id.
   * @throws {SatchelError} `unauthenticated` when the account is gone
   */
  recordPassword(userId: UserId, type: PasswordEvent["type"], eventId: string): Promise<PasswordRecord>;
  /** Records whether the account has a password if the journal says otherwise: a command may have died halfway. */
  agreeOnPassword(userId: UserId, stands: boolean, eventId: string): Promise<void>;
}

/** A dummy id that no account has, for a look-up that takes as long as one for an account. */
export const DUMMY_ID = "00000000-0000-0000-0000-000000000000" as UserId;

/** @param key the installation's key for addresses */
export function openAccounts(journal: Journal, key: string): Accounts {
  const stands = async (userId: UserId): Promise<boolean> => {
    const last = await journal.last(aggregateSubject(userId, "identity"));
    return evolveAccount(last && (eventOf(last) as AccountEvent)) === "registered";
  };

  const accounts: Accounts = {
    stands,

    primaryAddress: async (userId) => {
      const stored = await journal.readAggregate(aggregateSubject(userId, "identity"));
      return primaryAddressOf(stored.map((event) => eventOf(event) as AccountEvent));
    },

    find: async (address) => {
      const last = await journal.last(addressSubject(addressKey(key, address)));
      const claim = evolveClaim(last && (eventOf(last) as AddressEvent));
      return (await stands(claim?.userId ?? DUMMY_ID)) ? claim?.userId : undefined;
    },

    recordPassword: (userId, type, eventId) => {
      const subject = aggregateSubject(userId, "identity");
      return compareAndSet({
        round: async () => {
          const stored = await journal.readAggregate(subject);
          const primaryAddress = primaryAddressOf(stored.map((event) => eventOf(event) as AccountEvent));
          const last = stored.at(-1);
          if (last === undefined || primaryAddress === undefined) throw gone();
          const event = { id: eventId, type, data: {} };
          const { sequence } =
            stored.find(({ id }) => id === eventId) ??
            (await journal.append({ subject, event, expected: last.sequence }));
          return { position: { projection: IDENTITY, partition: partitionOf(userId), sequence }, primaryAddress };
        },
      });
    },

    agreeOnPassword: async (userId, has, eventId) => {
      const stored = await journal.readAggregate(aggregateSubject(userId, "identity"));
      if (hasPassword(stored.map((event) => eventOf(event) as AccountEvent)) === has) return;
      await accounts.recordPassword(userId, has ? "PasswordSet" : "PasswordRemoved", eventId);
    },
  };
  return accounts;
}

const eventOf = ({ type, data }: StoredEvent): { type: string; data: unknown } => ({ type, data });

function primaryAddressOf(events: readonly AccountEvent[]): Address | undefined {
  if (events.at(-1)?.type === "UserErased") return undefined;
  const registered = events.find((event) => event.type === "AccountRegistered");
  return registered?.data.address as Address | undefined;
}

const gone = (): SatchelError => new SatchelError("unauthenticated", texts.session.expired);
