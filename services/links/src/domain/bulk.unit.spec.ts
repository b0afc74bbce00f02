import { type BulkAction, type BulkId, type FolderId, type LinkId, NOTES_CHARS, type RuleId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideBulk } from "./bulk.ts";
import type { LinkState, Undo } from "./link-state.ts";

const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
const other = "1b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
const now = new Date("2026-02-01T12:00:00.000Z");
const link: LinkState = {
  deletedAt: null,
  isFavorite: false,
  folderId: 3,
  title: null,
  description: null,
  notes: null,
  tags: null,
  pageTags: ["page"],
  visitCount: 0,
  firstVisitedAt: null,
  lastVisitedAt: null,
  mergedVisits: [],
  remindAt: null,
  isDue: false,
  lastBulk: null,
};
const deleted: LinkState = { ...link, deletedAt: new Date("2026-01-31T12:00:00.000Z") };
const gone: LinkState = { ...link, deletedAt: new Date("2026-01-02T12:00:00.000Z") };
const after = (undo: Undo, more: Partial<LinkState> = {}): LinkState => ({
  ...link,
  ...more,
  lastBulk: { bulkId, undo },
});

const decide = (state: LinkState | undefined, action: BulkAction) => decideBulk(state, action, bulkId, now);
const event = (type: string, data: object) => ({ kind: "event", event: { type, data } });
const unchanged = { kind: "nothing", result: "unchanged" };
const notFound = { kind: "rejected", error: { code: "not-found", detail: "Link not found" } };

describe("given a link, when a bulk call", () => {
  test.each<[string, BulkAction, object, object]>([
    ["moves it", { kind: "move", folderId: 7 }, { folderId: 7 }, { folderId: 3 }],
    ["takes it out of its folder", { kind: "move", folderId: null }, { folderId: null }, { folderId: 3 }],
    ["marks it", { kind: "favorite", isFavorite: true }, { isFavorite: true }, { isFavorite: false }],
    ["tags it", { kind: "tag", tags: [" x "] }, { tags: ["page", "x"] }, { tags: null }],
    ["untags it", { kind: "untag", tags: ["PAGE"] }, { tags: [] }, { tags: null }],
    [
      "annotates it",
      { kind: "annotate", tags: ["x"], folderId: 7, note: "Compare" },
      { tags: ["page", "x"], folderId: 7, notes: "Compare" },
      { tags: null, folderId: 3, notes: "" },
    ],
    ["annotates it with tags alone", { kind: "annotate", tags: ["x"] }, { tags: ["page", "x"] }, { tags: null }],
    ["renames its tag", { kind: "retag", from: "Page", to: "leaf" }, { tags: ["leaf"] }, { tags: null }],
  ])("%s, it is changed, and what it was is told", (_, action, changes, before) => {
    expect(decide(link, action)).toEqual(event("LinkChanged", { ...changes, bulk: { bulkId, before } }));
  });

  test.each<[string, BulkAction]>([
    ["in that folder", { kind: "move", folderId: 3 }],
    ["no favourite", { kind: "favorite", isFavorite: false }],
    ["unvisited", { kind: "visited", isVisited: false }],
    ["tagged so", { kind: "tag", tags: ["Page"] }],
    ["annotated so", { kind: "annotate", tags: ["page"], folderId: 3, note: " " }],
    ["without that tag", { kind: "untag", tags: ["x"] }],
    ["without the tag to rename", { kind: "retag", from: "x", to: "y" }],
  ])("finds it %s already, it stays as it is", (_, action) => {
    expect(decide(link, action)).toEqual(unchanged);
  });

  test("marks it as visited, that is a visit now; as unvisited, it has none, and its undo knows what it had", () => {
    const at = now.toISOString();
    const once = { count: 1, firstAt: at, lastAt: at, ofOthers: [] };
    const never = { count: 0, ofOthers: [] };
    expect(decide(link, { kind: "visited", isVisited: true })).toEqual(
      event("LinkChanged", { visits: once, bulk: { bulkId, before: { visits: never } } }),
    );

    const ofOthers = [{ linkId: "2c4e6a80-1b3d-5f70-8a92-b4c6d8e0f213" as LinkId, visits: 2 }];
    const visited: LinkState = { ...link, visitCount: 5, lastVisitedAt: now, mergedVisits: ofOthers };
    const before = { visits: { count: 5, lastAt: at, ofOthers } };
    expect(decide(visited, { kind: "visited", isVisited: true })).toEqual(unchanged);
    expect(decide(visited, { kind: "visited", isVisited: false })).toEqual(
      event("LinkChanged", { visits: never, bulk: { bulkId, before } }),
    );
    expect(decide(after({ kind: "change", before }), { kind: "undo" })).toEqual(event("LinkChanged", before));
  });

  test("adds a note, it stands below the ones that are there, once, and never makes them too long", () => {
    const noted = { ...link, notes: "First" };
    expect(decide(noted, { kind: "annotate", tags: [], note: "Second" })).toEqual(
      event("LinkChanged", { notes: "First\n\nSecond", bulk: { bulkId, before: { notes: "First" } } }),
    );
    expect(decide({ ...link, notes: "First\n\nSecond" }, { kind: "annotate", tags: [], note: "Second" })).toEqual(
      unchanged,
    );
    const full = { ...link, notes: "x".repeat(NOTES_CHARS) };
    expect(decide(full, { kind: "annotate", tags: ["y"], note: "z" })).toMatchObject({ kind: "rejected" });
  });

  test("deletes or restores it, the event has the id of the call", () => {
    expect(decide(link, { kind: "delete" })).toEqual(event("LinkDeleted", { bulkId }));
    expect(decide(deleted, { kind: "restore" })).toEqual(event("LinkRestored", { bulkId }));
  });

  test("would give it more tags than a link can have, it is refused", () => {
    const tags = Array.from({ length: 50 }, (_, n) => `t${n}`);
    expect(decide({ ...link, tags }, { kind: "tag", tags: ["one more"] })).toMatchObject({ kind: "rejected" });
  });

  test.each<[string, LinkState | undefined, BulkAction]>([
    ["never was", undefined, { kind: "delete" }],
    ["was deleted", deleted, { kind: "move", folderId: null }],
    ["is there", link, { kind: "restore" }],
    ["was deleted 30 days ago", gone, { kind: "restore" }],
    ["was deleted 30 days ago", { ...after({ kind: "restore" }), deletedAt: gone.deletedAt }, { kind: "undo" }],
  ])("finds that it %s, it is not found", (_, state, action) => {
    expect(decide(state, action)).toEqual(notFound);
  });
});

