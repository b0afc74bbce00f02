import { describe, expect, it, test } from "vitest";
import { meaningOf, SHORTCUTS, type Stroke } from "./keys.ts";

const stroke = (key: string, held: Partial<Stroke> = {}): Stroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
  ...held,
});

describe("a key does something", () => {
  test.each([
    ["a slash searches", stroke("/"), "search"],
    ["a slash that needs Shift, as on a German layout", stroke("/", { shiftKey: true }), "search"],
    ["a question mark shows the keys", stroke("?", { shiftKey: true }), "help"],
    ["a bracket that needs AltGr", stroke("[", { ctrlKey: true, altKey: true, isAltGraph: true }), "sidebar"],
    ["Ctrl and K", stroke("k", { ctrlKey: true }), "palette"],
    ["the command key and K", stroke("k", { metaKey: true }), "palette"],
    ["a letter while Caps Lock is on", stroke("N"), "add"],
  ])("%s", (_, pressed, action) => {
    expect(meaningOf(pressed, undefined)).toEqual({ action });
  });
});

describe("a key does nothing here", () => {
  test.each([
    ["what the browser has: Ctrl and N", stroke("n", { ctrlKey: true })],
    ["Ctrl, Shift and K", stroke("K", { ctrlKey: true, shiftKey: true })],
    ["a letter with Alt", stroke("n", { altKey: true })],
    ["a capital", stroke("N", { shiftKey: true })],
    ["K alone, which is another's", stroke("k")],
    ["the second of two without the first", stroke("a")],
    ["a dead key", stroke("Dead")],
  ])("%s", (_, pressed) => {
    expect(meaningOf(pressed, undefined)).toBeUndefined();
  });
});

it("two keys go somewhere, one after the other", () => {
  expect(meaningOf(stroke("g"), undefined)).toEqual({ waiting: "g" });
  expect(meaningOf(stroke("u"), "g")).toEqual({ action: "unvisited" });
  expect(meaningOf(stroke("x"), "g")).toBeUndefined();
  expect(meaningOf(stroke("/"), "g")).toEqual({ action: "search" });
});

it("no two do the same, and no key is asked for twice", () => {
  expect(new Set(SHORTCUTS.map(({ action }) => action)).size).toBe(SHORTCUTS.length);
  const strokes = SHORTCUTS.map(({ key, first = "", command = false }) => `${first} ${key} ${command}`);
  expect(new Set(strokes).size).toBe(SHORTCUTS.length);
});
