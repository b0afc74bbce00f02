import { texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideChange, decideCreate, decideMove } from "./folders.ts";
import type { FoldersState } from "./tree.ts";

/** A, B with the subfolders X and Y, C; ids from 1 on in the order of the names here. */
const names: [string, number | null, number][] = [
  ["A", null, 0],
  ["B", null, 1],
  ["C", null, 2],
  ["X", 2, 0],
  ["Y", 2, 1],
];
const state: FoldersState = {
  folders: names.map(([name, parentFolderId, orderIndex], at) => ({
    id: at + 1,
    name,
    suffix: null,
    color: null,
    emoji: null,
    search: null,
    parentFolderId,
    orderIndex,
    promoted: null,
  })),
  removed: [],
  lastId: 5,
};
const [A, B, C, X, Y] = [1, 2, 3, 4, 5];

describe("given a folder, when it is moved", () => {
  const move = (folderId: number, parentFolderId: number | null, orderIndex: number) =>
    decideMove(state, { folderId, parentFolderId, orderIndex });
  const moved = (folderId: number, ...placed: [number, number | null, number][]) => ({
    kind: "event",
    event: {
      type: "FolderMoved",
      data: {
        folderId,
        placed: placed.map(([id, parent, at]) => ({ folderId: id, parentFolderId: parent, orderIndex: at })),
      },
    },
  });

  test("among its siblings, those in between change their positions", () => {
    expect(move(A, null, 1)).toEqual(moved(A, [B, null, 0], [A, null, 1]));
    expect(move(C, null, 0)).toEqual(moved(C, [C, null, 0], [A, null, 1], [B, null, 2]));
  });

  test("beyond the end, it is the last; before the beginning, the first", () => {
    expect(move(A, null, 99)).toEqual(moved(A, [B, null, 0], [C, null, 1], [A, null, 2]));
    expect(move(Y, B, -1)).toEqual(moved(Y, [Y, B, 0], [X, B, 1]));
  });

  test("to another parent, no gap stays behind", () => {
    expect(move(A, B, 1)).toEqual(moved(A, [A, B, 1], [Y, B, 2], [B, null, 0], [C, null, 1]));
    expect(move(X, null, 0)).toEqual(moved(X, [X, null, 0], [A, null, 1], [B, null, 2], [C, null, 3], [Y, B, 0]));
  });

  test("to where it is, nothing happens", () => {
    expect(move(B, null, 1)).toEqual({ kind: "nothing", result: {} });
    expect(move(C, null, 7)).toEqual({ kind: "nothing", result: {} });
  });

  test.each([
    ["into itself", B, B, "rejected", texts.folders.intoItself],
    ["into its own subfolder", B, X, "rejected", texts.folders.intoDescendant],
    ["into a subfolder", A, X, "rejected", texts.folders.intoFull],
    ["with subfolders into another", B, A, "rejected", texts.folders.depth],
    ["into one that is not there", A, 99, "not-found", texts.folders.parentNotFound],
    ["though it is not there", 99, A, "not-found", texts.folders.notFound],
  ])("%s, it is told why not", (_, folderId, parentFolderId, code, detail) => {
    expect(move(folderId, parentFolderId, 0)).toEqual({ kind: "rejected", error: { code, detail } });
  });

  test("to where its name is taken, the reason for the refusal is given", () => {
    const clash = { ...state, folders: state.folders.map((one) => (one.id === X ? { ...one, name: "c" } : one)) };
    const detail = (folderId: number, parentFolderId: number | null) =>
      decideMove(clash, { folderId, parentFolderId, orderIndex: 0 });
    expect(detail(X, null)).toMatchObject({ error: { code: "rejected", detail: texts.folders.exists } });
    expect(detail(C, B)).toMatchObject({ error: { code: "rejected", detail: texts.folders.existsHere } });
  });
});

describe("given a folder, when it is changed", () => {
  const change = (folderId: number, changes: { name?: string; color?: string | null; emoji?: string | null }) =>
    decideChange(state, { folderId, ...changes });

  test.each([
    [{ name: "  New  name " }, { name: "New name" }],
    [{ name: "b" }, { name: "b" }],
    [{ color: "#a1b2c3" }, { color: "#a1b2c3" }],
    [{ emoji: "🍳" }, { emoji: "🍳" }],
    [
      { name: "N", color: null, emoji: "👩‍🍳" },
      { name: "N", emoji: "👩‍🍳" },
    ],
  ])("by %j, just that is in the event", (changes, data) => {
    const event = { type: "FolderChanged", data: { folderId: B, ...data } };
    expect(change(B, changes)).toEqual({ kind: "event", event });
  });

  test.each([[{}], [{ name: "B" }], [{ name: " B " }], [{ color: null, emoji: null }]])(
    "by %j, which it is already, nothing happens",
    (changes) => expect(change(B, changes)).toEqual({ kind: "nothing", result: {} }),
  );

  test.each([
    ["no name", B, { name: " " }, "rejected", texts.folders.name],
    ["too long a name", B, { name: "x".repeat(101) }, "rejected", texts.folders.nameTooLong],
    ["a sibling's name", B, { name: "ａ" }, "rejected", texts.folders.exists],
    ["the name of a sibling below a parent", X, { name: "y" }, "rejected", texts.folders.existsHere],
    ["what is no emoji", B, { emoji: "B" }, "rejected", texts.folders.emoji],
    ["anything though it is not there", 99, { name: "N" }, "not-found", texts.folders.notFound],
  ])("to have %s, it is told why not", (_, folderId, changes, code, detail) => {
    expect(change(folderId, changes)).toEqual({ kind: "rejected", error: { code, detail } });
  });

  test("a name that got a number loses it with a new name, and keeps it with the same", () => {
    const numbered = { ...state, folders: state.folders.map((one) => (one.id === B ? { ...one, suffix: 2 } : one)) };
    expect(decideChange(numbered, { folderId: B, name: "B (2)" })).toMatchObject({ kind: "nothing" });
    expect(decideChange(numbered, { folderId: B, name: "B" })).toMatchObject({ event: { data: { name: "B" } } });
  });
});

describe("given an emoji for a folder", () => {
  const isAccepted = (emoji: string): boolean =>
    decideCreate(state, { name: "New", parentFolderId: null, emoji }).kind === "event";

  test.each(["🍳", "❤️", "❤", "👩‍🍳", "👨‍👩‍👧‍👦", "👍🏽", "🇨🇭", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈"])("%s is one", (emoji) => {
    expect(isAccepted(emoji)).toBe(true);
  });

  test.each(["", " ", "a", "1", "#", "🍳🍳", "🍳 ", "🇨", "é", "\u200d", "🍳\u0301", "🏽x", "\ufe0f"])(
    "%j is none",
    (emoji) => {
      expect(isAccepted(emoji)).toBe(false);
    },
  );
});
