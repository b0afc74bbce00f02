import { describe, expect, test } from "vitest";
import type { TableDefinition } from "./table.ts";
import { encodeRows, statementOf } from "./write.ts";

describe("rows on their way to Postgres", () => {
  const encodedText = (text: string): unknown => (JSON.parse(encodeRows([{ text }])) as { text: string }[])[0]?.text;

  test.each([
    ["plain text", "Grüße, 世界 \u{1f9f3}", "Grüße, 世界 \u{1f9f3}"],
    ["NUL", "a\0b", "a\ufffdb"],
    ["the first half of a pair", "a\ud83eb", "a\ufffdb"],
    ["the second half of a pair", "a\udd73b", "a\ufffdb"],
    ["a backslash and u0000 as text", "a\\u0000b", "a\\u0000b"],
    ["a backslash and ud83e as text", "a\\ud83eb", "a\\ud83eb"],
    ["both", "\\u0000\0\\", "\\u0000\ufffd\\"],
  ])("given %s, then what Postgres can hold stays and the rest becomes U+FFFD", (_, text, expected) => {
    expect(encodedText(text)).toBe(expected);
  });

  test("given such text inside lists, then it is found there too", () => {
    expect(encodeRows([{ tags: ["a\0", { deep: "\ud800" }] }])).toBe('[{"tags":["a\ufffd",{"deep":"\ufffd"}]}]');
  });
});

describe("statements", () => {
  const table: TableDefinition = { name: "links", columns: { id: "int", title: "text?" }, key: ["id"] };
  const other: TableDefinition = { ...table, name: "pages" };

  test("given the same kind of step twice, then Postgres sees one statement with one name", () => {
    const one = statementOf("s", { op: "put", table, rows: [{ id: 1, title: "a" }] });
    const two = statementOf("s", {
      op: "put",
      table,
      rows: [
        { id: 2, title: null },
        { id: 3, title: "c" },
      ],
    });

    expect({ ...two, values: one.values }).toEqual(one);
  });

  test("given steps that differ in schema, table, kind or columns, then no two share a name", () => {
    const statements = [
      statementOf("s", { op: "put", table, rows: [] }),
      statementOf("t", { op: "put", table, rows: [] }),
      statementOf("s", { op: "put", table: other, rows: [] }),
      statementOf("s", { op: "remove", table, rows: [] }),
      statementOf("s", { op: "patch", table, columns: ["title"], rows: [] }),
      statementOf("s", { op: "patchWhere", table, where: { id: 1 }, set: { title: "a" } }),
      statementOf("s", { op: "patchWhere", table, where: { title: "b" }, set: { title: "a" } }),
      statementOf("s", { op: "removeWhere", table, where: { title: "a" } }),
    ];

    expect(new Set(statements.map(({ name }) => name)).size).toBe(statements.length);
  });

  test("given names with quotes, then they are escaped", () => {
    const { text } = statementOf('s"; drop', { op: "removeWhere", table, where: { id: 1 } });

    expect(text).toContain('delete from "s""; drop"."links"');
  });

  test("given a column that the table does not have, then there is no statement", () => {
    expect(() => statementOf("s", { op: "patch", table, columns: ["titel"], rows: [] })).toThrow("no column titel");
  });
});
