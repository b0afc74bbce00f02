import type { StoredEvent } from "@satchel/chassis";
import { type AnyEvent, type BulkId, type ImportId, type LinkId, parseSubject, type UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { linksProjection } from "./projection.ts";
import { tables } from "./tables.ts";

const userId = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;
const id = "8b4571bd-f45a-580c-8bfe-60e1632dbf9a" as LinkId;
const time = new Date("2026-01-02T03:04:05.678Z");
const key = { user_id: userId, id };

/** An event as the journal gives it. */
function stored(event: AnyEvent, place = `links.${id}`): StoredEvent {
  const subject = `journal.3.${userId}.${place}`;
  const at = parseSubject(subject);
  if (at === undefined) throw new Error(subject);
  const correlation = { correlationId: "", causationId: "", traceparent: "" };
  return { ...event, id: "e", version: 1, time, sequence: 42, subject, at, correlation } as StoredEvent;
}

const changes = (event: AnyEvent, place?: string) => linksProjection.project(stored(event, place));
/** What an event of the link's own patches: the bulk call before it can't be undone any more. */
const patched = (set: object) => [
  {
    op: "patch",
    table: "links",
    key,
    set: { bulk_id: null, undo: null, changed_at: time.toISOString(), revision: 42, ...set },
  },
];
const origin = { kind: "page" } as const;

describe("given an event of a link, when it is projected", () => {
  test("a reminder on a day that its month does not have, as was stored once, is what PostgreSQL takes", () => {
    const remindAt = "2026-02-31T09:00:00.000Z";
    expect(changes({ type: "LinkChanged", data: { remindAt } })).toEqual(
      patched({ remind_at: "2026-03-03T09:00:00.000Z", due_since: null }),
    );
  });

  test("a saved link is a whole row, unvisited, in no folder, waiting to be described", () => {
    const [change, ...more] = changes({
      type: "LinkSaved",
      data: { url: "https://Example.com:8443/?utm_source=x", origin },
    });
    expect(more).toEqual([]);
    if (change?.op !== "put") throw new Error("no row is put");
    expect(change).toMatchObject({
      table: "links",
      row: {
        ...key,
        url: "https://Example.com:8443/?utm_source=x",
        host: "example.com:8443",
        own_title: null,
        suggested_title: null,
        own_tags: null,
        folder_id: null,
        is_favorite: false,
        visit_count: 0,
        created_at: "2026-01-02T03:04:05.678Z",
        saved_at: "2026-01-02T03:04:05.678Z",
        position: 42,
        revision: 42,
        number: 42,
        changed_at: "2026-01-02T03:04:05.678Z",
        deleted_at: null,
        enrichment_state: "pending",
      },
    });
    const columns = tables.find(({ name }) => name === "links")?.columns ?? {};
    expect(Object.keys(change.row).sort()).toEqual(Object.keys(columns).sort());
  });

  test("the owner's data is in the row", () => {
    const data = { url: "https://a/", origin };
    const more = { title: "T", suggestedTitle: "S", folderId: 7, tags: ["x"] };
    expect(changes({ type: "LinkSaved", data: { ...data, ...more } })).toMatchObject([
      { row: { own_title: "T", suggested_title: "S", folder_id: 7, own_tags: ["x"] } },
    ]);
  });

  test("saved again, it is on top and there, its folder only if one was named", () => {
    const again = {
      saved_at: "2026-01-02T03:04:05.678Z",
      saved_by: "page",
      position: 42,
      deleted_at: null,
      revision: 42,
    };
    const data = { url: "https://a/", origin };
    expect(changes({ type: "LinkSavedAgain", data })).toEqual(patched(again));
    expect(changes({ type: "LinkSavedAgain", data: { ...data, folderId: null } })).toEqual(
      patched({ ...again, folder_id: null, freed_from: null }),
    );
  });

  test.each([
    [{ isFavorite: true }, { is_favorite: true }],
    [{ folderId: 7 }, { folder_id: 7, freed_from: null }],
    [{ folderId: null }, { folder_id: null, freed_from: null }],
    [{ notes: "N" }, { notes: "N" }],
    [{ notes: "" }, { notes: null }],
    [{ tagsOfPage: true as const }, { own_tags: null }],
    [{ title: "T" }, { own_title: "T" }],
    [{ title: "" }, { own_title: null }],
    [{ description: "D" }, { own_description: "D" }],
    [{ description: "" }, { own_description: null }],
    [{ tags: [] }, { own_tags: [] }],
  ])("changed by %j, just that column changes", (data, set) => {
    expect(changes({ type: "LinkChanged", data })).toEqual(patched({ ...set, revision: 42 }));
  });

  test("visited, the first time is kept and the last one moves on", () => {
    const at = "2026-01-02T03:04:05.678Z";
    expect(changes({ type: "LinkVisited", data: { visitCount: 1 } })).toEqual(
      patched({ visit_count: 1, last_visited_at: at, first_visited_at: at, revision: 42 }),
    );
    expect(changes({ type: "LinkVisited", data: { visitCount: 2 } })).toEqual(
      patched({ visit_count: 2, last_visited_at: at, revision: 42 }),
    );
  });

  test("deleted, the row stays and says when", () => {
    expect(changes({ type: "LinkDeleted", data: {} })).toEqual(
      patched({ deleted_at: "2026-01-02T03:04:05.678Z", revision: 42 }),
    );
  });
});

describe("given an event of a bulk call, when it is projected, the row knows how to undo it", () => {
  const bulkId = "0b0e7c52-52a9-4d2b-8c1c-7e0f3f1d9c22" as BulkId;

  test("changed", () => {
    const before = { isFavorite: false };
    const data = { isFavorite: true, bulk: { bulkId, before } };
    const undo = { kind: "change", before };
    expect(changes({ type: "LinkChanged", data })).toEqual(patched({ is_favorite: true, bulk_id: bulkId, undo }));
  });

  test("merged with others, and as it was before", () => {
    const [createdAt, savedAt, lastAt] = [
      "2024-01-01T00:00:00.000Z",
      "2024-02-01T00:00:00.000Z",
      "2026-01-01T00:00:00.000Z",
    ];
    const ofOthers = [{ linkId: "2c4e6a80-1b3d-5f70-8a92-b4c6d8e0f213" as LinkId, visits: 3 }];
    const before = { past: { createdAt, savedAt, visits: { count: 2, lastAt, ofOthers: [] } } };
    const past = { createdAt, savedAt, visits: { count: 5, lastAt, ofOthers } };
    const columns = { created_at: createdAt, saved_at: savedAt, first_visited_at: null, last_visited_at: lastAt };
    expect(changes({ type: "LinkChanged", data: { past, merged: 1, bulk: { bulkId, before } } })).toEqual(
      patched({
        ...columns,
        visit_count: 5,
        merged_visits: ofOthers,
        bulk_id: bulkId,
        undo: { kind: "change", before },
      }),
    );
    expect(changes({ type: "LinkChanged", data: { ...before, unmerged: true } })).toEqual(
      patched({ ...columns, visit_count: 2, merged_visits: null }),
    );
  });

  test("a final deletion has a time at which it can't be undone any more", () => {
    expect(changes({ type: "LinkDeleted", data: { final: true } })).toEqual(
      patched({ deleted_at: "2025-12-03T03:02:05.678Z" }),
    );
  });

  test("deleted and restored", () => {
    const [deleted] = changes({ type: "LinkDeleted", data: { bulkId } });
    expect(deleted).toMatchObject({ set: { bulk_id: bulkId, undo: { kind: "restore" } } });
    const [restored] = changes({ type: "LinkRestored", data: { bulkId } });
    expect(restored).toMatchObject({ set: { deleted_at: null, bulk_id: bulkId, undo: { kind: "delete" } } });
  });
});

describe("given a link from an import, when it is projected", () => {
  const importId = "7d3a1c3e-52a9-4d2b-8c1c-7e0f3f1d9c33" as ImportId;
  const origin = { kind: "import", importId } as const;

  test("its past is the row's", () => {
    const past = {
      createdAt: "2011-02-03T04:05:06.000Z",
      savedAt: "2012-02-03T04:05:06.000Z",
      visits: { count: 3, lastAt: "2013-02-03T04:05:06.000Z" },
    };
    const own = { description: "D", notes: "N", isFavorite: true };
    const data = { url: "https://a/", origin, ...own, ...past };
    expect(changes({ type: "LinkSaved", data })).toMatchObject([
      {
        row: {
          own_description: "D",
          notes: "N",
          is_favorite: true,
          created_at: past.createdAt,
          saved_at: past.savedAt,
          visit_count: 3,
          first_visited_at: null,
          last_visited_at: past.visits.lastAt,
        },
      },
    ]);
  });

  test("a restored one has the data of the file", () => {
    const data = { url: "https://a/", origin, folderId: null, tags: ["a"], savedAt: "2012-02-03T04:05:06.000Z" };
    expect(changes({ type: "LinkSavedAgain", data })).toMatchObject([
      { set: { saved_at: "2012-02-03T04:05:06.000Z", deleted_at: null, own_tags: ["a"], folder_id: null } },
    ]);
  });
});

test("given a purged link, when that is projected, its row is removed", () => {
  expect(changes({ type: "LinkPurged", data: {} })).toEqual([{ op: "remove", table: "links", key }]);
});

test("given the owner requests a refetch, when that is projected, it is pending, and a bulk call can still be undone", () => {
  expect(changes({ type: "LinkRefreshRequested", data: { url: "https://a/" } })).toEqual([
    {
      op: "patch",
      table: "links",
      key,
      set: {
        revision: 42,
        refresh_requested_at: "2026-01-02T03:04:05.678Z",
        enrichment_state: "pending",
        enrichment_reason: null,
        enrichment_attempts: 0,
        enrichment_next_try_at: null,
      },
    },
  ]);
});

test("given a link that takes the place of another, when it is projected, the call that did so can be undone", () => {
  const bulkId = "0d7a3c61-6c0e-4c53-9f55-0f1a4a1b8a51" as BulkId;
  const data = { url: "https://a/", origin, movedFrom: id, bulkId };
  expect(changes({ type: "LinkSaved", data })).toMatchObject([
    { op: "put", row: { bulk_id: bulkId, undo: { kind: "delete" } } },
  ]);
  expect(changes({ type: "LinkSavedAgain", data: { url: "https://a/", origin, bulkId } })).toMatchObject([
    { op: "patch", set: { bulk_id: bulkId, undo: { kind: "delete" }, deleted_at: null } },
  ]);
});

describe("given an event about something else, when it is projected", () => {
  test("a created folder is known from then on", () => {
    const data = { folderId: 7, name: "F", parentFolderId: null, orderIndex: 0 };
    expect(changes({ type: "FolderCreated", data }, "folders")).toEqual([
      { op: "put", table: "known_folders", row: { user_id: userId, id: 7 } },
    ]);
  });

  test("a deleted folder frees its links, which remember it, before it is forgotten", () => {
    const data = { folderId: 7, removed: [7], placed: [] };
    expect(changes({ type: "FolderDeleted", data }, "folders")).toEqual([
      {
        op: "patchWhere",
        table: "links",
        where: { user_id: userId, folder_id: 7 },
        set: { folder_id: null, freed_from: 7 },
      },
      { op: "remove", table: "known_folders", key: { user_id: userId, id: 7 } },
    ]);
  });

  test("a restored folder is known before it takes its links back", () => {
    const data = { folderId: 7, restored: [7], placed: [] };
    expect(changes({ type: "FolderRestored", data }, "folders")).toEqual([
      { op: "put", table: "known_folders", row: { user_id: userId, id: 7 } },
      {
        op: "patchWhere",
        table: "links",
        where: { user_id: userId, freed_from: 7 },
        set: { folder_id: 7, freed_from: null },
      },
    ]);
  });

  test("no link can be in a smart folder, neither created nor restored", () => {
    const created = { folderId: 7, name: "Food", parentFolderId: null, orderIndex: 0, search: "tag:food" };
    expect(changes({ type: "FolderCreated", data: created }, "folders")).toEqual([]);
    const restored = changes(
      { type: "FolderRestored", data: { folderId: 6, restored: [6, 7], placed: [], smart: [7] } },
      "folders",
    );
    expect(restored.filter(({ op }) => op === "put")).toEqual([
      { op: "put", table: "known_folders", row: { user_id: userId, id: 6 } },
    ]);
  });

  test("an erased user leaves no row in any table", () => {
    const removed = changes({ type: "UserErased", data: {} }, "identity");
    expect(removed.map(({ op, table }) => `${op} ${table}`).sort()).toEqual(
      tables.map(({ name }) => `removeWhere ${name}`).sort(),
    );
    // The links' trigger writes counts while they go, so the counts must go after them.
    const order = removed.map(({ table }) => table);
    expect(order.indexOf("links")).toBeLessThan(order.indexOf("counts"));
  });

  test("the rest changes nothing", () => {
    expect(changes({ type: "AccountRegistered", data: { address: "ada@example.org" } }, "identity")).toEqual([]);
  });
});

describe("given an event, open pages are notified", () => {
  test("of its link", () => {
    expect(linksProjection.announce?.(stored({ type: "LinkDeleted", data: {} }))).toEqual({ userId, id });
  });

  test("of its link when the page was described", () => {
    const event = stored(
      { type: "PageUnreachable", data: { url: "https://a/", attempts: 1, reason: "x" } },
      `enrichment.${id}`,
    );
    expect(linksProjection.announce?.(event)).toEqual({ userId, id });
  });

  test("of nothing when it is about an import", () => {
    const importId = "7d3a1c3e-52a9-4d2b-8c1c-7e0f3f1d9c33" as ImportId;
    const data = { importId, name: "b.html", bytes: 1, format: "html" as const };
    expect(
      linksProjection.announce?.(stored({ type: "ImportStarted", data }, `links.import-${importId}`)),
    ).toBeUndefined();
  });

  test("of nothing when it is about no link", () => {
    const data = { folderId: 7, name: "F", parentFolderId: null, orderIndex: 0 };
    expect(linksProjection.announce?.(stored({ type: "FolderCreated", data }, "folders"))).toBeUndefined();
    expect(linksProjection.announce?.(stored({ type: "UserErased", data: {} }, "identity"))).toBeUndefined();
  });
});
