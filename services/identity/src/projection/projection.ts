import type { Projection } from "@satchel/chassis";
import type { AnyEvent, UserId } from "@satchel/contracts";
import { tables } from "./tables.ts";

/** Name of the projection, of its schema in Postgres and of its subjects on the bus. */
export const IDENTITY = "identity";

export const identityProjection: Projection = {
  name: IDENTITY,
  version: 5,
  tables,
  concerns: ({ context }) => context === IDENTITY,
  project: ({ type, data, at, sequence, time }) => {
    if (at.kind !== "aggregate") return [];
    const user_id: UserId = at.userId;
    const event = { type, data } as AnyEvent;
    switch (event.type) {
      case "AccountRegistered": {
        const { address } = event.data;
        const row = {
          user_id,
          primary_address: address,
          has_password: false,
          created_at: time.toISOString(),
          suspended_at: null,
          revision: sequence,
        };
        return [
          { op: "put", table: "accounts", row },
          { op: "put", table: "addresses", row: { user_id, address, position: 0, is_confirmed: true } },
        ];
      }
      case "PasswordSet":
      case "PasswordRemoved": {
        const set = { has_password: event.type === "PasswordSet", revision: sequence };
        return [{ op: "patch", table: "accounts", key: { user_id }, set }];
      }
      case "SenderAddressAdded": {
        const row = { user_id, address: event.data.address, position: sequence, is_confirmed: false };
        return [{ op: "put", table: "addresses", row }];
      }
      case "SenderAddressConfirmed": {
        const key = { user_id, address: event.data.address };
        return [{ op: "patch", table: "addresses", key, set: { is_confirmed: true } }];
      }
      case "SenderAddressRemoved":
        return [{ op: "remove", table: "addresses", key: { user_id, address: event.data.address } }];
      case "ReaderAddressAdded": {
        const row = { user_id, address: event.data.address, position: sequence, is_confirmed: false };
        return [{ op: "put", table: "readers", row }];
      }
      case "ReaderAddressConfirmed": {
        const key = { user_id, address: event.data.address };
        return [{ op: "patch", table: "readers", key, set: { is_confirmed: true } }];
      }
      case "ReaderAddressRemoved":
        return [{ op: "remove", table: "readers", key: { user_id, address: event.data.address } }];
      case "DigestChosen":
      case "DigestDue":
      case "DigestBounced": {
        const { every, weekday, hour, zone, language, nextAt: next_at, bounces } = event.data;
        const row = { user_id, every, weekday, hour, zone, language, next_at, bounces };
        return [{ op: "put", table: "digests", row }];
      }
      case "AccountSuspended":
      case "AccountResumed": {
        const suspended_at = event.type === "AccountSuspended" ? time.toISOString() : null;
        return [{ op: "patch", table: "accounts", key: { user_id }, set: { suspended_at } }];
      }
      case "AnswersSwitched": {
        const { isOn, language } = event.data;
        return [{ op: "put", table: "answers", row: { user_id, is_on: isOn, language } }];
      }
      case "SignInConnected": {
        const row = { user_id, key: at.aggregateId ?? "", issuer: event.data.issuer, connected_at: time.toISOString() };
        return [{ op: "put", table: "sign_ins", row }];
      }
      case "SignInDisconnected":
        return [{ op: "remove", table: "sign_ins", key: { user_id, key: at.aggregateId ?? "" } }];
      case "UserErased":
        return tables.map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id } }));
      default:
        return [];
    }
  },
  announce: ({ at }) => (at.kind === "aggregate" ? { userId: at.userId, id: "account" } : undefined),
};
