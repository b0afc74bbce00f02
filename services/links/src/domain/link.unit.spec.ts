import { type BulkId, type LinkOrigin, TAGS_PER_LINK } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import type { WebAddress } from "./canonical-url.ts";
import {
  decideChange,
  decideDelete,
  decidePurge,
  decideRemind,
  decideRestore,
  decideSave,
  decideVisit,
} from "./link.ts";
import type { LinkState } from "./link-state.ts";

const address: WebAddress = {
  url: "https://example.com/?utm_source=x",
  canonicalUrl: "https://example.com/",
  host: "example.com",
};
const origin: LinkOrigin = { kind: "page" };
const request = { address, origin };
const link: LinkState = {
  deletedAt: null,
  isFavorite: false,
  folderId: null,
  title: null,
  description: null,
  notes: null,
  tags: null,
  pageTags: [],
  visitCount: 0,
  firstVisitedAt: null,
  lastVisitedAt: null,
  mergedVisits: [],
  remindAt: null,
  isDue: false,
  lastBulk: null,
};
const now = new Date("2026-02-01T12:00:00.000Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const deleted: LinkState = { ...link, deletedAt: daysAgo(1) };
const notFound = { kind: "rejected", error: { code: "not-found", detail: "Link not found" } };
const noFolder = {
  kind: "rejected",
  error: { code: "not-found", detail: "Folder not found. It may have already been deleted." },
};
const event = (type: string, data: object) => ({ kind: "event", event: { type, data } });
const nothing = { kind: "nothing", result: {} };

describe("saving", () => {
  const { url } = address;

  test("given a mail, then what it changes at a link that was there can be undone, and a new link is deleted by its own", () => {
    const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;
    const mailed = { ...request, bulkId, folderId: 7, tags: ["new"] };
    expect(decideSave({ ...link, tags: ["old"] }, mailed, true, now)).toEqual(
      event("LinkSavedAgain", {
        url,
        origin,
        folderId: 7,
        tags: ["old", "new"],
        bulkId,
        before: { folderId: null, tags: ["old"] },
      }),
    );
    // Deleted again by an undo, as it was before.
    expect(decideSave(deleted, { ...request, bulkId }, true, now)).toEqual(
      event("LinkSavedAgain", { url, origin, bulkId }),
    );
    expect(decideSave(link, { ...request, bulkId }, true, now)).toEqual(event("LinkSavedAgain", { url, origin }));
    expect(decideSave(undefined, { ...request, bulkId }, true, now)).toEqual(event("LinkSaved", { url, origin }));
  });

  test("given no such link, it is saved as it was sent, under its canonical address", () => {
    expect(decideSave(undefined, request, true, now)).toEqual(event("LinkSaved", { url, origin }));
  });

  test("given title, subject, folder and tags, they are kept, trimmed and on one line, a tag that shows nothing is not", () => {
    const more = {
      title: " Tit\u202ele\u202c ",
      suggestedTitle: "\tSub\r\n\x1bject\n",
      folderId: 7,
      tags: [" a  b ", "A B", "", "\u200b", "c"],
    };
    expect(decideSave(undefined, { ...request, ...more }, true, now)).toEqual(
      event("LinkSaved", {
        url,
        origin,
        title: "Title",
        suggestedTitle: "Sub ject",
        folderId: 7,
        tags: ["a b", "c"],
      }),
    );
  });

  test("given a title of white space, there is none", () => {
    const more = { title: " \u00a0\n\u200b", suggestedTitle: " \u202e\ufeff " };
    expect(decideSave(undefined, { ...request, ...more }, true, now)).toEqual(event("LinkSaved", { url, origin }));
  });

  test.each([
    ["it is there", link],
    ["it was deleted", deleted],
  ])("given %s, it is saved again", (_, state) => {
    expect(decideSave(state, request, true, now)).toEqual(event("LinkSavedAgain", { url, origin }));
  });

  test("given it was deleted 30 days ago, it is a new link, with nothing of what it had", () => {
    const gone: LinkState = { ...link, deletedAt: daysAgo(30), title: "Old", tags: ["old"], folderId: 7 };
    expect(decideSave(gone, { ...request, tags: ["new"] }, true, now)).toEqual(
      event("LinkSaved", { url, origin, tags: ["new"] }),
    );
    const almost = { ...gone, deletedAt: new Date(daysAgo(30).getTime() + 1) };
    expect(decideSave(almost, request, true, now)).toEqual(event("LinkSavedAgain", { url, origin }));
  });

  test("given an existing link, it moves into the named folder, or out of its folder", () => {
    const saved = { url, origin };
    expect(decideSave(link, { ...request, folderId: 7 }, true, now)).toEqual(
      event("LinkSavedAgain", { ...saved, folderId: 7 }),
    );
    expect(decideSave(link, { ...request, folderId: null }, false, now)).toEqual(
      event("LinkSavedAgain", { ...saved, folderId: null }),
    );
  });

  test.each([
    ["a new link", undefined],
    ["one that is there", link],
  ])("given a folder that is none of the user's, %s is not saved", (_, state) => {
    expect(decideSave(state, { ...request, folderId: 7 }, false, now)).toEqual(noFolder);
  });
});

describe("changing", () => {
  test.each([
    ["never was", undefined],
    ["was deleted", deleted],
  ])("given a link that %s, it is not found", (_, state) => {
    expect(decideChange(state, { isFavorite: true }, true, now)).toEqual(notFound);
  });

  test.each([
    ["favourite", { isFavorite: true }],
    ["folder", { folderId: 7 }],
    ["title", { title: "Mine" }],
    ["description", { description: "Mine" }],
    ["note", { notes: "Mine" }],
    ["tags", { tags: ["a"] }],
    ["no tags at all", { tags: [] }],
    ["several at once", { isFavorite: true, folderId: 7, title: "Mine", description: "Mine", tags: ["a"] }],
  ])("given another %s, just that is changed", (_, changes) => {
    expect(decideChange(link, changes, true, now)).toEqual(event("LinkChanged", changes));
  });

  const full: LinkState = { ...link, isFavorite: true, folderId: 7, title: "T", description: "D", tags: ["a", "b"] };

  test.each([
    ["nothing", {}],
    ["favourite", { isFavorite: true }],
    ["folder", { folderId: 7 }],
    ["title", { title: " T " }],
    ["title, with what shows nothing", { title: "\x07T\n\u2066" }],
    ["description", { description: "D\n" }],
    ["tags", { tags: ["a ", "A", "b"] }],
  ])("given the same %s, nothing happens", (_, changes) => {
    expect(decideChange(full, changes, true, now)).toEqual(nothing);
  });

  test("given some values that it has already, only the others are changed", () => {
    expect(decideChange(full, { isFavorite: true, title: "New" }, true, now)).toEqual(
      event("LinkChanged", { title: "New" }),
    );
  });

  test("given tags to be added and removed, those it has otherwise stay, the page's too", () => {
    const changes = { addTags: ["c", "A"], removeTags: ["B", "never there"] };
    expect(decideChange(full, changes, true, now)).toEqual(event("LinkChanged", { tags: ["a", "c"] }));
    const ofPage: LinkState = { ...link, pageTags: ["x", "y"] };
    expect(decideChange(ofPage, { addTags: ["z"] }, true, now)).toEqual(
      event("LinkChanged", { tags: ["x", "y", "z"] }),
    );
    expect(decideChange(ofPage, { removeTags: ["a"], addTags: ["X"] }, true, now)).toEqual(nothing);
    const many = Array.from({ length: TAGS_PER_LINK }, (_, n) => `t${n}`);
    expect(decideChange({ ...link, tags: many }, { addTags: ["one more"] }, true, now)).toMatchObject({
      kind: "rejected",
    });
  });

  test("given tags in another order or case, they are changed", () => {
    expect(decideChange(full, { tags: ["b", "a"] }, true, now)).toEqual(event("LinkChanged", { tags: ["b", "a"] }));
    expect(decideChange(full, { tags: ["A", "b"] }, true, now)).toEqual(event("LinkChanged", { tags: ["A", "b"] }));
  });

  test("given an empty title, the owner's title is removed; without one nothing happens", () => {
    expect(decideChange(full, { title: " " }, true, now)).toEqual(event("LinkChanged", { title: "" }));
    expect(decideChange(link, { title: "", description: "" }, true, now)).toEqual(nothing);
  });

  test("given it lies in a folder, it can be taken out", () => {
    expect(decideChange(full, { folderId: null }, true, now)).toEqual(event("LinkChanged", { folderId: null }));
  });

  test("given a folder that the user does not have, nothing is changed", () => {
    expect(decideChange(link, { isFavorite: true, folderId: 7 }, false, now)).toEqual(noFolder);
  });
});

describe("visiting and deleting", () => {
  test("given a link, each visit counts one more", () => {
    expect(decideVisit(link, { isRepeated: false })).toEqual(event("LinkVisited", { visitCount: 1 }));
    expect(decideVisit({ ...link, visitCount: 41 }, { sessionMark: "m", isRepeated: false })).toEqual(
      event("LinkVisited", { visitCount: 42, sessionMark: "m" }),
    );
  });

  test("by a session that has just visited it, nothing is counted", () => {
    expect(decideVisit(link, { sessionMark: "m", isRepeated: true })).toEqual({ kind: "nothing", result: {} });
  });

  test("given a link, it is deleted", () => {
    expect(decideDelete(link)).toEqual(event("LinkDeleted", {}));
  });

  test.each([
    ["never was", undefined],
    ["was deleted", deleted],
  ])("given a link that %s, it is not found", (_, state) => {
    expect(decideVisit(state, { isRepeated: false })).toEqual(notFound);
    expect(decideDelete(state)).toEqual(notFound);
  });
});

describe("reminders", () => {
  const at = "2026-02-02T08:00:00.000Z";
  const waiting: LinkState = { ...link, remindAt: new Date(at) };
  const due: LinkState = { ...link, remindAt: daysAgo(1), isDue: true };
  const refused = { kind: "rejected", error: { code: "invalid", detail: "The request is not valid" } };

  test("one is set, changed and ended; the same time again changes nothing, unless it had come", () => {
    expect(decideChange(link, { remindAt: at }, true, now)).toEqual(event("LinkChanged", { remindAt: at }));
    expect(decideChange(waiting, { remindAt: at }, true, now)).toEqual(nothing);
    expect(decideChange(waiting, { remindAt: null }, true, now)).toEqual(event("LinkChanged", { remindAt: null }));
    expect(decideChange(link, { remindAt: null }, true, now)).toEqual(nothing);
    const same = { remindAt: daysAgo(1).toISOString() };
    expect(decideChange(due, same, true, now)).toEqual(event("LinkChanged", same));
  });

  test("one can be set with a save", () => {
    expect(decideSave(undefined, { ...request, remindAt: at }, true, now)).toEqual(
      event("LinkSaved", { url: address.url, origin, remindAt: at }),
    );
    expect(decideSave(link, { ...request, remindAt: at }, true, now)).toEqual(
      event("LinkSavedAgain", { url: address.url, origin, remindAt: at }),
    );
  });

  test.each([
    "2026-02-30T25:00:00.000Z",
    // ECMAScript takes it for the 3rd of March.
    "2026-02-31T00:00:00.000Z",
    "0000-01-01T00:00:00.000Z",
    "1999-12-31T00:00:00.000Z",
    "2036-12-01T00:00:00.000Z",
  ])("%s is no time for one", (remindAt) => {
    expect(decideChange(link, { remindAt }, true, now)).toEqual(refused);
    expect(decideSave(undefined, { ...request, remindAt }, true, now)).toEqual(refused);
  });

  test("the link is shown again when the time has come, once, and not when it is deleted", () => {
    const comes = { ...link, remindAt: now };
    expect(decideRemind(comes, now)).toEqual(event("LinkReminderDue", {}));
    for (const state of [undefined, link, waiting, due, { ...comes, deletedAt: daysAgo(1) }]) {
      expect(decideRemind(state, now)).toEqual(nothing);
    }
  });

  test("a visit ends one that is due, also a repeated one, and none that waits", () => {
    expect(decideVisit(due, { isRepeated: false })).toEqual(
      event("LinkVisited", { visitCount: 1, endsReminder: true }),
    );
    expect(decideVisit(due, { isRepeated: true })).toEqual(event("LinkChanged", { remindAt: null }));
    expect(decideVisit(waiting, { isRepeated: false })).toEqual(event("LinkVisited", { visitCount: 1 }));
  });
});

describe("saving an existing link", () => {
  const { url } = address;

  test("given a title, it is the owner's from then on", () => {
    expect(decideSave(link, { ...request, title: " Mine " }, true, now)).toEqual(
      event("LinkSavedAgain", { url, origin, title: "Mine" }),
    );
  });

  test.each([
    ["its own tags", { tags: ["a"] }, ["b", "A"], ["a", "b"]],
    ["the page's tags", { pageTags: ["p"] }, ["b"], ["p", "b"]],
  ])("given %s, those that were sent come to them", (_, has, sent, united) => {
    expect(decideSave({ ...link, ...has }, { ...request, tags: sent }, true, now)).toEqual(
      event("LinkSavedAgain", { url, origin, tags: united }),
    );
  });

  test("given it has them all, its tags stay as they are", () => {
    expect(decideSave({ ...link, tags: ["a"] }, { ...request, tags: ["A"] }, true, now)).toEqual(
      event("LinkSavedAgain", { url, origin }),
    );
  });
});

describe("undoing a deletion", () => {
  test("given it was deleted less than 30 days ago, it is restored", () => {
    expect(decideRestore({ ...link, deletedAt: new Date(daysAgo(30).getTime() + 1) }, now)).toEqual(
      event("LinkRestored", {}),
    );
  });

  test.each([
    ["never was", undefined],
    ["is there", link],
    ["was deleted 30 days ago", { ...link, deletedAt: daysAgo(30) }],
  ])("given a link that %s, it is not found", (_, state) => {
    expect(decideRestore(state, now)).toEqual(notFound);
  });
});

describe("purging", () => {
  test("given it was deleted 30 days ago, it is purged", () => {
    expect(decidePurge({ ...link, deletedAt: daysAgo(30) }, now)).toEqual(event("LinkPurged", {}));
  });

  test.each([
    ["never was", undefined],
    ["is there", link],
    ["was deleted 29 days ago", { ...link, deletedAt: daysAgo(29) }],
  ])("given a link that %s, it stays", (_, state) => {
    expect(decidePurge(state, now)).toEqual(nothing);
  });
});
