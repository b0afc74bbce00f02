import { type CreateFolder, FOLDER_NAME_CHARS, FOLDERS_PER_USER } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideCreate, type Request } from "./folders.ts";
import type { FoldersState, FolderState } from "./tree.ts";

const none: FoldersState = { folders: [], removed: [], lastId: 0 };
const folder = (id: number, name: string, parentFolderId: number | null = null, orderIndex = 0): FolderState => ({
  id,
  name,
  suffix: null,
  color: null,
  emoji: null,
  search: null,
  parentFolderId,
  orderIndex,
  promoted: null,
});
const having = (...folders: FolderState[]): FoldersState => ({
  folders,
  removed: [],
  lastId: Math.max(0, ...folders.map(({ id }) => id)),
});
const create = (state: FoldersState, name: string, more: Partial<Request<typeof CreateFolder>> = {}) =>
  decideCreate(state, { name, parentFolderId: null, ...more });
const created = (data: object) => ({ kind: "event", event: { type: "FolderCreated", data } });
const rejection = (code: string, detail: string) => ({ kind: "rejected", error: { code, detail } });

const taken = rejection("rejected", "A folder with this name already exists.");
const takenHere = rejection("rejected", "A folder with this name already exists in this location.");
const badName = rejection("rejected", "Folder name must not be empty");
const longName = rejection("rejected", "Folder name must be at most 100 characters long");

/** The name that a folder called so gets, or why it does not. */
function nameOf(name: string): string {
  const decision = create(none, name);
  return decision.kind === "event" ? (decision.event.data as { name: string }).name : decision.kind;
}

describe("given a place for it, a folder is made at the end of its siblings", () => {
  test("the first one", () => {
    expect(create(none, "Reading")).toEqual(
      created({ folderId: 1, name: "Reading", parentFolderId: null, orderIndex: 0 }),
    );
  });

  test("after those of the top level", () => {
    const state = having(folder(1, "A"), folder(2, "B", 1), folder(3, "C", 1), folder(4, "D"));
    expect(create(state, "E")).toEqual(created({ folderId: 5, name: "E", parentFolderId: null, orderIndex: 2 }));
  });

  test("after those of its parent", () => {
    const state = having(folder(1, "A"), folder(2, "B", 1), folder(3, "C"));
    expect(create(state, "E", { parentFolderId: 1 })).toEqual(
      created({ folderId: 4, name: "E", parentFolderId: 1, orderIndex: 1 }),
    );
  });

  test("with an id that no folder had before, not even one that is gone", () => {
    expect(create({ folders: [folder(1, "A")], removed: [], lastId: 9 }, "B")).toMatchObject({
      event: { data: { folderId: 10 } },
    });
  });
});

describe("given an invalid name, the reason is given", () => {
  test.each(["", "   ", "\u0000\u0001", "\u202e"])("without a visible character: %j", (name) => {
    expect(create(none, name)).toEqual(badName);
  });

  test("a name that is too long", () => expect(create(none, "x".repeat(FOLDER_NAME_CHARS + 1))).toEqual(longName));
});

describe("given a parent", () => {
  test("that does not exist, it is not found", () => {
    expect(create(having(folder(1, "A")), "B", { parentFolderId: 2 })).toEqual(
      rejection("not-found", "Parent folder not found"),
    );
  });

  test("that is a subfolder, the folder is refused: there are two levels", () => {
    expect(create(having(folder(1, "A"), folder(2, "B", 1)), "C", { parentFolderId: 2 })).toEqual(
      rejection("rejected", "Maximum folder depth is 2 levels."),
    );
  });
});

