import { randomUUID } from "node:crypto";
import {
  ChangeLink,
  ChangeLinks,
  DeleteLink,
  type LinkId,
  MoveLink,
  REFRESH_SECONDS,
  REFRESHES_PER_MINUTE,
  RefreshLink,
  type UserId,
  VisitLink,
} from "@satchel/contracts";
import { beforeAll, describe, expect, test } from "vitest";
import { enriched, linkEvents } from "../../test/events.ts";
import { createFolder, errorOf, listAll, newUser, save, startSystem, type System } from "../../test/system.ts";
import { findLinkDetail } from "../queries/detail.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

const OLD = "https://blog.example/2019/an-article";
const NEW = "https://ada.example/writing/an-article";
const detail = (userId: UserId, id: LinkId) => findLinkDetail(system.db, userId, id);
const described = (userId: UserId, id: LinkId, url: string, page: object = { title: "Page's", tags: ["page"] }) =>
  enriched(system, userId, id, "PageDescribed", { url, finalUrl: url, attempts: 1, page });

describe("requesting a refetch of a link's page", () => {
  test("given a described page, then it is pending from then on, and shows the former description", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    await described(userId, linkId, OLD);
    await system.send(RefreshLink, { userId, linkId });
    expect(await detail(userId, linkId)).toMatchObject({
      title: "Page's",
      enrichment: { state: "pending", reason: null, attempts: 0, next_try_at: null },
    });
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkRefreshRequested"]);
  });

  test("given a recent request, then another one does nothing while it is pending, and is too early afterwards", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    await described(userId, linkId, OLD);
    await system.send(RefreshLink, { userId, linkId });
    await system.send(RefreshLink, { userId, linkId });
    expect(await linkEvents(system, userId)).toHaveLength(2);
    await described(userId, linkId, OLD);
    const error = await errorOf(system.send(RefreshLink, { userId, linkId }));
    expect(error.code).toBe("limited");
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(REFRESH_SECONDS);
  });

  test("given another user's link, or a deleted one, then it is not found", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    expect(await errorOf(system.send(RefreshLink, { userId: newUser(), linkId }))).toMatchObject({ code: "not-found" });
    await system.send(DeleteLink, { userId, linkId });
    expect(await errorOf(system.send(RefreshLink, { userId, linkId }))).toMatchObject({ code: "not-found" });
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkDeleted"]);
  });

  test("given more requests of a user than allowed in a minute, then these are answered 429 with a time, and other users are served", async () => {
    const userId = newUser();
    const linkId = randomUUID() as LinkId;
    for (let n = 0; n < REFRESHES_PER_MINUTE; n++) {
      expect((await errorOf(system.send(RefreshLink, { userId, linkId }))).code).toBe("not-found");
    }
    expect(await errorOf(system.send(RefreshLink, { userId, linkId }))).toMatchObject({
      code: "limited",
      retryAfter: expect.any(Number),
    });
    const other = newUser();
    await system.send(RefreshLink, { userId: other, linkId: await save(system, other, OLD) });
  });

  test("given title, description and tags of the owner, then no page replaces them", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    await system.send(ChangeLink, {
      userId,
      linkId,
      changes: { title: "Mine", description: "My words", tags: ["my"] },
    });
    await system.send(RefreshLink, { userId, linkId });
    await described(userId, linkId, OLD, { title: "Page's", description: "Page's", tags: ["page"] });
    expect(await detail(userId, linkId)).toMatchObject({ title: "Mine", description: "My words", tags: ["my"] });
  });
});

