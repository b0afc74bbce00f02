import { randomUUID } from "node:crypto";
import {
  aggregateSubject,
  DeleteLink,
  FindLink,
  type LinkId,
  mailedSubject,
  MoveLink,
  partitionOf,
  SaveLink,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { version } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { OtherAccount } from "../../test/account-export.ts";
import { enriched, mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { saveAsFormerVersion } from "../../test/former-links.ts";
import { importFile } from "../../test/imports.ts";
import { forTests, listAll, newUser, save, startSystem, type System, urls } from "../../test/system.ts";
import { findLinkId } from "./find-link-id.ts";

const url = "https://example.com/former";
const spelled = `${url}?utm_source=mail#top`;
const DAY_MS = 24 * 3600 * 1000;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

/** An account with a link that an earlier version has kept. */
async function formerAccount(): Promise<{ readonly userId: UserId; readonly linkId: LinkId }> {
  const userId = newUser();
  const { linkId, sequence } = await saveAsFormerVersion(system.journal, userId, url);
  await system.shows({ projection: "links", partition: partitionOf(userId), sequence });
  return { userId, linkId };
}
const kept = async (userId: UserId): Promise<[LinkId, string][]> =>
  (await listAll(system, userId)).map((link) => [link.id, link.url]);

describe("given a link from a version with ids derived from the address only", () => {
  test("then its event of version 1 is read, and it is shown under its id", async () => {
    const { userId, linkId } = await formerAccount();
    expect(version(linkId)).toBe(5);
    expect(await kept(userId)).toEqual([[linkId, url]]);
    expect((await system.journal.last(aggregateSubject(userId, "links", linkId)))?.data).toEqual({
      url,
      origin: { kind: "page" },
    });
  });

  test("when it is looked up or saved in another spelling, then it is that link", async () => {
    const { userId, linkId } = await formerAccount();
    expect(await system.send(FindLink, { userId, url: spelled })).toEqual({ linkId });
    const saved = await system.send(SaveLink, { userId, url: spelled, origin: { kind: "extension" } });
    expect(saved).toEqual({ linkId, created: false });
    expect(await kept(userId)).toEqual([[linkId, url]]);
  });

  test("when a mail or an imported file has its address, then there is no second link", async () => {
    const { userId, linkId } = await formerAccount();
    const mailId = await mail(system, userId, { urls: [spelled] });
    await mailsWorkedOn(system);
    await settled(system, userId);
    expect((await system.journal.last(mailedSubject(userId, mailId)))?.data).toMatchObject({
      saved: [],
      known: [{ linkId, url: 0 }],
    });

    const file = `<DL><DT><A HREF="${url}">x</A><DT><A HREF="${spelled}">x</A></DL>`;
    expect(await importFile(system, userId, file, "html")).toMatchObject({ saved: 0, known: 2 });
    expect((await kept(userId)).map(([id]) => id)).toEqual([linkId]);
  });

  test("when an imported account export has its address, then it keeps its own history", async () => {
    const { userId, linkId } = await formerAccount();
    const other = new OtherAccount();
    other.link(other.save(url), "LinkVisited", { visitCount: 1 });
    expect(await importFile(system, userId, other.file())).toMatchObject({ saved: 0, known: 1, skipped: 0 });
    expect(await listAll(system, userId)).toMatchObject([{ id: linkId, visit_count: 0 }]);
  });

  test("when another link's page moved to its address, then they become one", async () => {
    const { userId, linkId } = await formerAccount();
    const old = await save(system, userId, "https://old.example/", { tags: ["mine"] });
    await enriched(system, userId, old, "PageHealthChanged", {
      url: "https://old.example/",
      health: "moved",
      newUrl: url,
    });
    expect(await system.send(MoveLink, { userId, linkId: old, newUrl: url })).toMatchObject({ linkId });
    expect(await listAll(system, userId)).toMatchObject([{ id: linkId, tags: ["mine"] }]);
  });

  test("when it was deleted and is saved, then it comes back under its id", async () => {
    const { userId, linkId } = await formerAccount();
    await system.send(DeleteLink, { userId, linkId });
    expect(await save(system, userId, url)).toBe(linkId);
    expect(await kept(userId)).toEqual([[linkId, url]]);
  });

  test("when its deletion can't be undone any more and it is saved, then it is a new link with a keyed id", async () => {
    const userId = newUser();
    const deletedAt = new Date(Date.now() - UNDO_SECONDS * 1000 - DAY_MS);
    const { linkId, sequence } = await saveAsFormerVersion(system.journal, userId, url, deletedAt);
    const subject = aggregateSubject(userId, "links", linkId);
    const event = { id: randomUUID(), type: "LinkDeleted", data: {}, time: deletedAt };
    await system.journal.append({ subject, event, expected: sequence });

    const again = await save(system, userId, url);

    expect(again).toBe(forTests.linkIds(userId, url));
    expect(await kept(userId)).toEqual([[again, url]]);
    expect(await save(system, userId, spelled)).toBe(again);
  });

  test("when no table shows it yet, then it is found in the journal", async () => {
    const userId = newUser();
    const { linkId } = await saveAsFormerVersion(system.journal, userId, url);
    const deps = { journal: system.journal, now: Date.now, ...forTests };
    expect(await findLinkId(deps, userId, url)).toBe(linkId);
  });
});

test("given a new link, then its id can't be computed from its URL and its owner alone", async () => {
  const userId = newUser();
  const linkId = await save(system, userId, url);
  expect(version(linkId)).toBe(8);
  expect(linkId).toBe(forTests.linkIds(userId, url));
  expect(await urls(system, userId)).toEqual([url]);
  expect(await system.send(FindLink, { userId, url: spelled })).toEqual({ linkId });
});
