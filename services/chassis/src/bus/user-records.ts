import type { UserId } from "@satchel/contracts";
import type { Lifetime } from "./bucket.ts";
import type { Bus } from "./connect.ts";
import { openRecords, type RecordChange } from "./records.ts";

/** Records of users, several of each, as {@link openRecords} keeps them. */
export interface UserRecords<Id extends string, T> {
  get(userId: UserId, id: Id): Promise<T | undefined>;
  put(userId: UserId, id: Id, record: T): Promise<void>;
  change<Outcome>(
    userId: UserId,
    id: Id,
    decide: (current: T | undefined) => RecordChange<T, Outcome>,
  ): Promise<Outcome>;
  /** @returns whether there was one */
  remove(userId: UserId, id: Id): Promise<boolean>;
  /** The ids of a user's records, in no order, and perhaps some of records that are being removed. */
  ids(userId: UserId): Promise<Id[]>;
  /** The records with these ids; by default all of the user's, in no order. */
  list(userId: UserId, ids?: readonly Id[]): Promise<{ readonly id: Id; readonly record: T }[]>;
}

/** Opens a bucket of records by `<userId>.<id>`, creating it if missing. Keys of another form are not seen. */
export async function openUserRecords<Id extends string, T>(
  bus: Bus,
  name: string,
  lifetime?: Lifetime,
): Promise<UserRecords<Id, T>> {
  const records = await openRecords<T>(bus, name, lifetime);
  const keyOf = (userId: UserId, id: Id): string => `${userId}.${id}`;
  const ids = async (userId: UserId): Promise<Id[]> =>
    (await records.keys(`${userId}.*`)).map((key) => key.slice(userId.length + 1) as Id);
  return {
    get: (userId, id) => records.get(keyOf(userId, id)),
    put: (userId, id, record) => records.put(keyOf(userId, id), record),
    change: (userId, id, decide) => records.change(keyOf(userId, id), decide),
    remove: (userId, id) => records.remove(keyOf(userId, id)),
    ids,
    list: async (userId, some) => {
      const found = await Promise.all(
        (some ?? (await ids(userId))).map(async (id) => ({ id, record: await records.get(keyOf(userId, id)) })),
      );
      return found.flatMap(({ id, record }) => (record === undefined ? [] : [{ id, record }]));
    },
  };
}
