import { createHmac } from "node:crypto";
import type { Journal } from "@satchel/chassis";
import {
  type AddressEvent,
  addressSubject,
  aggregateSubject,
  type ConnectedSignInEvent,
  type Position,
  type UserId,
} from "@satchel/contracts";
import { v5 as uuidv5 } from "uuid";
import { evolveClaim } from "../domain/account.ts";
import {
  type ConnectedSignIn,
  connectPerson,
  disconnectPerson,
  evolveSignIn,
  type Person,
  takePerson,
} from "../domain/connected-sign-in.ts";
import { accountOf, claimOn } from "./claims.ts";
import { positionOf } from "./registration.ts";
import { settle } from "./settle.ts";

/** The persons of identity providers who open accounts, read from the journal, because the tables may lag behind. */
export interface SignIns {
  /** The account that a person opens; undefined where they open none. */
  find(person: Person): Promise<UserId | undefined>;
  /**
   * Connects a person to an account: first the claim, which makes them unique over all accounts, then the event. After a
   * crash in between, connecting again completes it.
   * @param count how many the account has
   * @returns whether they were not connected before, and where the tables show it
   * @throws {SatchelError} `taken` when they open another account, `full` when this one has the maximum
   */
  connect(userId: UserId, person: Person, count: number, id: string): Promise<{ isNew: boolean; position: Position }>;
  /** @throws {SatchelError} `not-found` when it is not connected, `rejected` when it is the last way in */
  disconnect(userId: UserId, key: string, isLastWay: boolean, id: string): Promise<Position>;
}

const signInSubject = (userId: UserId, key: string): string => aggregateSubject(userId, "identity", key);

/**
 * The key of a person in subjects and records: HMAC-SHA-256 under the installation's key, as 64 hex digits, as those of
 * addresses, of which none has such a beginning.
 */
const personKey = (addressKey: string, { issuer, subject }: Person): string =>
  createHmac("sha256", addressKey)
    .update(JSON.stringify(["sso", issuer, subject]))
    .digest("hex");

/** @param addressKey the installation's key for addresses */
export function openSignIns(journal: Journal, addressKey: string): SignIns {
  const stateOf = async (userId: UserId, key: string): Promise<ConnectedSignIn> =>
    evolveSignIn((await journal.last(signInSubject(userId, key))) as ConnectedSignInEvent | undefined);

  return {
    find: async (person) => {
      const key = personKey(addressKey, person);
      const claim = await claimOn(journal, key);
      if (claim === undefined || (await accountOf(journal, claim.userId)) !== "registered") return undefined;
      return (await stateOf(claim.userId, key)) === "connected" ? claim.userId : undefined;
    },

    connect: async (userId, person, count, id) => {
      const key = personKey(addressKey, person);
      await settle<AddressEvent, UserId>({
        journal,
        subject: addressSubject(key),
        eventId: uuidv5("SignInClaimed", id),
        decide: async (last) => {
          const claim = evolveClaim(last);
          const [holder, held] =
            claim === undefined
              ? []
              : await Promise.all([accountOf(journal, claim.userId), stateOf(claim.userId, key)]);
          return takePerson(claim, holder, held, userId);
        },
      });
      const { decision, sequence } = await settle<ConnectedSignInEvent, "connected">({
        journal,
        subject: signInSubject(userId, key),
        eventId: id,
        decide: (last) => connectPerson(evolveSignIn(last), person, count),
      });
      return { isNew: decision.kind === "event", position: positionOf(userId, sequence) };
    },

    disconnect: async (userId, key, isLastWay, id) => {
      const { sequence } = await settle<ConnectedSignInEvent, "disconnected">({
        journal,
        subject: signInSubject(userId, key),
        eventId: id,
        decide: (last) => disconnectPerson(evolveSignIn(last), isLastWay),
      });
      return positionOf(userId, sequence);
    },
  };
}
