import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";
import { COPY_TEXT_BYTES } from "@satchel/contracts";

test("given a short text, when it is cut, then it stays", () => {
  expect(cutText("a\u{1f600}")).toBe("a\u{1f600}");
});

test.each([0, 1, 2, 3])(
  "given a long text, when it would be cut after %i octets of a character, then without it",
  (octets) => {
    const text = `${"a".repeat(COPY_TEXT_BYTES - octets)}\u{1f600}`;
    expect(cutText(`${text}b`)).toBe("a".repeat(COPY_TEXT_BYTES - octets));
  },
);

test("given a text with characters that nobody could read, then these stay, and it takes a moment", () => {
  const unread = "\ufffd".repeat(COPY_TEXT_BYTES / 3 - 1);
  expect(cutText(`${unread}abcd`)).toBe(`${unread}abc`);
});