describe("what is shown of a link", () => {
  test("given tries that fail, then state, reason, time and tries are right at every moment", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    const enrichment = async () => (await detail(userId, linkId))?.enrichment;
    expect(await enrichment()).toEqual({
      state: "pending",
      reason: null,
      tried_at: null,
      attempts: 0,
      next_try_at: null,
    });
    const nextTryAt = "2030-01-01T00:00:00.000Z";
    await enriched(system, userId, linkId, "PageFetchFailed", { url: OLD, attempts: 1, reason: "timeout", nextTryAt });
    expect(await enrichment()).toEqual({
      state: "pending",
      reason: "timeout",
      tried_at: expect.any(String),
      attempts: 1,
      next_try_at: nextTryAt,
    });
    await enriched(system, userId, linkId, "PageUnreachable", { url: OLD, attempts: 5, reason: "tls-failed" });
    expect(await enrichment()).toMatchObject({ state: "failed", reason: "tls-failed", attempts: 5, next_try_at: null });
    await system.send(RefreshLink, { userId, linkId });
    expect(await enrichment()).toMatchObject({ state: "pending", reason: null, attempts: 0 });
    await described(userId, linkId, OLD);
    expect(await enrichment()).toMatchObject({ state: "done", reason: null, attempts: 1 });
  });

  test("given a page that can't be fetched, then the mail's subject is the title, else the words of the address", async () => {
    const userId = newUser();
    const failed = { url: OLD, attempts: 1, reason: "wall-login", urlTitle: "An article" };
    const plain = await save(system, userId, OLD);
    await enriched(system, userId, plain, "PageUnreachable", failed);
    expect((await detail(userId, plain))?.title).toBe("An article");
    const mailed = await save(system, userId, NEW, { suggestedTitle: "Read this" });
    await enriched(system, userId, mailed, "PageUnreachable", { ...failed, url: NEW });
    expect((await detail(userId, mailed))?.title).toBe("Read this");
  });

  test("given links that lead to one page, then each tells the others of the same user, without the deleted ones", async () => {
    const [userId, stranger] = [newUser(), newUser()];
    const [article, short, deleted, other] = [
      await save(system, userId, NEW),
      await save(system, userId, "https://t.example/AbC"),
      await save(system, userId, "https://t.example/deleted"),
      await save(system, userId, OLD),
    ];
    const theirs = await save(system, stranger, NEW);
    for (const id of [short, deleted]) {
      await enriched(system, userId, id, "PageDescribed", {
        url: "https://t.example/x",
        finalUrl: `${NEW}?utm_source=t`,
        attempts: 1,
        page: { tags: [], siteName: "Ada's" },
      });
    }
    await system.send(DeleteLink, { userId, linkId: deleted });
    expect(await detail(userId, article)).toMatchObject({ same_as: [short], final_url: null });
    expect(await detail(userId, short)).toMatchObject({
      same_as: [article],
      final_url: `${NEW}?utm_source=t`,
      site_name: "Ada's",
    });
    expect((await detail(userId, other))?.same_as).toEqual([]);
    expect((await detail(stranger, theirs))?.same_as).toEqual([]);
    expect(await detail(stranger, article)).toBeUndefined();
    expect(await detail(userId, deleted)).toBeUndefined();
  });
});

