import { type BlobStore, createLogger, documentName, packParts } from "@satchel/chassis";
import { type CopyId, copyName } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ARTICLE, PAGE_URL, startSystem, type TestLink } from "../../test/system.ts";
import { type CopyMaker, createCopyMaker } from "../making/copy-maker.ts";
import { sha256 } from "../making/content.ts";
import { copyUse } from "../queries/index.ts";
import { readCopy } from "../queries/read-copy.ts";
import { keepPage } from "./keep-page.ts";

const system = await startSystem();
const maker = createCopyMaker();
atEnd(() => maker.close());

interface Meanwhile {
  readonly making?: () => Promise<unknown>;
  readonly storing?: () => Promise<unknown>;
}

/** Does the work of one job. @param meanwhile what happens while the copy is made, and just before it is stored */
async function keep(link: TestLink, version: CopyId, meanwhile: Meanwhile, isBare = false): Promise<unknown> {
  const document = new TextEncoder().encode(ARTICLE("Late"));
  const name = documentName(link.userId, link.linkId, `${randomUUID()}.parts`);
  await system.documents.put(name, packParts({ url: PAGE_URL, type: "text/html", document, parts: [], leftOut: 0 }));
  const slow: CopyMaker = {
    ...maker,
    make: async (task, owner) => {
      await meanwhile.making?.();
      return maker.make({ ...task, isBare }, owner);
    },
  };
  const copies: BlobStore = {
    ...system.copies,
    put: async (...object) => {
      await meanwhile.storing?.();
      return system.copies.put(...object);
    },
  };
  const logger = createLogger("test", "silent");
  const details = { version, url: PAGE_URL, isRequested: true, name, type: "text/html" };
  const job = { kind: "copy" as const, ...link, requestedAt: new Date(), details };
  return keepPage({ ...system, copies, maker: slow, logger, usualMegabytes: 1024 })(job);
}

test("given a link that is purged while its copy is made, then nothing of the copy stays", async () => {
  const link = await system.saveLink();
  const version = randomUUID() as CopyId;

  await keep(link, version, {
    making: async () => {
      await system.happens(link, "LinkDeleted");
      await system.happens(link, "LinkPurged");
    },
  });

  expect(await system.copies.get(copyName(link.userId, link.linkId, version))).toBeUndefined();
  expect(await system.texts.get({ ...link, version })).toBeUndefined();
  expect(await system.eventsOf(link)).toEqual([{ type: "CopyPurged", data: { linkId: link.linkId, version } }]);
  await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(0));
});

test("given a link that is deleted while its copy is made, then it has the copy when it is restored", async () => {
  const link = await system.saveLink();
  const version = randomUUID() as CopyId;

  await keep(link, version, { making: () => system.happens(link, "LinkDeleted") });

  await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(1));
});

test.each(["making", "storing"] as const)(
  "given two workers that make the same copy otherwise, the second while the first is %s it, then the object is the one that was recorded",
  async (moment) => {
    const link = await system.saveLink();
    const version = randomUUID() as CopyId;

    await keep(link, version, { [moment]: () => keep(link, version, {}, true) });

    const recorded = (await system.eventsOf(link)).filter(({ type }) => type === "PageKept");
    expect(recorded).toHaveLength(1);
    await eventually(async () => expect(await readCopy(system.db, system.copies, { ...link, version })).toBeDefined());
    expect(recorded[0]?.data["sha256"]).toBe(
      sha256((await system.copies.get(copyName(link.userId, link.linkId, version))) ?? new Uint8Array()),
    );
  },
);
