import { type ImportId, importTexts, type LinkEvent } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { readWebAddress, type WebAddress } from "../domain/canonical-url.ts";
import type { Bookmark } from "./formats/index.ts";
import { badAddress, decideImport, type ImportedLink, type ExistingLink, linkOf, placeOf } from "./imported-link.ts";
import { FOLDERS_DEEP, TAGS_READ } from "./limits.ts";

const importId = "7d3a1c3e-52a9-4d2b-8c1c-7e0f3f1d9c33" as ImportId;
const now = new Date("2026-01-01T00:00:00Z");
const undated = new Date("2025-12-31T23:59:59.990Z");
const address = readWebAddress("https://example.org/?utm_source=x") as WebAddress;

const link = (more: Partial<Bookmark> = {}): ImportedLink =>
  linkOf({ kind: "bookmark", url: address.url, ...more }, address, undated, now);

const there: ExistingLink = { deletedAt: null, hasDescription: true, hasNotes: true, hasTags: true };
const decide = (kept: ExistingLink | undefined, more?: Partial<Bookmark>, folderId: number | null = null) =>
  decideImport(kept, link(more), importId, folderId, now) as LinkEvent;

describe("what comes along", () => {
  test("given a link that never was, then it is kept with all that the file says", () => {
    const event = decide(
      undefined,
      {
        title: " A\n title ",
        description: "d",
        notes: "n",
        tags: ["x", "X", " y "],
        isFavorite: true,
        createdAt: new Date("2020-01-01"),
        savedAt: new Date("2021-01-01"),
        visits: { count: 2, lastAt: new Date("2022-01-01") },
      },
      7,
    );

    expect(event).toEqual({
      type: "LinkSaved",
      data: {
        url: "https://example.org/?utm_source=x",
        origin: { kind: "import", importId },
        folderId: 7,
        title: "A title",
        description: "d",
        notes: "n",
        tags: ["x", "y"],
        isFavorite: true,
        createdAt: "2020-01-01T00:00:00.000Z",
        savedAt: "2021-01-01T00:00:00.000Z",
        visits: { count: 2, lastAt: "2022-01-01T00:00:00.000Z" },
      },
    });
  });

  test("given a deleted link, then it comes back as the file has it", () => {
    expect(decide({ ...there, deletedAt: new Date("2025-12-03") }, { title: "A", tags: [] })).toMatchObject({
      type: "LinkSavedAgain",
      data: { title: "A", tags: [], isFavorite: false, folderId: null },
    });
  });

  test("given a link that was deleted 30 days ago, then it is a new link", () => {
    expect(decide({ ...there, deletedAt: new Date("2025-12-02") }, { title: "A" })).toEqual(
      decide(undefined, { title: "A" }),
    );
  });

  test("given a link that is there with texts of its own, then nothing happens", () => {
    expect(decide(there, { title: "Other", description: "d", notes: "n", tags: ["t"] }, 7)).toBeUndefined();
  });

  test("given a link that is there without notes, description and tags, then it gets those, and nothing else", () => {
    const bare = { ...there, hasDescription: false, hasNotes: false, hasTags: false };

    expect(decide(bare, { title: "Other", description: "d", notes: "n", tags: ["t"], isFavorite: true }, 7)).toEqual({
      type: "LinkChanged",
      data: { description: "d", notes: "n", tags: ["t"] },
    });
    expect(decide(bare)).toBeUndefined();
  });
});

describe("limits", () => {
  test("texts are cut to what is kept, by characters", () => {
    const long = link({
      title: "🍞".repeat(400),
      description: "d".repeat(5000),
      notes: "n".repeat(20_000),
      tags: [...Array.from({ length: 60 }, (_, n) => `${n}`), "t".repeat(100)],
    });

    expect(Array.from(long.title)).toHaveLength(300);
    expect(long.description).toHaveLength(1000);
    expect(long.notes).toHaveLength(10_000);
    expect(long.tags).toHaveLength(50);
    expect(link({ tags: ["t".repeat(100)] }).tags).toEqual(["t".repeat(40)]);
  });

  test("of tags and folders without end only the first are looked at", () => {
    const doubled = Array<string>(TAGS_READ).fill("kept");
    expect(link({ tags: [...doubled, "late"] }).tags).toEqual(["kept"]);
    expect(link({ tags: [...doubled.slice(1), "late"] }).tags).toEqual(["kept", "late"]);
    expect(placeOf([...Array<string>(FOLDERS_DEEP).fill(""), "late"])).toEqual([]);
  });

  test("what no table can hold is dropped from texts", () => {
    expect(link({ title: "a\u0000b\ud800c", notes: "x\u0000\n\ty" })).toMatchObject({
      title: "ab\ufffdc",
      notes: "x\n\ty",
    });
  });

  test.each([
    ["before the web", new Date("1970-01-02")],
    ["in the future", new Date("2026-01-03")],
    ["nonsense", new Date(Number.NaN)],
    ["none", undefined],
  ])("a date that is %s is the import's own", (_what, savedAt) => {
    expect(link({ savedAt })).toMatchObject({
      savedAt: "2025-12-31T23:59:59.990Z",
      createdAt: "2025-12-31T23:59:59.990Z",
    });
  });

  test("a link was not made after it was last saved", () => {
    const dates = { createdAt: new Date("2024-01-01"), savedAt: new Date("2023-01-01") };

    expect(link(dates).createdAt).toBe("2023-01-01T00:00:00.000Z");
  });
});

test.each([
  [[], []],
  [["A"], ["A"]],
  [
    ["A", "B"],
    ["A", "B"],
  ],
  [
    ["A", "B", "C", "D"],
    ["A", "B / C / D"],
  ],
  [
    [" ", "A ", "", "B"],
    ["A", "B"],
  ],
  [["x".repeat(200)], ["x".repeat(100)]],
  [
    ["A", "b".repeat(60), "c".repeat(60)],
    ["A", `${"b".repeat(60)} / ${"c".repeat(37)}`],
  ],
])("folders %j are placed as %j", (folders, place) => {
  expect(placeOf(folders)).toEqual(place);
});

test.each([
  ["javascript:alert(1)", "Only addresses that begin with http: or https: are web addresses."],
  ["place:sort=8", "Only addresses that begin with http: or https: are web addresses."],
  ["data:text/html,x", "Only addresses that begin with http: or https: are web addresses."],
  ["chrome://settings", "Only addresses that begin with http: or https: are web addresses."],
  ["nonsense", "This is no web address."],
  ["", "This entry has no address."],
  [`https://example.org/${"x".repeat(3000)}`, "The address is too long."],
])("%.30s is skipped with a reason", (url, reason) => {
  expect(readWebAddress(url)).toBeUndefined();
  expect(badAddress({ kind: "bookmark", url }).reason).toBe(reason);
});

test.each(["?x3_Yz-", "/shaare/x3_Yz-"])("%s is named as a note of Shaarli, by its title", (url) => {
  expect(badAddress({ kind: "bookmark", url, title: "Milk" })).toEqual({
    kind: "fault",
    text: "Milk",
    reason: importTexts.noLink,
  });
});
