import { expect, test } from "vitest";
import { withNote } from "./notes.ts";

test.each([
  [null, "Mine", "Mine"],
  ["", " Mine\n", "Mine"],
  ["Mine", "Theirs", "Mine\n\nTheirs"],
  ["Mine too", "Mine", "Mine too\n\nMine"],
  ["Mine", "Mine", undefined],
  ["A\n\nB\n\nC", "A\n\nB", undefined],
  ["A\n\nB\n\nC", "B", undefined],
  ["A", undefined, undefined],
  ["A", null, undefined],
  ["A", " \n", undefined],
])("notes %j with %j are %j", (notes, note, united) => {
  expect(withNote(notes, note)).toBe(united);
});
