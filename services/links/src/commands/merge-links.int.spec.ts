import { randomUUID } from "node:crypto";
import { type Journal } from "@satchel/chassis";
import {
  type BulkId,
  ChangeLink,
  ChangeLinks,
  DeleteLink,
  type LinkId,
  MERGE_LINKS,
  MergeLinks,
  ReadLinkHistory,
  RestoreLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { enriched, linkEvents } from "../../test/events.ts";
import {
  createFolder,
  errorOf,
  forTests,
  listAll,
  newUser,
  save,
  startSystem,
  type System,
} from "../../test/system.ts";
import { linkIdsOfBulk, listDeletedLinks, listDuplicates } from "../queries/index.ts";
import { mergeLinks } from "./merge-links.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const URLS = ["https://blog.example/article", "http://blog.example/article", "https://www.blog.example/article/"];
const OTHER_PAGE = "https://blog.example/another-article";

/** A user with three links to one page, the oldest first. */
async function three(): Promise<{ userId: UserId; keep: LinkId; others: LinkId[]; all: LinkId[] }> {
  const userId = newUser();
  const all: LinkId[] = [];
  for (const url of URLS) all.push(await save(system, userId, url));
  const [keep, ...others] = all;
  if (keep === undefined) throw new Error("no link");
  return { userId, keep, others, all };
}

const merge = (userId: UserId, keepId: LinkId, otherIds: LinkId[], bulkId?: BulkId) =>
  system.send(MergeLinks, { userId, keepId, otherIds, ...(bulkId === undefined ? {} : { bulkId }) });
const change = (userId: UserId, linkId: LinkId | undefined, changes: object) =>
  system.send(ChangeLink, { userId, linkId: linkId as LinkId, changes });
const visit = async (userId: UserId, linkId: LinkId | undefined, times = 1): Promise<void> => {
  for (let n = 0; n < times; n++) await system.send(VisitLink, { userId, linkId: linkId as LinkId });
};
/** Undoes a call, as the gateway does. */
const undo = async (userId: UserId, bulkId: BulkId) => {
  const linkIds = await linkIdsOfBulk(system.db, userId, bulkId, { limit: 1000 });
  return system.send(ChangeLinks, { userId, bulkId, linkIds, action: { kind: "undo" } });
};
const listed = (userId: UserId) => listAll(system, userId);
const deletedIds = async (userId: UserId): Promise<LinkId[]> =>
  (await listDeletedLinks(system.db, userId, { size: 100 }, new Date())).links.map(({ id }) => id);

describe("given links to one page, when they are merged", () => {
  test("then one link has what all had, the others are among the deleted links, and all is undone as one", async () => {
    const { userId, keep, others, all } = await three();
    const [second, third] = others;
    const folderId = await createFolder(system, userId, "Reading");
    await change(userId, keep, { title: "Mine", notes: "First", tags: ["a"] });
    await change(userId, second, { title: "Theirs", notes: "Second", tags: ["b", "A"], folderId });
    await change(userId, third, { isFavorite: true });
    await visit(userId, keep, 1);
    await visit(userId, second, 2);
    await visit(userId, third, 3);
    const before = await listed(userId);
    const was = (id: LinkId | undefined) => before.find((link) => link.id === id);

    const { bulkId, merged, failed } = await merge(userId, keep, others);
    expect([merged, failed]).toEqual([2, []]);
    expect(await listed(userId)).toEqual([
      {
        ...was(keep),
        tags: ["a", "b"],
        notes: "First\n\nSecond",
        is_favorite: true,
        folder_id: folderId,
        visit_count: 6,
        last_visited_at: was(third)?.last_visited_at,
      },
    ]);
    expect((await deletedIds(userId)).sort()).toEqual([...others].sort());

    expect(await undo(userId, bulkId)).toMatchObject({ changed: 3, failed: [] });
    expect(await listed(userId)).toEqual(before);
    expect(await undo(userId, bulkId)).toMatchObject({ changed: 0 });
    expect(all).toHaveLength(3);
  });

  test("then the newest link that is kept has the dates of the oldest, and no more after an undo", async () => {
    const { userId, keep, others } = await three();
    const [first, , last] = [...(await listed(userId))].reverse();
    const newest = others[1] as LinkId;
    const { bulkId } = await merge(userId, newest, [keep, others[0] as LinkId]);
    expect(await listed(userId)).toMatchObject([
      { id: newest, created_at: first?.created_at, saved_at: first?.saved_at },
    ]);
    await undo(userId, bulkId);
    expect((await listed(userId))[0]).toEqual(last);
  });

  test("then the history of the kept link has a line for it, with the number of links, and one for the undo", async () => {
    const { userId, keep, others } = await three();
    await change(userId, others[0], { notes: "Theirs" });
    const { bulkId } = await merge(userId, keep, others);
    await undo(userId, bulkId);
    const { history } = await system.send(ReadLinkHistory, { userId, linkId: keep });
    expect(history.map(({ what, changes }) => [what, changes])).toEqual([
      ["saved", { url: URLS[0] }],
      ["merged", { notes: "Theirs", visit_count: 0, merged_links: 2 }],
      ["unmerged", { notes: "", visit_count: 0 }],
    ]);
  });

  test("and again as part of the same step, then both are undone together", async () => {
    const { userId, keep, others } = await three();
    await change(userId, others[0], { notes: "Second" });
    await change(userId, others[1], { notes: "Third", isFavorite: true });
    await visit(userId, others[0]);
    const before = await listed(userId);
    const { bulkId } = await merge(userId, keep, others.slice(0, 1));
    expect(await merge(userId, keep, others.slice(1), bulkId)).toMatchObject({ bulkId });
    expect(await listed(userId)).toMatchObject([
      { id: keep, notes: "Second\n\nThird", visit_count: 1, is_favorite: true },
    ]);
    expect(await undo(userId, bulkId)).toMatchObject({ changed: 3 });
    expect(await listed(userId)).toEqual(before);
  });

  test("and the command is sent again, as after a lost answer, then it is done once", async () => {
    const { userId, keep, others } = await three();
    await visit(userId, others[0]);
    const commandId = randomUUID();
    const send = async () => {
      const { result, position } = await system.client.send(
        MergeLinks,
        { userId, keepId: keep, otherIds: others },
        commandId,
        true,
      );
      await system.shows(position);
      return result;
    };
    const first = await send();
    const events = await linkEvents(system, userId);
    expect(await send()).toEqual(first);
    expect(await linkEvents(system, userId)).toEqual(events);
    await undo(userId, first.bulkId);
    // A late repetition does not merge again what was undone.
    await send();
    expect(await listed(userId)).toHaveLength(3);
  });
});

describe("given a merge, when the kept link is changed and then the merge is undone", () => {
  test("then the others are restored, the kept link stays as it is, and merging again counts no visit twice", async () => {
    const { userId, keep, others } = await three();
    await visit(userId, others[0], 4);
    const { bulkId } = await merge(userId, keep, others);
    await visit(userId, keep);
    expect(await undo(userId, bulkId)).toMatchObject({ changed: 2, failed: [] });
    const links = await listed(userId);
    expect(links).toHaveLength(3);
    expect(links.find(({ id }) => id === keep)).toMatchObject({ visit_count: 5 });

    await visit(userId, others[0]);
    await merge(userId, keep, others);
    expect(await listed(userId)).toMatchObject([{ id: keep, visit_count: 6 }]);
  });

  test("and the other way round too", async () => {
    const { userId, keep, others } = await three();
    await visit(userId, others[0], 4);
    const { bulkId } = await merge(userId, keep, others);
    await visit(userId, keep);
    await undo(userId, bulkId);
    await merge(userId, others[0] as LinkId, [keep]);
    expect((await listed(userId)).find(({ id }) => id === others[0])).toMatchObject({ visit_count: 5 });
  });
});

test("given a merge that stopped after its first event, when it is repeated by another call, then no visit is counted twice", async () => {
  const { userId, keep, others } = await three();
  await visit(userId, others[0], 2);
  const { bulkId } = await merge(userId, keep, others);
  // As if it had stopped: the others are here again, the kept link has their data already.
  for (const linkId of others) await system.send(RestoreLink, { userId, linkId });
  await merge(userId, keep, others);
  expect(await listed(userId)).toMatchObject([{ id: keep, visit_count: 2 }]);
  expect(bulkId).toBeDefined();
});

test("given another link that is changed while links are merged, then it stays, is named, and can be merged afterwards", async () => {
  const { userId, keep, others } = await three();
  const [changedOne, left] = others as [LinkId, LinkId];
  let isFirst = true;
  const append: Journal["append"] = async (request) => {
    const appended = await system.journal.append(request);
    if (isFirst) {
      isFirst = false;
      await change(userId, changedOne, { notes: "Written meanwhile" });
    }
    return appended;
  };
  const journal: Journal = Object.create(system.journal, { append: { value: append } });
  const slowly = mergeLinks({ ...system, journal, now: Date.now, ...forTests });
  const context = { commandId: randomUUID(), retry: false };
  const { result, position } = await slowly({ userId, keepId: keep, otherIds: [changedOne, left] }, context);
  await system.shows(position);
  const detail = "Someone changed this at the same moment. Please try again.";
  expect(result).toMatchObject({ merged: 1, failed: [{ linkId: changedOne, detail }] });
  expect(await deletedIds(userId)).toEqual([left]);

  await merge(userId, keep, [changedOne], result.bulkId);
  expect(await listed(userId)).toMatchObject([{ id: keep, notes: "Written meanwhile" }]);
  await undo(userId, result.bulkId);
  expect(await listed(userId)).toHaveLength(3);
});

describe("given another link that was left because it was changed", () => {
  const mergeInParts = async (more: (commandId: string) => Promise<void>) => {
    const { userId, keep, others } = await three();
    const commandId = randomUUID();
    const payload = { userId, keepId: keep, otherIds: others };
    let isFirst = true;
    const append: Journal["append"] = async (request) => {
      const appended = await system.journal.append(request);
      if (!isFirst) return appended;
      isFirst = false;
      await change(userId, others[0], { notes: "Written meanwhile" });
      await more(commandId);
      return appended;
    };
    const journal: Journal = Object.create(system.journal, { append: { value: append } });
    const slowly = mergeLinks({ ...system, journal, now: Date.now, ...forTests });
    return { userId, others, commandId, payload, slowly };
  };
  const again = async (payload: Parameters<ReturnType<typeof mergeLinks>>[0], commandId: string) => {
    const { result, position } = await system.client.send(MergeLinks, payload, commandId, true);
    await system.shows(position);
    return result;
  };

  test("when the same command is sent again, then it is left again", async () => {
    const { userId, others, commandId, payload, slowly } = await mergeInParts(async () => undefined);
    const { result, position } = await slowly(payload, { commandId, retry: false });
    await system.shows(position);
    expect(await again(payload, commandId)).toEqual(result);
    expect(result.failed.map(({ linkId }) => linkId)).toEqual(others.slice(0, 1));
    expect(await deletedIds(userId)).toEqual(others.slice(1));
  });

  test("when the process was killed after the first event, then the repeated command deletes the others alone", async () => {
    const { userId, others, commandId, payload, slowly } = await mergeInParts(async () => {
      throw new Error("killed");
    });
    await expect(slowly(payload, { commandId, retry: false })).rejects.toThrow("killed");
    expect(await again(payload, commandId)).toMatchObject({ merged: 1, failed: [{ linkId: others[0] }] });
    expect(await deletedIds(userId)).toEqual(others.slice(1));
  });

  test("when the same command is carried out twice at once, then neither deletes it", async () => {
    const { userId, others, commandId, payload, slowly } = await mergeInParts(async (id) => {
      const { journal, progress, db } = system;
      const merging = mergeLinks({ journal, progress, db, now: Date.now, ...forTests });
      const { position } = await merging(payload, { commandId: id, retry: false });
      await system.shows(position);
    });
    await slowly(payload, { commandId, retry: false });
    expect(await deletedIds(userId)).not.toContain(others[0]);
  });
});

describe("given links that can't be merged, then nothing happens", () => {
  test("when they lead to different pages", async () => {
    const { userId, keep, others } = await three();
    const another = await save(system, userId, OTHER_PAGE);
    expect(await errorOf(merge(userId, keep, [...others, another]))).toEqual({
      code: "rejected",
      detail: "These links lead to different pages.",
    });
    expect(await listed(userId)).toHaveLength(4);
  });

  test("when one is another account's, was deleted, or never existed", async () => {
    const { userId, keep, others } = await three();
    const theirs = await three();
    const [gone, left] = others as [LinkId, LinkId];
    await system.send(DeleteLink, { userId, linkId: gone });
    for (const id of [theirs.keep, gone, randomUUID() as string as LinkId]) {
      expect(await errorOf(merge(userId, keep, [left, id]))).toMatchObject({ code: "not-found" });
      expect(await errorOf(merge(userId, id, [keep, left]))).toMatchObject({ code: "not-found" });
    }
    expect(await listed(userId)).toHaveLength(2);
    expect(await listed(theirs.userId)).toHaveLength(3);
  });

  test("when one is named twice, or is the kept one", async () => {
    const { userId, keep, others } = await three();
    const [first] = others as [LinkId, LinkId];
    for (const ids of [[first, first], [first, keep], [keep]]) {
      expect(await errorOf(merge(userId, keep, ids))).toMatchObject({ code: "invalid" });
    }
    expect(await errorOf(merge(userId, keep, []))).toMatchObject({ code: "invalid" });
    expect(await linkEvents(system, userId)).toHaveLength(3);
  });
});

test("given more links to one page than one call merges, then all are merged call by call, and that is undone as one", async () => {
  const userId = newUser();
  const url = "https://shop.example/page";
  const keep = await save(system, userId, url);
  const ids: LinkId[] = [];
  // Not all at once: a busy machine would answer the last too late.
  while (ids.length < MERGE_LINKS + 10) {
    const numbers = Array.from({ length: 10 }, (_, n) => ids.length + n);
    ids.push(...(await Promise.all(numbers.map((n) => save(system, userId, `https://short.example/${n}`)))));
  }
  await Promise.all(
    ids.map((id, n) =>
      enriched(system, userId, id, "PageDescribed", {
        url: `https://short.example/${n}`,
        finalUrl: url,
        attempts: 1,
        page: { tags: [] },
      }),
    ),
  );
  let bulkId: BulkId | undefined;
  for (;;) {
    const { pages } = await listDuplicates(system.db, userId, undefined);
    const others = pages[0]?.links.map(({ id }) => id).filter((id) => id !== keep) ?? [];
    if (others.length === 0) break;
    expect(others.length).toBeLessThan(MERGE_LINKS);
    bulkId = (await merge(userId, keep, others, bulkId)).bulkId;
  }
  expect((await listed(userId)).map(({ id }) => id)).toEqual([keep]);
  if (bulkId === undefined) throw new Error("nothing was merged");
  expect(await undo(userId, bulkId)).toMatchObject({ changed: ids.length + 1, failed: [] });
  expect(await listed(userId)).toHaveLength(ids.length + 1);
});
