import { describe, expect, test } from "vitest";
import { FILE_NAME_CHARS } from "./limits/index.ts";
import { namesAfter, noteName } from "./notes.ts";
import { isVisible } from "./visible.ts";

describe("a note is called as its first line", () => {
  test.each([
    ["Bread and milk\n\nFor the weekend", "Bread and milk.txt"],
    ["\n  Bread  \r\nmilk", "Bread.txt"],
    ["# Bread\nmilk", "Bread.txt"],
    ["#bread", "#bread.txt"],
    ["On 28/11 or C:\\temp", "On 28-11 or C:-temp.txt"],
    ["tab\tand\u0007 bell \u202eright", "tab and bell right.txt"],
    ["half \ud83c", "half \ufffd.txt"],
    ["🍞".repeat(96), `${"🍞".repeat(95)}….txt`],
  ])("%j: %j", (text, name) => {
    expect(noteName(text)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(FILE_NAME_CHARS);
  });
});

describe("a text that is changed", () => {
  test.each([
    ["a note that is called as its first line follows it", "Bread.txt", false, { name: "Milk.txt", title: "Milk" }],
    ["another file keeps its name", "list.txt", false, { name: "list.txt" }],
    ["what has no name gets none", "", false, { name: "" }],
    ["Markdown has its heading as its title", "list.md", true, { name: "list.md", title: "Milk" }],
  ])("%s", (_, name, isMarkdown, names) => {
    expect(namesAfter(name, "Bread\nwords", "# Milk\nwords", isMarkdown)).toEqual(names);
  });

  test("Markdown whose heading is gone has no title", () => {
    expect(namesAfter("list.md", "# Bread", "words", true)).toEqual({ name: "list.md" });
  });

  test("a note stays a note, however often it is changed", () => {
    const first = namesAfter("Bread.txt", "Bread", "Milk\none", false);
    expect(namesAfter(first.name, "Milk\none", "Milk\ntwo", false)).toEqual(first);
    expect(namesAfter(first.name, "Milk\ntwo", "Eggs", false)).toEqual({ name: "Eggs.txt", title: "Eggs" });
  });
});

test("a text without anything that can be seen is not visible", () => {
  expect(["", " \n", "\u200b\u2060", "-", "🍞"].map(isVisible)).toEqual([false, false, false, true, true]);
});
