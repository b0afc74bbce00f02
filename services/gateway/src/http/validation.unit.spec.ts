import * as contracts from "@satchel/contracts";
import { expect, test } from "vitest";
import { faultsOf, findUnstorable } from "./validation.ts";

test("NUL and halves of surrogate pairs are found wherever they are", () => {
  expect(findUnstorable({ a: ["fine", { b: "x\0" }] })).toBe("/a/1/b");
  expect(findUnstorable({ a: "\ud800" })).toBe("/a");
  expect(findUnstorable({ "\0": 1 })).toBe("");
  expect(findUnstorable("\udc00")).toBe("");
});

test("text of every language, and what is no text, is fine", () => {
  expect(findUnstorable({ a: "Grüße 😀 漢字\n", b: 1, c: null, d: [true, undefined] })).toBeUndefined();
});

test("a missing property is named itself, and a path is reported once, however many alternatives its schema has", () => {
  const fault = { schemaPath: "", params: {} };
  const required = { ...fault, keyword: "required", instancePath: "/a", params: { requiredProperties: ["b", "c"] } };
  const either = { ...fault, keyword: "anyOf", instancePath: "/d", message: "must match a schema in anyOf" };
  const type = { ...fault, keyword: "type", instancePath: "/d", message: "must be null" };

  expect(faultsOf([required, type, type, either])).toEqual([
    { path: "/a/b", message: "is required" },
    { path: "/a/c", message: "is required" },
    { path: "/d", message: "must be null" },
  ]);
});

test("twenty faults are reported at most", () => {
  const faults = Array.from({ length: 500 }, (_, n) => ({
    keyword: "type",
    instancePath: `/${n}`,
    schemaPath: "",
    params: {},
    message: "must be text",
  }));
  expect(faultsOf(faults)).toHaveLength(20);
});

test("given all operations, then none has lists checked for doubles by the schema: it takes hours where there are 200,000", () => {
  const operations = Object.values<unknown>(contracts).filter(
    (value): value is contracts.Operation => typeof value === "object" && value !== null && "responses" in value,
  );
  const asking = operations.filter(({ params, query, body }) =>
    JSON.stringify([params, query, body]).includes('"uniqueItems":true'),
  );

  expect(operations.length).toBeGreaterThan(50);
  expect(asking.map(({ id }) => id)).toEqual([]);
});
