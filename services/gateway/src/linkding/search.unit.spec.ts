import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, type SearchNode } from "./search.ts";

/** A search as a text with all brackets and quotes. */
function written(node: SearchNode): string {
  switch (node.kind) {
    case "text":
      return `"${node.value.replace(/[\\"]/g, "\\$&")}"`;
    case "tag":
      return `#${node.value}`;
    case "and":
    case "or":
      return `(${written(node.left)} ${node.kind} ${written(node.right)})`;
    case "not":
      return `not ${written(node.operand)}`;
    default:
      return `!${node.kind}`;
  }
}
const read = (q: string): string | undefined | null => {
  const node = parseSearch(q);
  return node && written(node);
};

test.each([
  ["", undefined],
  ["  ", undefined],
  ["#", undefined],
  ["one", '"one"'],
  ["one two", '("one" and "two")'],
  ["one and two", '("one" and "two")'],
  ["one or two three", '("one" or ("two" and "three"))'],
  ["(one or two) three", '(("one" or "two") and "three")'],
  ["not one two", '(not "one" and "two")'],
  ["NOT (one OR #two)", 'not ("one" or #two)'],
  ["#read-later !unread", "(#read-later and !unread)"],
  ["!untagged", "!untagged"],
  ["!other", "!anything"],
  ['"two words"', '"two words"'],
  ["'it \\'is\\''", "\"it 'is'\""],
  ['"open', '"open"'],
  ["c#sharp", '("c" and #sharp)'],
  ["and", null],
  ["one or", null],
  ["(one", null],
  ["one)", null],
  ["()", null],
  ["not", null],
])("%j is read as %s", (q, expected) => {
  expect(read(q)).toBe(expected);
});

test("a search of very many conditions, or a very long one, finds nothing", () => {
  expect(read("a ".repeat(30))).not.toBeNull();
  expect(read("a ".repeat(31))).toBeNull();
  expect(read("a".repeat(501))).toBeNull();
});

test("whatever is typed is read, or finds nothing", () => {
  const piece = fc.constantFrom("(", ")", '"', "'", "#", "!", "\\", "and ", "or ", "not ", " ", "a", "é", "!unread");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.array(piece, { maxLength: 200 }).map((all) => all.join("")),
      ),
      (q) => {
        const once = read(q);
        if (typeof once === "string") expect(read(once)).toBe(once.length > 500 ? null : once);
      },
    ),
    { numRuns: 500 },
  );
});
