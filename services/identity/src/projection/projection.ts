import type { Projection } from "@satchel/chassis";
import type { AnyEvent, UserId } from "@satchel/contracts";

/** Name of the projection, of its schema in Postgres and of its subjects on the bus. */
export const IDENTITY = "identity";

/** The accounts and their addresses, as rows. */
export const identityProjection: Projection = {
  name: IDENTITY,
  version: 1,
  tables: [
    {
      name: "accounts",
      columns: { user_id: "uuid", primary_address: "text", created_at: "timestamptz", revision: "bigint" },
      key: ["user_id"],
    },
    {
      // `position` orders a user's addresses; the primary one stands at 0.
      name: "addresses",
      columns: { user_id: "uuid", address: "text", position: "int" },
      key: ["user_id", "address"],
    },
  ],
  project: ({ type, data, at, sequence, time }) => {
    if (at.kind !== "aggregate" || at.context !== "identity") return [];
    const user_id: UserId = at.userId;
    const event = { type, data } as AnyEvent;
    if (event.type === "AccountRegistered") {
      const { address } = event.data;
      const created_at = time.toISOString();
      return [
        { op: "put", table: "accounts", row: { user_id, primary_address: address, created_at, revision: sequence } },
        { op: "put", table: "addresses", row: { user_id, address, position: 0 } },
      ];
    }
    if (event.type === "UserErased") {
      return ["accounts", "addresses"].map((table) => ({ op: "removeWhere", table, where: { user_id } }));
    }
    return [];
  },
};
