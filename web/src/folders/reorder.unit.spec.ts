import { type Folder, texts } from "@satchel/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Placement } from "../kit/dnd/parts.ts";
import { canHaveChildren, decideMove, decideStep, decideUnder, placeOf, rowsOf, withMove } from "./tree.ts";

const look = { color: null, emoji: null, search: null };

/** A tree from names: `{ Reading: ["Essays"], Kitchen: [] }`. Ids count from 1, from top to bottom. */
function treeOf(names: Readonly<Record<string, readonly string[]>>): Folder[] {
  let id = 0;
  return Object.entries(names).map(([name, children], order_index) => {
    const parent = ++id;
    return {
      ...look,
      id: parent,
      name,
      parent_folder_id: null,
      order_index,
      children: children.map((child, index) => ({
        ...look,
        id: ++id,
        name: child,
        parent_folder_id: parent,
        order_index: index,
        children: [],
      })),
    };
  });
}

const tree = treeOf({ Reading: ["Essays", "Papers"], Kitchen: [], Travel: ["Alps"], Work: [] });
const idOf = (name: string): number => rowsOf(tree).find((row) => row.name === name)?.id ?? 0;
const nameOf = (id: number | null): string | null => rowsOf(tree).find((row) => row.id === id)?.name ?? null;

function decide(moving: string, placement: Placement | undefined, target: string) {
  const decision = decideMove(tree, idOf(moving), idOf(target), placement);
  if (decision.kind === "refused") return decision.text;
  if (decision.kind === "stay") return "stays";
  return `${decision.move.new_order_index} in ${nameOf(decision.move.parent_folder_id) ?? "the top level"}`;
}

describe("a folder that is dropped on another", () => {
  it.each<[string, Placement, string, string]>([
    // Among its siblings: the place counts the others only.
    ["Work", "before", "Reading", "0 in the top level"],
    ["Work", "after", "Reading", "1 in the top level"],
    ["Reading", "after", "Work", "3 in the top level"],
    ["Reading", "before", "Travel", "1 in the top level"],
    ["Papers", "before", "Essays", "0 in Reading"],
    // Where it is already.
    ["Kitchen", "after", "Reading", "stays"],
    ["Kitchen", "before", "Travel", "stays"],
    ["Kitchen", "before", "Kitchen", "stays"],
    ["Essays", "before", "Papers", "stays"],
    ["Alps", "into", "Travel", "stays"],
    ["Essays", "into", "Reading", "stays"],
    // To another parent.
    ["Essays", "after", "Kitchen", "2 in the top level"],
    ["Essays", "before", "Reading", "0 in the top level"],
    ["Essays", "after", "Alps", "1 in Travel"],
    ["Kitchen", "before", "Alps", "0 in Travel"],
    ["Kitchen", "into", "Work", "0 in Work"],
    ["Essays", "into", "Work", "0 in Work"],
  ])("%s %s %s: %s", (moving, placement, target, expected) => {
    expect(decide(moving, placement, target)).toBe(expected);
  });

  it.each<[string, Placement, string, string]>([
    ["Kitchen", "into", "Kitchen", texts.folders.intoItself],
    ["Reading", "into", "Essays", texts.folders.intoDescendant],
    ["Reading", "before", "Essays", texts.folders.intoDescendant],
    ["Reading", "after", "Papers", texts.folders.intoDescendant],
    // Into a folder on the second level.
    ["Kitchen", "into", "Alps", texts.folders.intoFull],
    ["Essays", "into", "Papers", texts.folders.intoFull],
    // Into a folder that has subfolders.
    ["Kitchen", "into", "Reading", texts.folders.intoFull],
    // One that has subfolders itself.
    ["Reading", "into", "Kitchen", texts.folders.intoFull],
    ["Reading", "before", "Alps", texts.folders.intoFull],
    ["Reading", "after", "Alps", texts.folders.intoFull],
    // Gone meanwhile, on this side or on that.
    ["Nothing", "into", "Kitchen", texts.folders.reorderNotFound],
    ["Kitchen", "before", "Nothing", texts.folders.reorderNotFound],
  ])("%s %s %s is refused: %s", (moving, placement, target, expected) => {
    expect(decide(moving, placement, target)).toBe(expected);
  });

  it("is refused where it is not known which part of the other it was dropped on", () => {
    expect(decide("Kitchen", undefined, "Work")).toBe(texts.folders.reorderNowhere);
  });

  it("is refused where one of them is the virtual folder, even if that stood in the tree", () => {
    const [first] = tree;
    if (first === undefined) throw new Error("no folder");
    const withVirtual = [{ ...first, id: -1, children: [] }, ...tree];
    for (const [moving, target] of [
      [-1, idOf("Kitchen")],
      [idOf("Kitchen"), -1],
    ] as const) {
      expect(decideMove(withVirtual, moving, target, "after")).toEqual({
        kind: "refused",
        text: texts.folders.reorderNotFound,
      });
    }
  });
});

