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

  test("is a file with its text, named as its first line", async () => {
    const file = noteOf("Bread and milk\n\nFor the weekend");

    expect(file.name).toBe("Bread and milk.txt");
    expect(await file.text()).toBe("Bread and milk\n\nFor the weekend");
  });
});
