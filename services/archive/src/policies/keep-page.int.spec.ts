import { createLogger, documentName, packParts } from "@satchel/chassis";
import { type CopyId, copyName } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ARTICLE, PAGE_URL, startSystem, type TestLink } from "../../test/system.ts";
import { type CopyMaker, createCopyMaker } from "../making/copy-maker.ts";
import { copyUse } from "../queries/index.ts";
import { keepPage } from "./keep-page.ts";

const system = await startSystem();
const maker = createCopyMaker();
atEnd(() => maker.close());

/** Does the work of one job. @param meanwhile what happens while the copy is made */
async function keep(
  link: TestLink,
  version: CopyId,
  meanwhile: () => Promise<unknown>,
  isBare = false,
): Promise<unknown> {
  const document = new TextEncoder().encode(ARTICLE("Late"));
  const name = documentName(link.userId, link.linkId, `${randomUUID()}.parts`);
  await system.documents.put(name, packParts({ url: PAGE_URL, type: "text/html", document, parts: [], leftOut: 0 }));
  const slow: CopyMaker = {
    ...maker,
    make: async (task, owner) => {
      await meanwhile();
      return maker.make({ ...task, isBare }, owner);
    },
  };
  const logger = createLogger("test", "silent");
  const details = { version, url: PAGE_URL, isRequested: true, name, type: "text/html" };
  const job = { kind: "keep" as const, ...link, requestedAt: new Date(), details };
  return keepPage({ ...system, maker: slow, logger, usualMegabytes: 1024 })(job);
}

test("given a link that is purged while its copy is made, then nothing of the copy stays", async () => {
  const link = await system.saveLink();
  const version = randomUUID() as CopyId;

  await keep(link, version, async () => {
    await system.happens(link, "LinkDeleted");
    await system.happens(link, "LinkPurged");
  });

  expect(await system.copies.get(copyName(link.userId, link.linkId, version))).toBeUndefined();
  expect(await system.texts.get({ ...link, version })).toBeUndefined();
  expect(await system.eventsOf(link)).toEqual([{ type: "CopyPurged", data: { linkId: link.linkId, version } }]);
  await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(0));
});

test("given a link that is deleted while its copy is made, then it has the copy when it is restored", async () => {
  const link = await system.saveLink();
  const version = randomUUID() as CopyId;

  await keep(link, version, () => system.happens(link, "LinkDeleted"));

  await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(1));
});

test("given another worker that made the same copy otherwise and recorded it meanwhile, then its object stays", async () => {
  const link = await system.saveLink();
  const version = randomUUID() as CopyId;
  const read = () => system.copies.get(copyName(link.userId, link.linkId, version));
  let recorded: Uint8Array | undefined;

  const outcome = await keep(link, version, async () => {
    expect(await keep(link, version, async () => {}, true)).toBe("done");
    recorded = await read();
  });

  expect(outcome).toHaveProperty("deferFor");
  expect(recorded).toBeDefined();
  expect(Buffer.from((await read()) ?? [])).toEqual(Buffer.from(recorded ?? []));
});
