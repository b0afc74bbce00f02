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
