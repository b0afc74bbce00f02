import type { StoredEvent } from "@satchel/chassis";
import { type AnyEvent, parseSubject, type UserId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { foldersProjection } from "./projection.ts";

const userId = "9a1c0e6e-6f2f-4c1e-9a53-0d6f6a1f6a01" as UserId;

/** An event as the journal gives it. */
function stored(event: AnyEvent, place: string): StoredEvent {
  const subject = `journal.3.${userId}.${place}`;
  const at = parseSubject(subject);
  if (at === undefined) throw new Error(subject);
  const correlation = { correlationId: "", causationId: "", traceparent: "" };
  return { ...event, id: "e", version: 1, time: new Date(0), sequence: 42, subject, at, correlation } as StoredEvent;
}

const created = stored(
  { type: "FolderCreated", data: { folderId: 7, name: "Reading", parentFolderId: 3, orderIndex: 2 } },
  "folders",
);
const erased = stored({ type: "UserErased", data: {} }, "identity");

test("given a folder was made, when it is projected, then it is a row and its tree remembers the id and the sequence", () => {
  expect(foldersProjection.project(created)).toEqual([
    {
      op: "put",
      table: "folders",
      row: {
        user_id: userId,
        id: 7,
        own_name: "Reading",
        suffix: null,
        color: null,
        emoji: null,
        search: null,
        parent_folder_id: 3,
        order_index: 2,
        promoted_from: null,
        promoted_index: null,
        promoted_suffix: null,
        deleted_with: null,
        deleted_at: null,
      },
    },
    { op: "put", table: "trees", row: { user_id: userId, last_id: 7, revision: 42 } },
  ]);
});

test("given a user was erased, when it is projected, then no table keeps a row", () => {
  expect(foldersProjection.project(erased)).toEqual(
    ["folders", "trees"].map((table) => ({ op: "removeWhere", table, where: { user_id: userId } })),
  );
});

test("given an event about something else, when it is projected, then nothing changes", () => {
  const event = stored({ type: "LinkDeleted", data: {} }, "links.8b4571bd-f45a-580c-8bfe-60e1632dbf9a");
  expect(foldersProjection.project(event)).toEqual([]);
});

test("events that create, change, move, delete or restore folders are announced to open pages; other events are not", () => {
  const told = (event: AnyEvent) => foldersProjection.announce?.(stored(event, "folders"));
  const folderId = 7;
  expect(foldersProjection.announce?.(created)).toEqual({ userId, id: 7 });
  expect(told({ type: "FolderChanged", data: { folderId, name: "N" } })).toEqual({ userId, id: 7 });
  expect(told({ type: "FolderMoved", data: { folderId, placed: [] } })).toEqual({ userId, id: 7 });
  expect(told({ type: "FolderDeleted", data: { folderId, removed: [7], placed: [] } })).toEqual({ userId, id: 7 });
  expect(told({ type: "FolderRestored", data: { folderId, restored: [7], placed: [] } })).toEqual({ userId, id: 7 });
  expect(told({ type: "FoldersPurged", data: { purged: [7], lastId: 7 } })).toBeUndefined();
  expect(foldersProjection.announce?.(erased)).toBeUndefined();
});
