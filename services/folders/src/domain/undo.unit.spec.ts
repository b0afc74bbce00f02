import { FOLDERS_PER_USER, texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { Tree } from "../../test/tree.ts";
import type { RemovedFolder } from "./tree.ts";
import { decideRestore } from "./undo.ts";

/** A tree of these folders, each `name` or `parent/name`; the first has id 1. */
function grow(...paths: string[]): Tree {
  const tree = new Tree();
  const ids = new Map<string, number>();
  for (const [at, path] of paths.entries()) {
    const [parent, child] = path.split("/");
    const place = child === undefined ? null : (ids.get(parent ?? "") ?? null);
    const error = tree.act({ kind: "create", name: child ?? path, parent: place, emoji: null });
    if (error !== undefined) throw new Error(`${path}: ${error}`);
    ids.set(path, at + 1);
  }
  return tree;
}
const look = (tree: Tree): string[] =>
  tree
    .shown()
    .map(({ name, children }) =>
      children.length === 0 ? name : `${name}(${children.map((child) => child.name).join()})`,
    );
const remove = (tree: Tree, id: number, recursive = false) => tree.act({ kind: "delete", id, recursive });
const restore = (tree: Tree, id: number) => tree.act({ kind: "restore", id });
const wait = (tree: Tree, days: number) => tree.act({ kind: "wait", days });

describe("given a folder with subfolders, when it is deleted", () => {
  test("they move up to its position, in their order", () => {
    const tree = grow("A", "B", "C", "B/X", "B/Y");
    expect(remove(tree, 2)).toBeUndefined();
    expect(look(tree)).toEqual(["A", "X", "Y", "C"]);
  });

  test("with its subfolders, these are deleted too", () => {
    const tree = grow("A", "B", "C", "B/X", "B/Y");
    expect(remove(tree, 2, true)).toBeUndefined();
    expect(look(tree)).toEqual(["A", "C"]);
  });

  test("one whose name is taken above gets the first number that is free", () => {
    const tree = grow("Work", "B", "B/work", "B/Work (2)");
    remove(tree, 2);
    expect(look(tree)).toEqual(["Work", "work (3)", "Work (2)"]);
  });

  test("one may have the name of its parent", () => {
    const tree = grow("A", "A/A");
    remove(tree, 1);
    expect(look(tree)).toEqual(["A"]);
  });

  test("a name of the full length makes room for its number", () => {
    const long = "x".repeat(100);
    const tree = grow(long, "B", `B/${long}`);
    remove(tree, 2);
    expect(look(tree)).toEqual([long, `${"x".repeat(96)} (2)`]);
  });
});

describe("given a deletion, when it is undone", () => {
  test("everything is as before: place, order, names", () => {
    const tree = grow("Work", "B", "C", "B/Work", "B/Y");
    const before = look(tree);
    remove(tree, 2);
    expect(look(tree)).toEqual(["Work", "Work (2)", "Y", "C"]);
    expect(restore(tree, 2)).toBeUndefined();
    expect(look(tree)).toEqual(before);
  });

  test("the same for a folder with subfolders, and for a subfolder alone", () => {
    const tree = grow("A", "B", "B/X", "B/Y");
    remove(tree, 2, true);
    restore(tree, 2);
    remove(tree, 3);
    expect(look(tree)).toEqual(["A", "B(Y)"]);
    restore(tree, 3);
    expect(look(tree)).toEqual(["A", "B(X,Y)"]);
  });

  test("a subfolder that was moved or got subfolders since stays where it is", () => {
    const tree = grow("A", "B", "B/X", "B/Y", "B/Z");
    remove(tree, 2);
    tree.act({ kind: "move", id: 3, parent: 1, index: 0 });
    tree.act({ kind: "create", name: "N", parent: 4, emoji: null });
    restore(tree, 2);
    expect(look(tree)).toEqual(["A(X)", "B(Z)", "Y(N)"]);
  });

  test("a subfolder that was renamed since keeps its new name", () => {
    const tree = grow("X", "B", "B/X (2)", "B/X");
    remove(tree, 2);
    expect(look(tree)).toEqual(["X", "X (2)", "X (3)"]);
    tree.act({ kind: "change", id: 4, name: "New" });
    restore(tree, 2);
    expect(look(tree)).toEqual(["X", "B(X (2),New)"]);
  });

  test("a renamed subfolder that had a number keeps its new name too", () => {
    const tree = grow("B", "B/X");
    remove(tree, 2);
    tree.act({ kind: "create", name: "X", parent: 1, emoji: null });
    restore(tree, 2);
    expect(look(tree)).toEqual(["B(X (2),X)"]);
    remove(tree, 1);
    tree.act({ kind: "change", id: 2, name: "New" });
    restore(tree, 1);
    expect(look(tree)).toEqual(["B(New,X)"]);
  });

  test("a name that was taken in the meantime gets a number", () => {
    const tree = grow("A", "B");
    remove(tree, 1);
    tree.act({ kind: "create", name: "a", parent: null, emoji: null });
    restore(tree, 1);
    expect(look(tree)).toEqual(["A (2)", "B", "a"]);
  });

  test("a subfolder whose parent was deleted too, or became a subfolder, returns to the top level", () => {
    const tree = grow("A", "B", "A/X", "B/Y");
    remove(tree, 3);
    remove(tree, 4);
    remove(tree, 1, true);
    tree.act({ kind: "create", name: "C", parent: null, emoji: null });
    tree.act({ kind: "move", id: 2, parent: 5, index: 0 });
    restore(tree, 3);
    restore(tree, 4);
    expect(look(tree)).toEqual(["Y", "X", "C(B)"]);
  });

  test.each([
    ["it was never deleted", (tree: Tree) => restore(tree, 1)],
    ["it was never there", (tree: Tree) => restore(tree, 9)],
    ["it went along with another", (tree: Tree) => remove(tree, 1, true) ?? restore(tree, 2)],
    ["it was taken back already", (tree: Tree) => remove(tree, 1) ?? restore(tree, 1) ?? restore(tree, 1)],
    ["30 days have passed", (tree: Tree) => remove(tree, 1) ?? wait(tree, 30) ?? restore(tree, 1)],
  ])("it is not found when %s", (_, attempt) => {
    expect(attempt(grow("A", "A/X"))).toBe(texts.folders.notFound);
  });

  test("the 30 days count from the deletion, to the millisecond", () => {
    const tree = grow("A");
    wait(tree, 10);
    remove(tree, 1);
    const [removed] = tree.state.removed;
    const end = (removed?.deletedAt ?? 0) + 30 * 24 * 3600 * 1000;
    expect(decideRestore(tree.state, { folderId: 1 }, end - 1)).toMatchObject({ kind: "event" });
    expect(decideRestore(tree.state, { folderId: 1 }, end)).toMatchObject({ kind: "rejected" });
  });

  test("not beyond the number of folders a user may have", () => {
    const tree = grow("A");
    remove(tree, 1);
    const [removed] = tree.state.removed as [RemovedFolder];
    const folders = Array.from({ length: FOLDERS_PER_USER }, (_, n) => ({ ...removed, id: n + 2, orderIndex: n }));
    const state = { folders, removed: [removed], lastId: FOLDERS_PER_USER + 1 };
    expect(decideRestore(state, { folderId: 1 }, 0)).toMatchObject({ error: { detail: texts.folders.tooMany } });
  });
});

describe("given folders that were deleted 30 days ago", () => {
  test("nothing of them is left, and their ids are not used again", () => {
    const tree = grow("A", "B", "B/X");
    remove(tree, 2, true);
    wait(tree, 30);
    expect(tree.state.removed).toEqual([]);
    expect(JSON.stringify(tree.log)).not.toMatch(/"(B|X)"/);
    tree.act({ kind: "create", name: "N", parent: null, emoji: null });
    expect(tree.shown().map(({ id }) => id)).toEqual([1, 4]);
  });

  test("those that were deleted later can still be restored", () => {
    const tree = grow("A", "B");
    remove(tree, 1);
    wait(tree, 20);
    remove(tree, 2);
    wait(tree, 20);
    expect(restore(tree, 1)).toBe(texts.folders.notFound);
    expect(restore(tree, 2)).toBeUndefined();
    expect(look(tree)).toEqual(["B"]);
  });
});
