import { randomUUID } from "node:crypto";
import { createLogger, type Journal, queriesOver, readConfig, type RunningService } from "@satchel/chassis";
import { ready } from "@satchel/chassis/test/service-world.ts";
import {
  aggregateSubject,
  type BulkId,
  ChangeLinks,
  type LinkId,
  ReadLinkHistory,
  RestoreLink,
  SaveLink,
  UNDO_SECONDS,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { settled } from "../../test/events.ts";
import { type DeletedLink, deletedLink, filesWith } from "../../test/deleted-link.ts";
import { importFile } from "../../test/imports.ts";
import { rowsOf } from "../../test/rows.ts";
import { errorOf, forTests, listAll, save, startSystem, type System } from "../../test/system.ts";
import { linkCommands, type LinkCommands } from "../commands/links.ts";
import { LinksConfig } from "../config.ts";
import { CLOCKS_DIFFER_MS } from "../limits.ts";
import type { LinksTables } from "../projection/tables.ts";
import { countLinks, listTags } from "../queries/index.ts";
import { startLinks } from "../service.ts";
import { type PurgeDeps, purgeDeletedLinks } from "./purge-deleted-links.ts";

const DAY_MS = 24 * 3600 * 1000;
const GONE_MS = UNDO_SECONDS * 1000;
const notFound = { code: "not-found", detail: "Link not found" };
const origin = { kind: "page" } as const;
const logger = createLogger("test", "silent");

let system: System;
let replicas: RunningService[] = [];
let later = 0;
const now = (): number => Date.now() + later;
/** The users whose tables are compared with rebuilt ones at the end. */
const users: UserId[] = [];

const startReplicas = async (): Promise<void> => {
  const config = readConfig(LinksConfig, system.env);
  replicas = await Promise.all([startLinks(config, logger, now), startLinks(config, logger, now)]);
  await Promise.all(replicas.map(ready));
};
const stopReplicas = async (): Promise<void> => {
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
};

beforeAll(async () => {
  system = await startSystem(["folders"]);
  await startReplicas();
  atEnd(stopReplicas);
});

/** What the service's commands stand on, over this journal. */
const commandsOver = (journal: Journal): LinkCommands =>
  linkCommands({ journal, db: queriesOver<LinksTables>(system.pool), progress: system.progress, now, ...forTests });

/** Lets time pass for everybody, for as long as something is done. */
async function after<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
  later = milliseconds;
  try {
    return await act();
  } finally {
    later = 0;
  }
}
const purge = (more: Partial<PurgeDeps> = {}, milliseconds = GONE_MS + CLOCKS_DIFFER_MS): Promise<void> => {
  const { journal, pool } = system;
  const db = queriesOver<LinksTables>(pool);
  return after(milliseconds, () =>
    purgeDeletedLinks({ journal, db, commands: commandsOver(journal), logger, now, ...more }),
  );
};

const newDeletedLink = async (): Promise<DeletedLink> => {
  const kept = await deletedLink(system);
  users.push(kept.userId);
  return kept;
};
const isNowhere = (text: string) =>
  eventually(async () => expect(await filesWith(system.nats.storeDir, text)).toEqual([]));

/** What the journal holds of a link: of itself, and of its page. */
const eventsOf = async ({ userId, linkId }: DeletedLink): Promise<[string, unknown][]> => {
  const subjects = (["links", "enrichment"] as const).map((context) => aggregateSubject(userId, context, linkId));
  const events = await Promise.all(subjects.map((subject) => system.journal.readAggregate(subject)));
  return events.flat().map(({ type, data }) => [type, data]);
};
const tombstones = [
  ["LinkDeleted", {}],
  ["LinkPurged", {}],
];

/** Whether a user has nothing but the link that stays. */
async function expectOnlyTheOther({ userId, linkId, secret }: DeletedLink): Promise<void> {
  await settled(system, userId);
  expect((await listAll(system, userId)).map(({ url }) => url)).toEqual(["https://stays.example/"]);
  expect(await countLinks(system.db, userId, {})).toBe(1);
  expect(await listTags(system.db, userId)).toEqual([{ name: "both", count: 1 }]);
  expect(JSON.stringify(await rowsOf(system, userId))).not.toContain(linkId);
  expect(JSON.stringify(await rowsOf(system, userId))).not.toContain(secret);
}

/** Whether a link is as if it had been saved for the first time, without anything from before. */
async function expectNewLife(kept: DeletedLink): Promise<void> {
  const { userId, linkId, secret, url } = kept;
  await settled(system, userId);
  const link = (await listAll(system, userId)).find(({ id }) => id === linkId);
  const bare = { url, title: null, description: null, notes: null, tags: [], folder_id: null, visit_count: 0 };
  expect(link).toMatchObject({ ...bare, enrichment: { state: "pending" } });
  expect(await countLinks(system.db, userId, {})).toBe(2);
  expect(await listTags(system.db, userId)).toEqual([{ name: "both", count: 1 }]);
  const { result } = await system.client.send(ReadLinkHistory, { userId, linkId });
  expect(result.history.map(({ what }) => what)).toEqual(["saved"]);
  for (const letter of ["T", "N", "D", "P"]) await isNowhere(`${letter} ${secret}`);
}

test("given a link was deleted 29 days ago, then it stays where it is, and can be restored with all it had", async () => {
  const { userId, linkId, secret } = await newDeletedLink();
  const before = await rowsOf(system, userId);
  await purge({}, 29 * DAY_MS);
  expect(await rowsOf(system, userId)).toEqual(before);

  await after(29 * DAY_MS, () => system.send(RestoreLink, { userId, linkId }));

  const [link] = (await listAll(system, userId)).filter(({ id }) => id === linkId);
  expect(link).toMatchObject({ title: `T ${secret}`, notes: `N ${secret}`, tags: [secret, "both"], visit_count: 1 });
});

