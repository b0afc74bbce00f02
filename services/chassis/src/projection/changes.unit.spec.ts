import { describe, expect, test } from "vitest";
import { type Change, foldChanges } from "./changes.ts";
import type { Row, TableDefinition } from "./table.ts";

const links: TableDefinition = {
  name: "links",
  columns: { user: "int", id: "int", title: "text?", visits: "int" },
  key: ["user", "id"],
};
const folders: TableDefinition = { name: "folders", columns: { id: "int", name: "text" }, key: ["id"] };

const row = (id: number, title: string | null = null, visits = 0): Row => ({ user: 1, id, title, visits });
const put = (id: number, title?: string | null, visits?: number): Change => ({
  op: "put",
  table: "links",
  row: row(id, title, visits),
});
const patch = (id: number, set: Row): Change => ({ op: "patch", table: "links", key: { user: 1, id }, set });
const remove = (id: number): Change => ({ op: "remove", table: "links", key: { user: 1, id } });
const fold = (...changes: Change[]) => foldChanges([links, folders], changes);

describe("changes of one row", () => {
  test.each<[string, Change[], object]>([
    ["put twice: the last one counts", [put(1, "a"), put(1, "b")], { op: "put", rows: [row(1, "b")] }],
    ["put, then patched: one whole row", [put(1, "a"), patch(1, { visits: 3 })], { op: "put", rows: [row(1, "a", 3)] }],
    ["put, then removed: removed", [put(1), remove(1)], { op: "remove", rows: [{ user: 1, id: 1 }] }],
    ["removed, then put: put", [remove(1), put(1, "a")], { op: "put", rows: [row(1, "a")] }],
    [
      "removed, then patched: removed",
      [remove(1), patch(1, { visits: 3 })],
      { op: "remove", rows: [{ user: 1, id: 1 }] },
    ],
    ["patched, then put: put", [patch(1, { visits: 3 }), put(1, "a")], { op: "put", rows: [row(1, "a")] }],
    [
      "patched, then removed: removed",
      [patch(1, { visits: 3 }), remove(1)],
      { op: "remove", rows: [{ user: 1, id: 1 }] },
    ],
    [
      "removed, put and patched: one whole row",
      [remove(1), put(1, "a"), patch(1, { title: null })],
      { op: "put", rows: [row(1, null)] },
    ],
    [
      "patched twice: the columns of both, the later value of each",
      [patch(1, { title: "a", visits: 1 }), patch(1, { visits: 2 })],
      { op: "patch", columns: ["title", "visits"], rows: [{ user: 1, id: 1, title: "a", visits: 2 }] },
    ],
  ])("given a row %s", (_, changes, step) => {
    expect(fold(...changes)).toEqual([{ table: links, ...step }]);
  });
});

describe("changes of many rows", () => {
  test("given puts of different rows, then they are one statement", () => {
    expect(fold(put(1), put(2), put(3))).toEqual([{ op: "put", table: links, rows: [row(1), row(2), row(3)] }]);
  });

  test("given rows whose keys differ in one column only, then they are different rows", () => {
    const other: Change = { op: "put", table: "links", row: { ...row(1), user: 2 } };

    expect(fold(put(1), other)).toMatchObject([{ op: "put", rows: [row(1), { user: 2, id: 1 }] }]);
  });

  test("given patches of different columns, then each set of columns is a statement of its own", () => {
    expect(fold(patch(1, { title: "a" }), patch(2, { visits: 1 }), patch(3, { title: "b" }))).toEqual([
      {
        op: "patch",
        table: links,
        columns: ["title"],
        rows: [
          { user: 1, id: 1, title: "a" },
          { user: 1, id: 3, title: "b" },
        ],
      },
      { op: "patch", table: links, columns: ["visits"], rows: [{ user: 1, id: 2, visits: 1 }] },
    ]);
  });

  test("given a removed row and a new one, then the removal comes first, because the row may have a unique value of the new one", () => {
    expect(fold(put(2, "same"), remove(1)).map(({ op }) => op)).toEqual(["remove", "put"]);
  });

  test("given two tables, then each has statements of its own", () => {
    const folder: Change = { op: "put", table: "folders", row: { id: 1, name: "a" } };

    expect(fold(put(1), folder, put(2)).map(({ table }) => table.name)).toEqual(["links", "folders"]);
  });

  test("given two tables, then they are written in the order of the projection, whichever was changed first", () => {
    const known: Change = { op: "put", table: "folders", row: { id: 1, name: "a" } };
    expect(fold(known, put(1)).map(({ table }) => table.name)).toEqual(["links", "folders"]);
  });

  test("given a change by condition, then what came before it is written before it, and what came later after it", () => {
    const free: Change = { op: "patchWhere", table: "links", where: { title: "a" }, set: { title: null } };
    const erase: Change = { op: "removeWhere", table: "links", where: { user: 1 } };

    expect(fold(put(1, "a"), free, put(1, "b"), erase, put(2))).toEqual([
      { op: "put", table: links, rows: [row(1, "a")] },
      { op: "patchWhere", table: links, where: { title: "a" }, set: { title: null } },
      { op: "put", table: links, rows: [row(1, "b")] },
      { op: "removeWhere", table: links, where: { user: 1 } },
      { op: "put", table: links, rows: [row(2)] },
    ]);
  });

  test("given no changes, then there is nothing to write", () => {
    expect(fold()).toEqual([]);
  });
});

describe("invalid changes", () => {
  test.each<[string, Change, string]>([
    ["an unknown table", { op: "remove", table: "likes", key: { id: 1 } }, "No table is called likes"],
    ["a key that lacks a column", { op: "remove", table: "links", key: { id: 1 } }, "lacks its key user"],
    ["a key that is null", patch(null as unknown as number, { visits: 1 }), "lacks its key id"],
    ["a row that lacks a column", { op: "put", table: "folders", row: { id: 1 } }, "lacks name"],
    [
      "a row with a column too many",
      { op: "put", table: "folders", row: { id: 1, name: "a", nam: "" } },
      "no column nam",
    ],
  ])("given %s, then it is refused", (_, change, message) => {
    expect(() => fold(change)).toThrow(message);
  });
});
