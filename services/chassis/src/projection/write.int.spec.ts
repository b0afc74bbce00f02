import { atEnd, createTestDatabase } from "@satchel/testing";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { type Change, foldChanges } from "./changes.ts";
import { createTable, type Row, type TableDefinition } from "./table.ts";
import { statementOf } from "./write.ts";

const links: TableDefinition = {
  name: "links",
  columns: { user: "int", id: "int", title: "text?", tags: "text[]", seen: "timestamptz?", page: "jsonb?" },
  key: ["user", "id"],
};
const pairs: TableDefinition = { name: "pairs", columns: { a: "int", b: "int" }, key: ["a", "b"] };

const { url } = await createTestDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
atEnd(() => client.end());

beforeEach(async () => {
  await client.query("drop schema if exists s cascade");
  await client.query("create schema s");
  for (const table of [links, pairs]) for (const sql of createTable("s", table)) await client.query(sql);
});

const row = (id: number, change: Row = {}): Row => ({
  user: 1,
  id,
  title: null,
  tags: [],
  seen: null,
  page: null,
  ...change,
});
const put = (id: number, change: Row = {}): Change => ({ op: "put", table: "links", row: row(id, change) });

/** Writes as one batch what it is given. */
async function write(...changes: Change[]): Promise<void> {
  for (const step of foldChanges([links, pairs], changes)) {
    const { values, ...statement } = statementOf("s", step);
    await client.query({ ...statement, values: [...values] });
  }
}
const rows = async (): Promise<Row[]> => (await client.query('select * from s.links order by "user", id')).rows;

describe("what is written", () => {
  test("given rows with values of all kinds, then they read back as they were", async () => {
    const full = {
      title: 'quotes " and \\u0041',
      tags: ["a,b", '"', "{}"],
      seen: new Date(0),
      page: { deep: [1, null] },
    };

    await write(put(1, { ...full, seen: "1970-01-01T00:00:00.000Z" }), put(2));

    expect(await rows()).toEqual([row(1, full), row(2)]);
  });

  test("given a change to the values that a row has, then the row is not written again", async () => {
    const versions = async (): Promise<string[]> =>
      (await client.query<{ ctid: string }>("select ctid::text from s.links order by id")).rows.map(({ ctid }) => ctid);
    const patch = (id: number, set: Row): Change => ({ op: "patch", table: "links", key: { user: 1, id }, set });
    await write(put(1, { title: null, tags: ["a"], page: { deep: 1 } }), put(2));
    const [first, second] = await versions();

    await write(
      patch(1, { title: null, tags: ["a"], page: { deep: 1 } }),
      patch(2, { title: "b", tags: [], page: null }),
    );

    expect((await versions())[0]).toBe(first);
    expect((await versions())[1]).not.toBe(second);
    expect(await rows()).toEqual([row(1, { tags: ["a"], page: { deep: 1 } }), row(2, { title: "b" })]);
  });

  test("given characters that Postgres can't store, then U+FFFD is written instead", async () => {
    await write(put(1, { title: "a\0b\ud800c", tags: ["\0"], page: { deep: "\udfff" } }));

    expect(await rows()).toEqual([row(1, { title: "a\ufffdb\ufffdc", tags: ["\ufffd"], page: { deep: "\ufffd" } })]);
  });

  test("given a row that is there, when it is put again, then it is replaced; a row of key columns alone stays", async () => {
    const pair: Change = { op: "put", table: "pairs", row: { a: 1, b: 2 } };
    await write(put(1, { title: "old", tags: ["old"] }), pair);

    await write(put(1, { title: "new" }), pair);

    expect(await rows()).toEqual([row(1, { title: "new" })]);
    expect((await client.query("select * from s.pairs")).rows).toEqual([{ a: 1, b: 2 }]);
  });

  test("given patches of some columns, then the others stay, and rows that are not there are not made", async () => {
    await write(put(1, { title: "one", tags: ["x"] }), put(2, { title: "two" }));

    await write(
      { op: "patch", table: "links", key: { user: 1, id: 1 }, set: { title: null } },
      { op: "patch", table: "links", key: { user: 1, id: 2 }, set: { tags: ["y"] } },
      { op: "patch", table: "links", key: { user: 1, id: 3 }, set: { tags: ["z"] } },
    );

    expect(await rows()).toEqual([row(1, { tags: ["x"] }), row(2, { title: "two", tags: ["y"] })]);
  });

  test("given removals, then those rows go and no others", async () => {
    await write(put(1), put(2), put(3));

    await write(
      { op: "remove", table: "links", key: { user: 1, id: 1 } },
      { op: "remove", table: "links", key: { user: 2, id: 3 } },
    );

    expect((await rows()).map(({ id }) => id)).toEqual([2, 3]);
  });

  test("given changes by condition between others, then each sees what came before it and nothing of what comes after", async () => {
    await write(
      put(1, { title: "a" }),
      { op: "patchWhere", table: "links", where: { title: "a" }, set: { title: "b", tags: ["was a"] } },
      put(2, { title: "a" }),
      { op: "removeWhere", table: "links", where: { user: 1, title: "b" } },
      put(3, { title: "b" }),
    );

    expect(await rows()).toEqual([row(2, { title: "a" }), row(3, { title: "b" })]);
  });
});