describe("given a link was deleted 30 days ago", () => {
  test("then it can't be restored by any command, before the purge and after it", async () => {
    const { userId, linkId } = await newDeletedLink();
    const bulkId = randomUUID() as string as BulkId;
    const other = await save(system, userId, "https://other.example/");
    await system.send(ChangeLinks, { userId, bulkId, linkIds: [other], action: { kind: "delete" } });
    const failed = (id: LinkId) => ({ changed: 0, unchanged: 0, failed: [{ linkId: id, detail: notFound.detail }] });

    for (const when of ["before", "after"]) {
      await after(GONE_MS, async () => {
        expect(await errorOf(system.send(RestoreLink, { userId, linkId })), when).toEqual(notFound);
        const bulk = { userId, bulkId: randomUUID() as string as BulkId, linkIds: [linkId] };
        expect(await system.send(ChangeLinks, { ...bulk, action: { kind: "restore" } }), when).toEqual(failed(linkId));
        if (when === "after") return;
        const undo = { userId, bulkId, linkIds: [other], action: { kind: "undo" as const } };
        expect(await system.send(ChangeLinks, undo)).toEqual(failed(other));
      });
      await purge();
      await settled(system, userId);
    }
    expect(await errorOf(system.client.send(ReadLinkHistory, { userId, linkId }))).toEqual(notFound);
  });

  test("when it is purged, then nothing of its content is in the journal, in its files or in the tables", async () => {
    const kept = await newDeletedLink();
    expect(await filesWith(system.nats.storeDir, kept.secret)).not.toEqual([]);

    await purge();

    expect(await eventsOf(kept)).toEqual(tombstones);
    await isNowhere(kept.secret);
    await expectOnlyTheOther(kept);
  });

  test("when two replicas purge it at once, repeatedly, then it is purged once", async () => {
    const several = await Promise.all([newDeletedLink(), newDeletedLink(), newDeletedLink()]);

    await Promise.all([purge(), purge()]);
    await purge();

    for (const kept of several) {
      expect(await eventsOf(kept)).toEqual(tombstones);
      await expectOnlyTheOther(kept);
    }
  });

  test("when a purge dies after erasing, then the next purge completes it", async () => {
    const kept = await newDeletedLink();
    const dies = async (): Promise<never> => {
      throw new Error("killed");
    };
    await expect(purge({ commands: { purge: dies } })).rejects.toThrow("killed");
    expect(await eventsOf(kept)).toEqual([["LinkDeleted", {}]]);

    await purge();

    expect(await eventsOf(kept)).toEqual(tombstones);
    await expectOnlyTheOther(kept);
  });
});

describe("given a link was deleted 30 days ago, when its URL is saved again, then it is a new link", () => {
  const saveAgain = async ({ userId, linkId, url }: DeletedLink): Promise<void> => {
    expect(await system.send(SaveLink, { userId, url, origin })).toMatchObject({ linkId, created: true });
  };

  test("after it was purged", async () => {
    const kept = await newDeletedLink();
    await purge();

    await saveAgain(kept);

    await expectNewLife(kept);
  });

  test("before it was purged: its former content is erased too", async () => {
    const kept = await newDeletedLink();

    await after(GONE_MS, () => saveAgain(kept));

    expect((await eventsOf(kept)).map(([type]) => type)).toEqual(["LinkSaved"]);
    await expectNewLife(kept);
    await purge();
    await expectNewLife(kept);
  });

  test("by a command whose first attempt died before it could erase: the second attempt erases", async () => {
    const kept = await newDeletedLink();
    const { userId, url } = kept;
    const commandId = randomUUID();
    const dies = { ...system.journal, erase: () => Promise.reject(new Error("killed")) };
    const link = { userId, url, origin };
    await after(GONE_MS, async () => {
      await expect(commandsOver(dies).save(link, { commandId, retry: false })).rejects.toThrow("killed");
      const again = await commandsOver(system.journal).save(link, { commandId, retry: true });
      expect(again.result.created).toBe(true);
    });

    await expectNewLife(kept);
  });

  test("while it is being purged: nothing of the new link is lost", async () => {
    const kept = await newDeletedLink();
    const { journal } = system;
    let saved: Promise<void> | undefined;
    const slow = {
      ...journal,
      // The look at the link's last event is over, and nothing is erased yet.
      erase: async (filter: string, before?: number) => {
        if (filter.includes(kept.linkId)) await (saved ??= saveAgain(kept));
        return journal.erase(filter, before);
      },
    };

    await purge({ journal: slow });

    expect((await eventsOf(kept)).map(([type]) => type)).toEqual(["LinkSaved"]);
    await expectNewLife(kept);
  });

  test.each(["after", "before"])("by an import, %s it was purged", async (when) => {
    const kept = await newDeletedLink();
    if (when === "after") await purge();

    const done = await after(GONE_MS, () => importFile(system, kept.userId, `<DL><DT><A HREF="${kept.url}"></A></DL>`));

    expect(done).toMatchObject({ status: "done", saved: 1 });
    expect((await eventsOf(kept)).filter(([type]) => type === "LinkSavedAgain")).toEqual([]);
    await expectNewLife(kept);
  });
});

test("given all of that, when the tables are rebuilt, then they are the same", async () => {
  await Promise.all(users.map((userId) => settled(system, userId)));
  const before = await Promise.all(users.map((userId) => rowsOf(system, userId)));

  await stopReplicas();
  await system.pool.query("drop schema links cascade");
  await startReplicas();

  // A replica without partitions is ready, whatever is in the tables.
  await eventually(async () =>
    expect(await Promise.all(users.map((userId) => rowsOf(system, userId)))).toEqual(before),
  );
});
