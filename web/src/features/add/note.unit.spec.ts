import { describe, expect, test } from "vitest";
import { isNote, noteOf } from "./note.ts";

describe("a note", () => {
  test.each([
    ["", false],
    [" \n", false],
    ["https://example.com/a", false],
    ["example.com\nhttps://example.com/b", false],
    ["Bread", true],
    ["Look: https://example.com/a", true],
    ["ftp://example.com/", true],
  ])("%j is one: %s", (text, expected) => {
    expect(isNote(text)).toBe(expected);
  });

  test.each([
    ["Bread and milk\n\nFor the weekend", "Bread and milk.txt"],
    ["\n  Bread  \r\nmilk", "Bread.txt"],
    ["# Bread\nmilk", "Bread.txt"],
    ["#bread", "#bread.txt"],
    ["On 28/11 or C:\\temp", "On 28-11 or C:-temp.txt"],
    ["🍞".repeat(96), `${"🍞".repeat(95)}….txt`],
  ])("%j is named by its first line", async (text, name) => {
    const file = noteOf(text);

    expect(file.name).toBe(name);
    expect(await file.text()).toBe(text);
  });
});