describe("given a sibling of the same name, there is no second one", () => {
  test.each([
    ["the same", "Reading", "Reading"],
    ["in another case", "Reading", "rEADING"],
    ["in another case that has other letters", "Straße", "STRASSE"],
    ["with a final sigma", "ΟΔΟΣ", "οδος"],
    ["with white space around", "Reading", "  Reading\n"],
    ["with other white space within", "To read", "To\u00a0\t read"],
    ["with its accents composed otherwise", "Caf\u00e9", "Cafe\u0301"],
    ["in full-width letters", "Reading", "Ｒｅａｄｉｎｇ"],
    ["with a ligature", "Offline", "O\ufb04ine"],
    ["with letters that nobody sees", "Reading", "Rea\u200bd\u00ading\u202e"],
    ["with NUL within", "To read", "To\0read"],
  ])("%s", (_, one, other) => {
    expect(create(having(folder(1, one)), other)).toEqual(taken);
    expect(create(having(folder(1, nameOf(other))), one)).toEqual(taken);
  });

  test("below a parent, the message says so", () => {
    const state = having(folder(1, "A"), folder(2, "B", 1));
    expect(create(state, "b", { parentFolderId: 1 })).toEqual(takenHere);
  });

  test("with orExisting the existing one is the answer", () => {
    const state = having(folder(1, "A"), folder(2, "B", 1));
    expect(create(state, " a ", { orExisting: true })).toEqual({ kind: "nothing", result: { folderId: 1 } });
    expect(create(state, "b", { orExisting: true, parentFolderId: 1 })).toEqual({
      kind: "nothing",
      result: { folderId: 2 },
    });
    expect(create(state, "C", { orExisting: true })).toMatchObject({ kind: "event" });
  });

  test("but below another parent the name may be the same", () => {
    const state = having(folder(1, "A"), folder(2, "B", 1), folder(3, "C"));
    expect(create(state, "B")).toMatchObject({ kind: "event" });
    expect(create(state, "A", { parentFolderId: 1 })).toMatchObject({ kind: "event" });
    expect(create(state, "B", { parentFolderId: 3 })).toMatchObject({ kind: "event" });
  });

  test.each([
    ["an accent", "Resume", "Résumé"],
    ["punctuation", "A-B", "A B"],
    ["a digit", "2025", "2026"],
  ])("and names that differ by %s are two", (_, one, other) => {
    expect(create(having(folder(1, one)), other)).toMatchObject({ kind: "event" });
  });
});

describe("given a name, it is stored as it is shown", () => {
  test.each([
    ["trimmed", "\u2003 Reading \u00a0\ufeff", "Reading"],
    ["with one blank for all white space within", "To \t\r\n\u2028 read", "To read"],
    ["composed", "Cafe\u0301", "Caf\u00e9"],
    ["without NUL and other controls", "a\0b\u001b[31mc\u0085d", "a b [31mc d"],
    ["without half of a letter", "a\ud83db", "a\ufffdb"],
    ["in letters from right to left", "قراءة לקרוא", "قراءة לקרוא"],
    ["without what turns the text around it", "abc\u202egpj.exe\u2066", "abcgpj.exe"],
    ["with its joiners, which make other letters", "👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"],
    ["with full-width letters as they are", "Ｒｅａｄｉｎｇ", "Ｒｅａｄｉｎｇ"],
    ["with markup as it is", "<b>&amp;</b>", "<b>&amp;</b>"],
  ])("%s", (_, given, kept) => expect(nameOf(given)).toBe(kept));

  test.each(["", " ", "\n\t", "\u00a0\u2003", "\0", "\u200b", "\u202e\u2066", "\u200d\ufe0f", "\u3164"])(
    "%j is invisible and is no name",
    (name) => expect(create(none, name)).toEqual(badName),
  );

  test.each([
    ["letters", "a"],
    ["letters that take two units of UTF-16", "😀"],
  ])(`up to ${FOLDER_NAME_CHARS} %s`, (_, letter) => {
    const longest = letter.repeat(FOLDER_NAME_CHARS);
    expect(nameOf(` ${longest} `)).toBe(longest);
    expect(nameOf(longest + letter)).toBe("rejected");
  });

  test("counted in the stored form", () => {
    expect(nameOf("e\u0301".repeat(FOLDER_NAME_CHARS))).toBe("\u00e9".repeat(FOLDER_NAME_CHARS));
    expect(nameOf("a".repeat(FOLDER_NAME_CHARS - 2) + "    b")).toHaveLength(FOLDER_NAME_CHARS);
  });
});

describe("given as many folders as a user may have", () => {
  const full = having(...Array.from({ length: FOLDERS_PER_USER }, (_, n) => folder(n + 1, `F${n}`)));

  test("there is no further one", () => {
    expect(create(full, "One more")).toEqual(rejection("rejected", "You have reached the maximum number of folders."));
    expect(create(full, "One more", { parentFolderId: 1 })).toMatchObject({ kind: "rejected" });
  });

  test("an existing one is still found", () => {
    expect(create(full, "f7", { orExisting: true })).toEqual({ kind: "nothing", result: { folderId: 8 } });
  });

  test("one less leaves room for one", () => {
    const almost = { ...full, folders: full.folders.slice(1) };
    expect(create(almost, "One more")).toMatchObject({ event: { data: { folderId: FOLDERS_PER_USER + 1 } } });
  });
});
