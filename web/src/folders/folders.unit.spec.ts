import { type Folder, texts } from "@satchel/contracts";
import { describe, expect, it } from "vitest";
import { createErrorText } from "./folders.api.ts";
import { canHaveChildren, findFolder, initialsOf, rowsOf, withoutDuplicates } from "./tree.ts";

const folder = (id: number, name: string, children: Folder["children"] = []): Folder => ({
  id,
  name,
  parent_folder_id: null,
  order_index: 0,
  color: null,
  emoji: null,
  search: null,
  children,
});
const child = (id: number, name: string): Folder["children"][number] => ({
  id,
  name,
  parent_folder_id: 1,
  order_index: 0,
  color: null,
  emoji: null,
  search: null,
  children: [],
});

describe("the folder tree", () => {
  const tree = [folder(1, "Reading", [child(2, "Essays")]), folder(3, "Kitchen")];

  it("is read from top to bottom, and only its top level can have subfolders", () => {
    expect(rowsOf(tree).map((row) => [row.name, canHaveChildren(row)])).toEqual([
      ["Reading", true],
      ["Essays", false],
      ["Kitchen", true],
    ]);
  });

  it("finds a folder on any level", () => {
    expect(findFolder(tree, 2)?.name).toBe("Essays");
    expect(findFolder(tree, 9)).toBeUndefined();
  });

  it("shows each folder once", () => {
    const twice = [
      folder(1, "Reading", [child(2, "Essays"), child(2, "Essays")]),
      folder(2, "Essays"),
      folder(1, "Reading"),
    ];
    expect(rowsOf(withoutDuplicates(twice)).map((row) => row.id)).toEqual([1, 2]);
  });
});

describe("a folder that could not be made", () => {
  it.each([
    [400, texts.folders.exists, false, texts.folders.exists],
    [400, texts.folders.existsHere, true, texts.folders.existsHere],
    [400, texts.folders.depth, true, texts.folders.depth],
    [401, "", false, texts.session.expired],
    [500, "", false, texts.folders.createFailed],
    [0, "", true, texts.folders.createSubfolderFailed],
  ])("%i %j (subfolder: %s) says %j", (status, detail, isSubfolder, said) => {
    expect(createErrorText({ status, detail }, isSubfolder)).toBe(said);
  });
});

it.each([
  ["Recipes", "RE"],
  ["To read later", "TR"],
  ["é", "É"],
  ["  über-mut", "ÜM"],
  ["料理の本", "料理"],
  ["!?", "?"],
])("the folder “%s” is %s where there is no room for its name", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
