import type { Change } from "../src/projection/changes.ts";
import type { Projection } from "../src/projection/projection.ts";

/**
 * A projection with one row for each link, which shows events that were applied twice: a trigger records every write. With
 * `alter database … set test.sleep` a batch takes so many seconds.
 */
export const ledger: Projection = {
  name: "ledger",
  version: 1,
  tables: [
    {
      name: "links",
      columns: { user_id: "uuid", id: "uuid", visits: "int", revision: "bigint" },
      key: ["user_id", "id"],
    },
    {
      name: "entries",
      columns: { sequence: "bigint", partition: "int", type: "text" },
      key: ["sequence"],
      extra: [
        "create table {schema}.writes (sequence bigint not null)",
        `create function {schema}.note() returns trigger language plpgsql as $$
         begin
           execute format('insert into %I.writes select sequence from noted', tg_table_schema);
           perform pg_sleep(coalesce(nullif(current_setting('test.sleep', true), ''), '0')::float);
           return null;
         end $$`,
        `create trigger note_inserts after insert on {schema}.entries
         referencing new table as noted for each statement execute function {schema}.note()`,
        `create trigger note_updates after update on {schema}.entries
         referencing new table as noted for each statement execute function {schema}.note()`,
      ],
    },
  ],
  project: ({ at, sequence, type, data }): Change[] => {
    if (at.kind !== "aggregate" || at.context !== "links") return [];
    const entry: Change = { op: "put", table: "entries", row: { sequence, partition: at.partition, type } };
    const key = { user_id: at.userId, id: at.aggregateId };
    if (type === "LinkSaved") {
      return [entry, { op: "put", table: "links", row: { ...key, visits: 0, revision: sequence } }];
    }
    if (type === "LinkVisited") {
      const { visitCount } = data as { visitCount: number };
      return [entry, { op: "patch", table: "links", key, set: { visits: visitCount, revision: sequence } }];
    }
    return [entry];
  },
  announce: ({ at }) => (at.kind === "aggregate" ? { userId: at.userId, id: at.aggregateId ?? "" } : undefined),
};
