import { randomUUID } from "node:crypto";
import {
  type BulkId,
  ChangeLinks,
  DeleteLink,
  type LinkId,
  mailedSubject,
  RestoreLink,
  SaveLink,
  texts,
  type UserId,
} from "@satchel/contracts";
import { listFolders } from "@satchel/folders/queries";
import { beforeAll, describe, expect, test } from "vitest";
import { OtherAccount } from "../../test/account-export.ts";
import { mail, mailsWorkedOn, settled } from "../../test/events.ts";
import { importFile } from "../../test/imports.ts";
import { errorOf, newUser, save, startSystem, type System, urls } from "../../test/system.ts";

const QUOTA = 3;
const full = { code: "full", detail: texts.links.full };
const url = (n: number | string): string => `https://example.com/${n}`;

let system: System;
beforeAll(async () => {
  system = await startSystem(["links", "folders"], { LINKS_PER_ACCOUNT: String(QUOTA) });
});

/** An account with as many links as it may have, and their ids. */
async function fullAccount(): Promise<{ readonly userId: UserId; readonly links: LinkId[] }> {
  const userId = newUser();
  const links: LinkId[] = [];
  for (let n = 1; n <= QUOTA; n++) links.push(await save(system, userId, url(n)));
  return { userId, links };
}

const bulk = (userId: UserId, linkIds: LinkId[], action: "delete" | "restore" | "undo", bulkId = newBulk()) =>
  system.send(ChangeLinks, { userId, bulkId, linkIds, action: { kind: action } });
const newBulk = (): BulkId => randomUUID() as string as BulkId;

describe("given an account with the maximum of links", () => {
  test("when another one is saved, then it is rejected as full, until a link is deleted", async () => {
    const { userId, links } = await fullAccount();
    const another = () => save(system, userId, url(4));

    expect(await errorOf(another())).toEqual(full);
    expect(await urls(system, userId)).toEqual([url(3), url(2), url(1)]);

    await system.send(DeleteLink, { userId, linkId: links[0] as LinkId });
    await another();
    expect(await urls(system, userId)).toEqual([url(4), url(3), url(2)]);
  });

  test("when one of its links is saved again, then that moves to the top", async () => {
    const { userId } = await fullAccount();
    await save(system, userId, url(1));
    expect(await urls(system, userId)).toEqual([url(1), url(3), url(2)]);
  });

  test("when a successful save is sent again, then its answer is the same", async () => {
    const { userId } = await fullAccount();
    const other = newUser();
    const commandId = randomUUID();
    const command = { userId: other, url: url(1), origin: { kind: "page" as const } };
    await save(system, other, url(2));
    await save(system, other, url(3));
    const first = await system.client.send(SaveLink, command, commandId, true);
    await system.shows(first.position);
    expect((await system.client.send(SaveLink, command, commandId, true)).result).toEqual(first.result);
    expect(await errorOf(save(system, userId, url(4)))).toEqual(full);
  });

  test("when deleted links are restored, saved again or restored together, then only up to the maximum", async () => {
    const { userId, links } = await fullAccount();
    await bulk(userId, links, "delete");
    await save(system, userId, url(4));
    await save(system, userId, url(5));

    const done = await bulk(userId, links, "restore");
    expect(done).toMatchObject({ changed: 1, failed: [{ detail: texts.links.full }, { detail: texts.links.full }] });

    const [still] = done.failed;
    const linkId = still?.linkId as LinkId;
    expect(await errorOf(system.send(RestoreLink, { userId, linkId }))).toEqual(full);
    expect(await errorOf(save(system, userId, url(links.indexOf(linkId) + 1)))).toEqual(full);
    expect(await urls(system, userId)).toHaveLength(QUOTA);
  });

  test("when many deletions are undone, then only links up to the maximum are restored", async () => {
    const { userId, links } = await fullAccount();
    const bulkId = newBulk();
    await bulk(userId, links, "delete", bulkId);
    await save(system, userId, url(4));

    expect(await bulk(userId, links, "undo", bulkId)).toMatchObject({ changed: 2, failed: [{ detail: full.detail }] });
    expect(await urls(system, userId)).toHaveLength(QUOTA);
  });

  test("when a mail comes, then existing links move to the top, and the others are listed as without quota", async () => {
    const { userId, links } = await fullAccount();
    const mailId = await mail(system, userId, { urls: [url(4), url(1), "javascript:1", url(5)] });
    await mailsWorkedOn(system);
    await settled(system, userId);

    expect((await system.journal.last(mailedSubject(userId, mailId)))?.data).toEqual({
      mailId,
      saved: [],
      known: [{ linkId: links[0], url: 1 }],
      unusable: [2],
      withoutRoom: [0, 3],
    });
    expect(await urls(system, userId)).toEqual([url(1), url(3), url(2)]);
  });
});

describe("given quota for fewer links than a file has", () => {
  const file = (...numbers: (number | string)[]): string =>
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Beyond</H3><DL><p>${numbers
      .map((n) => `<DT><A HREF="${url(n)}">x</A>`)
      .join("\n")}</DL></DL>`;

  test("when it is imported, then as many are kept as there is quota for, and each of the others is listed with the reason", async () => {
    const userId = newUser();
    await save(system, userId, url(1));
    await save(system, userId, url(2));

    const done = await importFile(system, userId, file(1, "a", "b", 2, "c"));

    expect(done).toMatchObject({ status: "done", read: 5, saved: 1, known: 2, skipped: 2 });
    expect(done.faults).toEqual([
      { entry: 3, text: url("b"), reason: texts.links.full },
      { entry: 5, text: url("c"), reason: texts.links.full },
    ]);
    expect(new Set(await urls(system, userId))).toEqual(new Set([url(1), url(2), url("a")]));
  });

  test("when there is no quota, then no folder is made either", async () => {
    const { userId } = await fullAccount();
    expect(await importFile(system, userId, file("a"))).toMatchObject({ saved: 0, skipped: 1 });
    expect(await listFolders(system.db as never, userId)).toEqual([]);
  });

  test("when it is another account's export, then links beyond come with none of their events, and those that are here count as known", async () => {
    const userId = newUser();
    await save(system, userId, url(1));
    await save(system, userId, url(2));
    const other = new OtherAccount();
    for (const n of ["a", 1, "b", 2] as const) {
      const id = other.save(url(n));
      other.link(id, "LinkVisited", { visitCount: 1 });
    }

    const done = await importFile(system, userId, other.file());

    expect(done).toMatchObject({ status: "done", read: 8, saved: 1, known: 2, skipped: 2 });
    expect(done.faults.map(({ entry, reason }) => [entry, reason])).toEqual([
      [5, texts.links.full],
      [6, texts.links.full],
    ]);
    expect(new Set(await urls(system, userId))).toEqual(new Set([url(1), url(2), url("a")]));
  });
});
