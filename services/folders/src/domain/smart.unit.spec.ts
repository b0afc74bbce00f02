import { SMART_FOLDERS_PER_USER, texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideChange, decideCreate, decideMove } from "./folders.ts";
import type { FoldersState, FolderState, RemovedFolder } from "./tree.ts";
import { decideRestore } from "./undo.ts";

const folder = (id: number, search: string | null, parentFolderId: number | null = null): FolderState => ({
  id,
  name: `Folder ${id}`,
  suffix: null,
  color: null,
  emoji: null,
  search,
  parentFolderId,
  orderIndex: id - 1,
  promoted: null,
});
const having = (...folders: FolderState[]): FoldersState => ({ folders, removed: [], lastId: folders.length });
const plain = folder(1, null);
const smart = folder(2, "is:broken");
const of = { parentFolderId: null };
const rejection = (code: string, detail: string) => ({ kind: "rejected", error: { code, detail } });

describe("a folder with a search", () => {
  test("is created with its search closed, at the top level or below a folder", () => {
    const request = { name: "Unread", parentFolderId: 1, search: " is:unvisited (tag:food or soup" };
    expect(decideCreate(having(plain), request)).toEqual({
      kind: "event",
      event: {
        type: "FolderCreated",
        data: {
          folderId: 2,
          name: "Unread",
          parentFolderId: 1,
          orderIndex: 0,
          search: "is:unvisited ( tag:food or soup )",
        },
      },
    });
  });

  test.each([[""], ["   "], ["is:nothing"], ["saved:soon"], ["x".repeat(501)], ["a ".repeat(31)]])(
    "with the search %j is neither created nor changed",
    (search) => {
      const refused = { kind: "rejected", error: { code: "invalid", detail: texts.folders.search } };
      expect(decideCreate(having(), { ...of, name: "A", search })).toMatchObject(refused);
      expect(decideChange(having(plain, smart), { folderId: 2, search })).toMatchObject(refused);
    },
  );

  test("gets another search, with nothing else changed; the same one changes nothing", () => {
    const state = having(plain, smart);
    expect(decideChange(state, { folderId: 2, search: "tag:food" })).toEqual({
      kind: "event",
      event: { type: "FolderChanged", data: { folderId: 2, search: "tag:food" } },
    });
    expect(decideChange(state, { folderId: 2, search: " is:broken" })).toMatchObject({ kind: "nothing" });
    expect(decideChange(state, { folderId: 2, emoji: "🍳" })).toMatchObject({
      event: { data: { folderId: 2, emoji: "🍳" } },
    });
  });

  test("is not made of another folder", () => {
    expect(decideChange(having(plain), { folderId: 1, search: "bread" })).toEqual(
      rejection("rejected", texts.folders.notSmart),
    );
  });

  test("contains no folder: none is created in it, and none moved into it", () => {
    const refused = rejection("rejected", texts.folders.intoSmart);
    const state = having(plain, smart, folder(3, "bread"));
    expect(decideCreate(state, { name: "A", parentFolderId: 2 })).toEqual(refused);
    expect(decideMove(state, { folderId: 1, parentFolderId: 2, orderIndex: 0 })).toEqual(refused);
    expect(decideMove(state, { folderId: 3, parentFolderId: 2, orderIndex: 0 })).toEqual(refused);
    expect(decideMove(state, { folderId: 3, parentFolderId: 1, orderIndex: 0 })).toMatchObject({ kind: "event" });
  });

  test("is not the folder that a mail or an import names, and the other way round", () => {
    const state = having(plain, smart);
    const exists = rejection("rejected", texts.folders.exists);
    expect(decideCreate(state, { ...of, name: "Folder 2", orExisting: true })).toEqual(exists);
    expect(decideCreate(state, { ...of, name: "Folder 1", orExisting: true, search: "bread" })).toEqual(exists);
    expect(decideCreate(state, { ...of, name: "folder 2", orExisting: true, search: "bread" })).toEqual({
      kind: "nothing",
      result: { folderId: 2 },
    });
  });

  test("is one of at most 50, restored ones counted, while other folders are free", () => {
    const full = having(...Array.from({ length: SMART_FOLDERS_PER_USER }, (_, at) => folder(at + 1, "bread")));
    const tooMany = rejection("invalid", texts.folders.tooManySmart);
    expect(decideCreate(full, { ...of, name: "A", search: "soup" })).toEqual(tooMany);
    expect(decideCreate(full, { ...of, name: "A" })).toMatchObject({ kind: "event" });
    const gone = (one: FolderState): RemovedFolder => ({ ...one, deletedWith: 60, deletedAt: 0 });
    const removed = [gone(folder(60, null)), gone(folder(61, "soup", 60))];
    expect(decideRestore({ ...full, removed }, { folderId: 60 }, 1)).toEqual(tooMany);
    const room = { ...full, folders: full.folders.slice(1), removed };
    expect(decideRestore(room, { folderId: 60 }, 1)).toMatchObject({
      event: { data: { restored: [60, 61], smart: [61] } },
    });
  });
});
