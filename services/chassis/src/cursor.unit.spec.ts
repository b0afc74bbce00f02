import fc from "fast-check";
import Type from "typebox";
import { expect, test } from "vitest";
import { PlaceSequence, PlaceTime, readCursor, writeCursor } from "./cursor.ts";

const Place = Type.Tuple([PlaceTime, PlaceSequence]);
const time = Date.parse("2026-01-02T03:04:05.678Z");
const invalid = expect.objectContaining({ code: "invalid" }) as Error;

test("given a cursor of a list, then it leads to its place there, and is none of another list", () => {
  const cursor = writeCursor(["links", "anna"], [time, 7]);
  expect(readCursor(["links", "anna"], Place, cursor)).toEqual([time, 7]);
  expect(() => readCursor(["links", "bert"], Place, cursor)).toThrow(invalid);
});

test.each([[[time]], [[time, -1]], [[time, 0.5]], [[1e15, 7]], [["x", 7]], [null], [{}]])(
  "given the place %j, then its cursor is refused",
  (place) => {
    expect(() => readCursor("links", Place, writeCursor("links", place))).toThrow(invalid);
  },
);

test.each(["0.", "=", "\n", "."])("given a cursor with %j behind it, then it is none", (more) => {
  expect(() => readCursor("links", Place, writeCursor("links", [time, 7]) + more)).toThrow(invalid);
});

test("given any text, then it is no cursor", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(() => readCursor("links", Place, text)).toThrow(invalid);
      expect(() => readCursor("links", Place, Buffer.from(text).toString("base64url"))).toThrow(invalid);
    }),
  );
});