describe("given a link that a bulk call changed last, when that is undone", () => {
  test.each<[string, LinkState, object]>([
    ["its folder is as before", after({ kind: "change", before: { folderId: 3 } }), { folderId: 3 }],
    ["its own tags are as before", after({ kind: "change", before: { tags: ["a"] } }), { tags: ["a"] }],
    ["the page's tags serve again", after({ kind: "change", before: { tags: null } }), { tagsOfPage: true }],
  ])("%s", (_, state, data) => {
    expect(decide(state, { kind: "undo" })).toEqual(event("LinkChanged", data));
  });

  test("a deletion is undone, and a restoration too", () => {
    const restored = decide(after({ kind: "restore" }, { deletedAt: deleted.deletedAt }), { kind: "undo" });
    expect(restored).toEqual(event("LinkRestored", {}));
    expect(decide(after({ kind: "delete" }), { kind: "undo" })).toEqual(event("LinkDeleted", {}));
  });

  test.each<[string, LinkState | undefined]>([
    ["something else changed since", link],
    ["another bulk call changed since", { ...link, lastBulk: { bulkId: other, undo: { kind: "delete" } } }],
    ["never was", undefined],
  ])("one that %s stays as it is", (_, state) => {
    expect(decide(state, { kind: "undo" })).toEqual(unchanged);
  });
});

describe("given a rule that is applied to a link that is there", () => {
  const ruleId = "5f0c8e0e-9f0a-4b39-a0d3-3d0c5d9d7f11" as RuleId;
  const rules = [{ ruleId, name: "Long reads" }];
  const rule = { kind: "rule", ruleId, name: "Long reads" } as const;
  const effects = { done: true, keep: false } as const;

  test("then its event names the rule and what is done beside the link, also where the link itself is as the rule wants", () => {
    expect(decide(link, { ...rule, folderId: 3 as FolderId })).toEqual(unchanged);
    expect(decide(link, { ...rule, folderId: 3 as FolderId, effects })).toEqual(
      event("LinkChanged", { byRules: { rules, effects }, bulk: { bulkId, before: { effects } } }),
    );
  });

  test("then its undo says what is taken back, in one change with the fields of the link", () => {
    expect(decide(after({ kind: "change", before: { isFavorite: false, effects } }), { kind: "undo" })).toEqual(
      event("LinkChanged", { isFavorite: false, undone: effects }),
    );
  });
});