describe("a smart folder", () => {
  const withSmart = [
    ...tree,
    { ...look, id: 20, name: "Unread", parent_folder_id: null, order_index: 4, children: [], search: "is:unvisited" },
  ];

  it("contains nothing, and is moved like any other", () => {
    expect(decideMove(withSmart, idOf("Kitchen"), 20, "into")).toEqual({
      kind: "refused",
      text: texts.folders.intoSmart,
    });
    expect(decideUnder(withSmart, idOf("Essays"), 20)).toEqual({ kind: "refused", text: texts.folders.intoSmart });
    expect(
      rowsOf(withSmart)
        .filter(canHaveChildren)
        .map(({ name }) => name),
    ).not.toContain("Unread");
    expect(decideMove(withSmart, 20, idOf("Kitchen"), "before")).toMatchObject({ move: { new_order_index: 1 } });
    expect(decideMove(withSmart, 20, idOf("Kitchen"), "into")).toMatchObject({
      move: { parent_folder_id: idOf("Kitchen") },
    });
  });

  it("has no search in a tree that an older page stored", () => {
    const { search: _, ...older } = look;
    const stored = [{ ...older, id: 1, name: "Reading", parent_folder_id: null, order_index: 0, children: [] }];
    expect(rowsOf(stored as unknown as Folder[])[0]?.search).toBeNull();
  });
});

describe("a folder that is moved by the menu", () => {
  const under = (moving: string, parent: string) => decideUnder(tree, idOf(moving), idOf(parent));

  it("goes behind the subfolders that its new parent has already", () => {
    expect(under("Kitchen", "Reading")).toEqual({
      kind: "move",
      move: { folder_id: idOf("Kitchen"), new_order_index: 2, parent_folder_id: idOf("Reading") },
    });
    expect(under("Kitchen", "Work").kind).toBe("move");
    expect(under("Essays", "Reading").kind).toBe("stay");
    expect(under("Reading", "Travel").kind).toBe("refused");
  });

  it.each([
    ["Reading", "up", "stay"],
    ["Reading", "down", 1],
    ["Kitchen", "up", 0],
    ["Work", "down", "stay"],
    ["Papers", "up", 0],
    ["Alps", "down", "stay"],
    ["Nothing", "up", "refused"],
  ] as const)("%s one %s: %s", (name, step, expected) => {
    const decision = decideStep(tree, idOf(name), step);
    expect(decision.kind === "move" ? decision.move.new_order_index : decision.kind).toBe(expected);
  });
});

describe("the tree that is shown before the server answers", () => {
  const anyTree = fc
    .array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 })
    .map((counts) =>
      treeOf(
        Object.fromEntries(
          counts.map((count, index) => [
            `F${index}`,
            Array.from({ length: count }, (_, child) => `F${index}.${child}`),
          ]),
        ),
      ),
    );
  const placement = fc.constantFrom<Placement>("before", "into", "after");

  it("has every folder once, in the place that was decided, with its siblings in order", () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(), placement, (folders, a, b, where) => {
        const rows = rowsOf(folders);
        const moving = rows[a % rows.length]?.id ?? 0;
        const decision = decideMove(folders, moving, rows[b % rows.length]?.id ?? 0, where);
        if (decision.kind !== "move") return;
        const after = withMove(folders, decision.move);
        const ids = rowsOf(after).map((row) => row.id);
        expect(ids.toSorted((x, y) => x - y)).toEqual(rows.map((row) => row.id).toSorted((x, y) => x - y));
        expect(placeOf(after, moving)).toEqual(decision.move);
        for (const siblings of [after, ...after.map((folder) => folder.children)]) {
          expect(siblings.map((folder) => folder.order_index)).toEqual(siblings.map((_, index) => index));
        }
        // Nobody else changed parents, and the move back restores the tree.
        const back = placeOf(folders, moving);
        if (back === undefined) throw new Error("it was nowhere");
        expect(withMove(after, back)).toEqual(folders);
      }),
    );
  });

  it("stays as it is where the move no longer fits", () => {
    expect(withMove(tree, { folder_id: 99, new_order_index: 0, parent_folder_id: null })).toEqual(tree);
    expect(withMove(tree, { folder_id: idOf("Work"), new_order_index: 0, parent_folder_id: 99 })).toEqual(tree);
  });
});
