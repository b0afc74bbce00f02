import { MailCommand, MAILED_NOTE_CHARS } from "@satchel/contracts";
import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { mailCommandIn, subjectCommandIn } from "./mail-command.ts";

describe("a line of a reply", () => {
  test.each([
    ["undo", { kind: "undo" }],
    ["Undo.", { kind: "undo" }],
    ["Rückgängig!", { kind: "undo" }],
    ["#leather", { kind: "tag", tags: ["leather"] }],
    ["  #Leder   #2026-ziele ", { kind: "tag", tags: ["Leder", "2026-ziele"] }],
    ["#c++, #node.js", { kind: "tag", tags: ["c++", "node.js"] }],
    ["folder: Work shop ", { kind: "folder", name: "Work shop" }],
    ["Ordner:Werkstatt", { kind: "folder", name: "Werkstatt" }],
    ["note: compare https://a.example/", { kind: "note", text: "compare https://a.example/" }],
    ["NOTIZ : schön", { kind: "note", text: "schön" }],
    ["? brass buckle", { kind: "search", words: "brass buckle" }],
    ["Suche: Messing", { kind: "search", words: "Messing" }],
    ["read: 3", { kind: "read", number: 3 }],
    ["lesen: #12.", { kind: "read", number: 12 }],
  ])("%j is a command", (line, command) => {
    expect(mailCommandIn(line)).toEqual(command);
  });

  test.each([
    "",
    "Thanks!",
    "undo this please",
    "undone",
    "#12",
    "#leather please",
    "folder:",
    "note:   ",
    "read: 0",
    "read: 1000",
    "read: three",
    "?",
    "?what",
    "What is this? undo",
    "On Friday Satchel wrote:",
    "> undo",
  ])("%j is none", (line) => {
    expect(mailCommandIn(line)).toBeUndefined();
  });

  test("whatever it is, it is a command as the contracts have it, or none", () => {
    const words = fc.constantFrom(
      "undo",
      "#",
      "folder:",
      "note:",
      "? ",
      "search:",
      "read: ",
      "#a ",
      "\u202e",
      "\0",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ unit: "binary" }))), (parts) => {
        const command = mailCommandIn(parts.join(""));
        if (command !== undefined) expect(Value.Errors(MailCommand, command)).toEqual([]);
      }),
    );
    const long = mailCommandIn(`note: ${"x".repeat(100_000)}`);
    expect(long).toEqual({ kind: "note", text: "x".repeat(MAILED_NOTE_CHARS) });
  });
});

test("a subject is a search or asks for an article, and nothing else", () => {
  expect(subjectCommandIn("? brass")).toEqual({ kind: "search", words: "brass" });
  expect(subjectCommandIn("read: 2")).toEqual({ kind: "read", number: 2 });
  for (const subject of ["undo", "#leather", "folder: x", "note: x", "Is it true?"]) {
    expect(subjectCommandIn(subject)).toBeUndefined();
  }
});