describe("moving a link to the new address of its page", () => {
  /** A link of which a check found that it has moved. */
  async function moved(userId: UserId): Promise<LinkId> {
    const linkId = await save(system, userId, OLD, { title: "Mine", tags: ["my"] });
    await described(userId, linkId, OLD);
    await enriched(system, userId, linkId, "PageHealthChanged", { url: OLD, health: "moved", newUrl: NEW });
    return linkId;
  }
  const move = (userId: UserId, linkId: LinkId, newUrl = NEW) => system.send(MoveLink, { userId, linkId, newUrl });
  const undo = (userId: UserId, bulkId: never, linkIds: LinkId[]) =>
    system.send(ChangeLinks, { userId, bulkId, linkIds, action: { kind: "undo" } });

  test("given a link with all of an owner's data, then it is at the new address, at its place, and the old one is deleted", async () => {
    const userId = newUser();
    const folderId = await createFolder(system, userId, "Reading");
    const linkId = await moved(userId);
    await system.send(ChangeLink, {
      userId,
      linkId,
      changes: { folderId, isFavorite: true, notes: "Note", description: "My words" },
    });
    await system.send(VisitLink, { userId, linkId });
    const newer = await save(system, userId, "https://newer.example/");
    const before = await detail(userId, linkId);
    const { linkId: there } = await move(userId, linkId);
    expect(await detail(userId, linkId)).toBeUndefined();
    const kept = "title description notes tags is_favorite folder_id visit_count first_visited_at last_visited_at";
    const shown = await detail(userId, there);
    for (const field of [...kept.split(" "), "created_at", "saved_at"] as "title"[]) {
      expect([field, shown?.[field]]).toEqual([field, before?.[field]]);
    }
    expect(shown).toMatchObject({ url: NEW, enrichment: { state: "pending" } });
    expect((await listAll(system, userId)).map(({ id }) => id)).toEqual([newer, there]);
  });

  test("given an undo, then both links are as before", async () => {
    const userId = newUser();
    const linkId = await moved(userId);
    const before = await detail(userId, linkId);
    const { linkId: there, bulkId } = await move(userId, linkId);
    expect(await undo(userId, bulkId as never, [linkId, there])).toMatchObject({ changed: 2 });
    expect(await detail(userId, linkId)).toEqual(before);
    expect(await detail(userId, there)).toBeUndefined();
  });

  test("given a link at the new address, then it gets tags, star and folder, and loses them when undone", async () => {
    const userId = newUser();
    const linkId = await moved(userId);
    await system.send(ChangeLink, { userId, linkId, changes: { isFavorite: true } });
    const there = await save(system, userId, NEW, { title: "Theirs", tags: ["other"] });
    const before = await detail(userId, there);
    const { linkId: result, bulkId } = await move(userId, linkId);
    expect(result).toBe(there);
    expect(await detail(userId, there)).toMatchObject({ title: "Theirs", tags: ["other", "my"], is_favorite: true });
    await undo(userId, bulkId as never, [linkId, there]);
    expect(await detail(userId, there)).toEqual(before);
    expect((await detail(userId, linkId))?.title).toBe("Mine");
  });

  test("given a deleted link at the new address, then it is restored, and deleted again when undone", async () => {
    const userId = newUser();
    const linkId = await moved(userId);
    const there = await save(system, userId, NEW, { title: "Theirs" });
    await system.send(DeleteLink, { userId, linkId: there });
    const { bulkId } = await move(userId, linkId);
    expect(await detail(userId, there)).toMatchObject({ title: "Mine", tags: ["my"] });
    await undo(userId, bulkId as never, [linkId, there]);
    expect(await detail(userId, there)).toBeUndefined();
    expect(await detail(userId, linkId)).toBeDefined();
  });

  test("given a command that is sent again, as after an answer that got lost, then it is done once", async () => {
    const userId = newUser();
    const linkId = await moved(userId);
    const commandId = randomUUID();
    const send = () => system.client.send(MoveLink, { userId, linkId, newUrl: NEW }, commandId);
    const [first, second] = [await send(), await send()];
    await system.shows(second.position);
    expect(second.result.linkId).toBe(first.result.linkId);
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved", "LinkSaved", "LinkDeleted"]);
  });

  test.each([
    ["another address than was found", "https://evil.example/"],
    ["what is no address", "javascript:alert(1)"],
    ["its own", OLD],
  ])("given %s, then nothing happens", async (_, newUrl) => {
    const userId = newUser();
    const linkId = await moved(userId);
    expect(await errorOf(move(userId, linkId, newUrl))).toMatchObject({ code: "conflict" });
    expect(await linkEvents(system, userId)).toEqual(["LinkSaved"]);
  });

  test("given a link that has not moved, then nothing happens; another user's and a deleted one are not found", async () => {
    const userId = newUser();
    const linkId = await save(system, userId, OLD);
    expect(await errorOf(move(userId, linkId))).toMatchObject({ code: "conflict" });
    const movedId = await moved(newUser());
    expect(await errorOf(move(userId, movedId))).toMatchObject({ code: "not-found" });
    await system.send(DeleteLink, { userId, linkId });
    expect(await errorOf(move(userId, linkId))).toMatchObject({ code: "not-found" });
  });
});
