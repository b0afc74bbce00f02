import { describe, expect, it } from "vitest";
import { chosenDisplay, type DisplayState, readFolders } from "./list.slice.ts";

const before: DisplayState = { as: "list", lists: "newest", finds: "best", tags: "name", folders: { 3: "cards" } };

describe("how links are displayed", () => {
  it("given a choice outside of folders, then it is for all lists without a choice of their own", () => {
    expect(chosenDisplay(before, { display: "compact", folder: null })).toEqual({ ...before, as: "compact" });
  });

  it("given a choice in a folder, then it is for that folder alone", () => {
    const after = chosenDisplay(before, { display: "compact", folder: 7 });
    expect(after).toEqual({ ...before, folders: { 3: "cards", 7: "compact" } });
  });

  it("given the display of all lists in a folder, then the folder has no choice of its own", () => {
    expect(chosenDisplay(before, { display: "list", folder: 3 })).toEqual({ ...before, folders: {} });
  });

  it.each([
    [null, {}],
    ["no JSON", {}],
    ["null", {}],
    ['{"3":"cards","4":"mosaic"}', { 3: "cards" }],
  ])("stored as %s, the displays of folders are %j", (json, folders) => {
    expect(readFolders(json)).toEqual(folders);
  });
});
