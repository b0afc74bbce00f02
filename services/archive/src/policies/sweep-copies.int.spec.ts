import { randomUUID } from "node:crypto";
import {
  type BlobStore,
  createLogger,
  databaseSettings,
  documentName,
  openPool,
  packParts,
  removeAll,
} from "@satchel/chassis";
import { type CopyId, copyName } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { ARTICLE, PAGE_URL, startSystem, type System } from "../../test/system.ts";
import { SWEEP_GRACE_MS } from "../limits.ts";
import { createCopyMaker } from "../making/copy-maker.ts";
import { listCopies } from "../queries/index.ts";
import { readCopy } from "../queries/read-copy.ts";
import { keepPage } from "./keep-page.ts";
import { sweepCopies } from "./sweep-copies.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

/** A copy may take 5 s of processor time, which is minutes where other programs want it as well. */
const PATIENT = { timeout: 240_000 };

const logger = createLogger("test", "silent");
const sweepAt = (now: number): Promise<number> => sweepCopies({ ...system, logger, now: () => now });

describe("given a copy that no event names", () => {
  test("when it is older than the time of grace, then it is swept with its text; a younger one and a named one stay", async () => {
    const link = await system.saveLink();
    const named = await system.handOver(link, { html: ARTICLE("Named") });
    await eventually(async () => {
      expect((await listCopies(system.db, link.userId, link.linkId)).copies).toHaveLength(1);
    }, PATIENT);
    const version = randomUUID() as CopyId;
    await system.copies.put(copyName(link.userId, link.linkId, version), Buffer.from("half"));
    await system.texts.put({ ...link, version }, "half");
    expect(await sweepAt(Date.now())).toBe(0);
    expect(await sweepAt(Date.now() + SWEEP_GRACE_MS + 60_000)).toBe(1);

    const names: string[] = [];
    for await (const { name } of system.copies.list(`${link.userId}/`)) names.push(name);
    expect(names).toEqual([copyName(link.userId, link.linkId, named)]);
    expect(await system.texts.get({ ...link, version })).toBeUndefined();
    await removeAll(system.copies, `${link.userId}/`);
  });
});

test("given a service with the fewest connections that it may have, then it sweeps, too", async () => {
  const { options } = system.pool;
  const { minimum = 1 } = databaseSettings.DATABASE_CONNECTIONS as { readonly minimum?: number };
  const pool = openPool({ url: String(options.connectionString), name: "test", logger, connections: minimum });
  atEnd(() => pool.end());
  expect(await sweepCopies({ ...system, pool, logger, now: () => Date.now() })).toBe(0);
});

test("given a copy that a killed worker stored and did not record, when its job is repeated in the middle of a sweep, then the copy stays", async () => {
  const link = await system.saveLink();
  const { userId, linkId } = link;
  const version = randomUUID() as CopyId;
  await system.copies.put(copyName(userId, linkId, version), Buffer.from("of the killed worker"));
  const maker = createCopyMaker();
  atEnd(() => maker.close());
  const keep = keepPage({ ...system, maker, logger, usualMegabytes: 1024 });
  const keepAgain = async (): Promise<unknown> => {
    const name = documentName(userId, linkId, `${version}.parts`);
    const document = Buffer.from(ARTICLE("Repeated"));
    await system.documents.put(name, packParts({ url: PAGE_URL, type: "text/html", document, parts: [], leftOut: 0 }));
    const details = { version, url: PAGE_URL, isRequested: true, name, type: "text/html" };
    return keep({ kind: "copy" as const, ...link, requestedAt: new Date(), details });
  };
  const copies: BlobStore = {
    ...system.copies,
    remove: async (name) => {
      await keepAgain();
      await system.copies.remove(name);
    },
  };

  await sweepCopies({ ...system, copies, logger, now: () => Date.now() + SWEEP_GRACE_MS + 60_000 });

  // A job that could not be done in the meantime is repeated.
  await eventually(async () => expect(await keepAgain()).toBe("done"), PATIENT);
  expect(await system.eventsOf(link)).toMatchObject([{ type: "PageKept", data: { version } }]);
  await eventually(async () => expect(await readCopy(system.db, system.copies, { ...link, version })).toBeDefined());
});

describe("given octets of an object whose writer was killed before it was whole", () => {
  test.each(["copies", "documents"] as const)(
    "when they lie in %s, then they are swept; younger ones and whole objects stay",
    async (bucket) => {
      const { js, jsm } = system.journal;
      const whole = `${randomUUID()}/whole`;
      await system[bucket].put(whole, Buffer.from("whole"));
      const subject = `$O.${bucket}.C.${randomUUID()}`;
      await js.publish(subject, "half");
      const half = () => jsm.streams.getMessage(`OBJ_${bucket}`, { last_by_subj: subject });

      await sweepAt(Date.now());
      expect(await half()).not.toBeNull();
      await sweepAt(Date.now() + SWEEP_GRACE_MS + 60_000);

      expect(await half()).toBeNull();
      expect((await system[bucket].get(whole))?.length).toBe(5);
      await system[bucket].remove(whole);
    },
  );
});
