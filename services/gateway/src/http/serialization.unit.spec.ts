import { operations } from "@satchel/contracts";
import build from "fast-json-stringify";
import { expect, test } from "vitest";
import { compileSerializer } from "./serialization.ts";

const writerOf = (schema: object) => compileSerializer({ schema, method: "GET", url: "/" });

test("given a schema, when answers are written, then they have what it tells and nothing else", () => {
  const write = writerOf({ type: "object", properties: { id: { type: "string" } }, required: ["id"] });
  expect(write({ id: "a", secret: "b" })).toBe('{"id":"a"}');
  expect(write({ id: "c" })).toBe('{"id":"c"}');
});

test("given a schema that nothing can be made of, when no answer is written by it, then nothing was made", () => {
  const write = writerOf({ $ref: "#/nowhere" });
  expect(() => write({})).toThrow("nowhere");
});

test("given the answers of the contracts, when what writes them is made, then none has a schema that nothing can be made of", () => {
  const schemas = operations.flatMap(({ responses }) => Object.values(responses));
  expect(schemas.length).toBeGreaterThan(50);
  for (const schema of schemas) expect(() => build(schema as object)).not.toThrow();
});
