import {
  type BulkId,
  type LinkId,
  MERGED_VISITS,
  MERGES_REMEMBERED,
  NOTES_CHARS,
  TAGS_PER_LINK,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { decideBulk } from "./bulk.ts";
import { decideMerge, type MergeableLink } from "./merge.ts";

const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
const earlier = "1b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
const link = (n: number, more: Partial<MergeableLink> = {}): MergeableLink => ({
  id: `2c4e6a80-1b3d-5f70-8a92-00000000000${n}` as LinkId,
  pageId: "the-page",
  deletedAt: null,
  isFavorite: false,
  folderId: null,
  title: null,
  description: null,
  notes: null,
  tags: null,
  pageTags: [],
  visitCount: 0,
  remindAt: null,
  isDue: false,
  lastBulk: null,
  mergedVisits: [],
  createdAt: new Date(`2026-01-0${n}T00:00:00.000Z`),
  savedAt: new Date(`2026-01-1${n}T00:00:00.000Z`),
  firstVisitedAt: null,
  lastVisitedAt: null,
  ...more,
});
const merge = (keep: MergeableLink | undefined, others: readonly (MergeableLink | undefined)[]) =>
  decideMerge(keep, { others, bulkId });

/** The data of the kept link's event. */
function dataOf(...args: Parameters<typeof merge>) {
  const decision = merge(...args);
  if (decision.kind !== "event" || decision.event.type !== "LinkChanged") throw new Error(JSON.stringify(decision));
  return decision.event.data;
}
const visited = (count: number, first: string, last: string): Partial<MergeableLink> => ({
  visitCount: count,
  firstVisitedAt: new Date(first),
  lastVisitedAt: new Date(last),
});

describe("given links to one page, when they are merged, then the kept one", () => {
  test("has the tags of all, the oldest link's first, each once, and those of its page if it showed them", () => {
    const keep = link(3, { pageTags: ["page"] });
    const data = dataOf(keep, [link(2, { tags: ["new", "Page"] }), link(1, { tags: ["old"] })]);
    expect(data.tags).toEqual(["page", "old", "new"]);
    expect(data.bulk?.before.tags).toBeNull();
  });

  test("has the first tags of all, as many as a link can have", () => {
    const tags = (from: string, number: number) => Array.from({ length: number }, (_, n) => `${from}${n}`);
    const data = dataOf(link(2, { tags: tags("kept", 30) }), [link(1, { tags: tags("other", 30) })]);
    expect(data.tags).toEqual([...tags("kept", 30), ...tags("other", TAGS_PER_LINK - 30)]);
  });

  test("has the visits of all, and the earliest dates", () => {
    const keep = link(2, visited(2, "2026-02-02T00:00:00.000Z", "2026-02-03T00:00:00.000Z"));
    const others = [link(1, visited(3, "2026-02-01T00:00:00.000Z", "2026-02-05T00:00:00.000Z")), link(3)];
    const data = dataOf(keep, others);
    expect(data.past).toEqual({
      createdAt: "2026-01-01T00:00:00.000Z",
      savedAt: "2026-01-11T00:00:00.000Z",
      visits: {
        count: 5,
        firstAt: "2026-02-01T00:00:00.000Z",
        lastAt: "2026-02-05T00:00:00.000Z",
        ofOthers: [{ linkId: link(1).id, visits: 3 }],
      },
    });
    expect(data.merged).toBe(2);
    expect(data.bulk?.before.past).toEqual({
      createdAt: "2026-01-02T00:00:00.000Z",
      savedAt: "2026-01-12T00:00:00.000Z",
      visits: { count: 2, firstAt: "2026-02-02T00:00:00.000Z", lastAt: "2026-02-03T00:00:00.000Z", ofOthers: [] },
    });
  });

  test("is a favourite if one of them was, and stays in its folder, or gets that of the oldest link in one", () => {
    expect(dataOf(link(2), [link(1, { isFavorite: true })])).toMatchObject({ isFavorite: true });
    expect(dataOf(link(2, { folderId: 7 }), [link(1, { folderId: 3 })])).not.toHaveProperty("folderId");
    expect(dataOf(link(1), [link(3, { folderId: 3 }), link(2, { folderId: 2 })])).toMatchObject({
      folderId: 2,
      bulk: { before: { folderId: null } },
    });
  });

  test("has the notes of all, a blank line apart, and none of them twice; its title and description stay", () => {
    const texts = { title: "Theirs", description: "Theirs" };
    const data = dataOf(link(2, { notes: "Mine\n\nShared" }), [
      link(1, { notes: "Theirs", ...texts }),
      link(3, { notes: "Shared" }),
      link(4),
    ]);
    expect(data).toMatchObject({ notes: "Mine\n\nShared\n\nTheirs", bulk: { before: { notes: "Mine\n\nShared" } } });
    expect(data).not.toHaveProperty("title");
    expect(data).not.toHaveProperty("description");
    expect(dataOf(link(2), [link(1, { notes: "Theirs" })]).bulk?.before.notes).toBe("");
  });

  test("changes in nothing else where it has everything already", () => {
    const data = dataOf(link(1, { isFavorite: true, tags: ["a"], notes: "n" }), [link(2, { tags: ["A"] })]);
    expect(Object.keys(data).sort()).toEqual(["bulk", "merged", "past"]);
  });
});

describe("given links that can't be merged, then nothing happens", () => {
  const rejected = (code: string, detail: unknown = expect.any(String)) => ({
    kind: "rejected",
    error: { code, detail },
  });
  const deleted = { deletedAt: new Date("2026-02-01T00:00:00.000Z") };

  test.each<[string, MergeableLink | undefined, MergeableLink | undefined]>([
    ["the kept one is nobody's", undefined, link(2)],
    ["the kept one is deleted", link(1, deleted), link(2)],
    ["another one is nobody's", link(1), undefined],
    ["another one is deleted", link(1), link(2, deleted)],
    [
      "another one was deleted by another call",
      link(1),
      link(2, { ...deleted, lastBulk: { bulkId: earlier, undo: { kind: "restore" } } }),
    ],
  ])("when %s: not found", (_, keep, other) => {
    expect(merge(keep, [link(3), other])).toEqual(rejected("not-found", "Link not found"));
  });

  test("when one leads to another page", () => {
    const expected = rejected("rejected", "These links lead to different pages.");
    expect(merge(link(1), [link(2), link(3, { pageId: "another" })])).toEqual(expected);
  });

  test("when their notes are too long together", () => {
    const half = "n".repeat(NOTES_CHARS / 2);
    expect(merge(link(1, { notes: half }), [link(2, { notes: `${half}m` })])).toEqual(rejected("rejected"));
  });
});

describe("given visits that were merged before, when the link is merged again, then they are not counted twice", () => {
  const other = link(2, { visitCount: 5 });
  const containing = (visits: number, own: number): MergeableLink =>
    link(1, { visitCount: own + visits, mergedVisits: [{ linkId: other.id, visits }] });

  test("but those since are", () => {
    const { visits } = dataOf(containing(3, 4), [other]).past ?? {};
    expect(visits).toMatchObject({ count: 9, ofOthers: [{ linkId: other.id, visits: 5 }] });
    expect(dataOf(containing(5, 4), [other]).past?.visits.count).toBe(9);
  });

  test("and neither are they when the other one is kept, or a third one", () => {
    expect(dataOf(other, [containing(5, 4)]).past?.visits).toMatchObject({
      count: 9,
      ofOthers: [{ linkId: link(1).id, visits: 4 }],
    });
    const third = link(3, { visitCount: 1 });
    expect(dataOf(third, [containing(5, 4), other]).past?.visits.count).toBe(10);
  });

  test("and only the last merged links are remembered, whose visits stay in the count", () => {
    const mergedVisits = Array.from({ length: MERGES_REMEMBERED }, (_, n) => ({
      linkId: `2c4e6a80-1b3d-5f70-8a92-1${String(n).padStart(11, "0")}` as LinkId,
      visits: 1,
    }));
    const { count, ofOthers } = dataOf(link(1, { mergedVisits, visitCount: 250 }), [other]).past?.visits ?? {};
    expect([count, ofOthers]).toEqual([255, [...mergedVisits.slice(1), { linkId: other.id, visits: 5 }]]);
  });

  test("and counts stay within what a table can hold", () => {
    const many = { visitCount: MERGED_VISITS };
    expect(dataOf(link(1, many), [link(2, many)]).past?.visits.count).toBe(MERGED_VISITS);
  });
});

describe("given a merge, when it is undone", () => {
  const undo = (keep: MergeableLink, before: object) => {
    const state = { ...keep, lastBulk: { bulkId, undo: { kind: "change" as const, before } } };
    return decideBulk(state, { kind: "undo" }, bulkId, new Date("2026-03-01T00:00:00.000Z"));
  };

  test("then the kept link is as it was", () => {
    const keep = link(2, { notes: null, pageTags: ["page"] });
    const data = dataOf(keep, [link(1, { notes: "Theirs", tags: ["x"], isFavorite: true, folderId: 3 })]);
    const past = {
      createdAt: keep.createdAt.toISOString(),
      savedAt: keep.savedAt.toISOString(),
      visits: { count: 0, ofOthers: [] },
    };
    expect(undo(keep, data.bulk?.before ?? {})).toEqual({
      kind: "event",
      event: {
        type: "LinkChanged",
        data: { isFavorite: false, folderId: null, notes: "", tagsOfPage: true, past, unmerged: true },
      },
    });
  });

  test("given a second merge of the same call, then it is as it was before both", () => {
    const keep = link(2, { notes: "Mine", visitCount: 1 });
    const before = dataOf(keep, [link(1, { notes: "First", visitCount: 2 })]).bulk?.before ?? {};
    const merged = { ...keep, notes: "Mine\n\nFirst", visitCount: 3 };
    const lastBulk = { bulkId, undo: { kind: "change" as const, before } };
    const second = dataOf({ ...merged, lastBulk }, [link(3, { notes: "Second", isFavorite: true })]);
    expect(second).toMatchObject({ notes: "Mine\n\nFirst\n\nSecond", past: { visits: { count: 3 } } });
    expect(second.bulk?.before).toEqual({ ...before, isFavorite: false });
  });
});
