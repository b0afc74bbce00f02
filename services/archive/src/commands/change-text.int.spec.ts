import { randomUUID } from "node:crypto";
import { packParts, readFileName } from "@satchel/chassis";
import { ChangeText, ChangeQuota, type CopyId, copyName, type PayloadOf } from "@satchel/contracts";
import { atEnd, eventually, spawnProgram } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { startSystem, type System, type TestLink } from "../../test/system.ts";
import { createCopyMaker } from "../making/copy-maker.ts";
import { listCopies } from "../queries/index.ts";
import { changeText } from "./change-text.ts";

const NOTE = "mid:note@satchel.example";

/** An item with a first version. */
async function keepNote(system: System): Promise<{ readonly link: TestLink; readonly first: CopyId }> {
  const link = await system.saveLink();
  const first = await system.handOver(link, { url: NOTE, html: "<p>one</p>", source: "upload" });
  await eventually(async () => expect(await versionsOf(system, link)).toEqual([first]));
  return { link, first };
}

const versionsOf = async ({ db }: System, { userId, linkId }: TestLink): Promise<CopyId[]> =>
  (await listCopies(db, userId, linkId)).copies.map(({ version }) => version);

/** A change whose text is stored. */
async function changeOf(
  system: System,
  link: TestLink,
  before: CopyId,
  text: string,
): Promise<PayloadOf<typeof ChangeText>> {
  const version = randomUUID() as CopyId;
  const document = Buffer.from(text);
  const packed = packParts({ url: NOTE, type: "text/plain", document, parts: [], leftOut: 0 });
  await system.documents.put(readFileName(link.userId, version), packed);
  return { ...link, version, before, sentAt: new Date().toISOString(), edit: { name: "note.txt", title: "note" } };
}

const system = await startSystem();

describe("given a text that is changed", () => {
  test("when two change the same version at once, then one is kept, and the other refused", async () => {
    const { link, first } = await keepNote(system);
    const changes = [await changeOf(system, link, first, "two"), await changeOf(system, link, first, "three")];
    const outcomes = await Promise.allSettled(changes.map((change) => system.send(ChangeText, change)));
    const refusals = outcomes.filter(({ status }) => status === "rejected");
    expect(refusals).toMatchObject([{ reason: { code: "conflict" } }]);
    const kept = changes[outcomes.findIndex(({ status }) => status === "fulfilled")]?.version;
    expect(await versionsOf(system, link)).toEqual([kept, first]);
    expect(await system.eventsOf(link)).toMatchObject([
      { type: "PageKept" },
      { type: "PageKept", data: { version: kept, source: "upload", edit: { name: "note.txt", title: "note" } } },
    ]);
  });

  test("when the copies take all that they may, then it is refused", async () => {
    const { link, first } = await keepNote(system);
    await system.send(ChangeQuota, { userId: link.userId, megabytes: 0 });
    const change = await changeOf(system, link, first, "two");
    await expect(system.send(ChangeText, change)).rejects.toMatchObject({ code: "full" });
    expect(await versionsOf(system, link)).toEqual([first]);
  });

  test("when the command is sent again because its worker is slow, and the first has recorded the text, which is removed then, then it is done", async () => {
    const { link, first } = await keepNote(system);
    const change = await changeOf(system, link, first, "two");
    const maker = createCopyMaker();
    atEnd(() => maker.close());
    const carryOut = changeText({ ...system, maker, usualMegabytes: 1024 });
    const commandId = randomUUID();
    await carryOut(change, { commandId, retry: false });
    await system.documents.remove(readFileName(link.userId, change.version));

    expect(await carryOut(change, { commandId, retry: true })).toMatchObject({ result: { version: change.version } });

    const { version } = await changeOf(system, link, change.version, "three");
    await system.documents.remove(readFileName(link.userId, version));
    const lost = carryOut({ ...change, version, before: change.version }, { commandId: randomUUID(), retry: true });
    await expect(lost).rejects.toMatchObject({ code: "not-found" });
  });

  test("when the service is killed, then the version before is there, or all of the new one", async () => {
    const { link, first } = await keepNote(system);
    await system.stop();
    const change = await changeOf(system, link, first, "The marmot sleeps.");
    for (const moment of ["texts.put", "copies.put", "copies.stored", "answered"]) {
      const worker = await spawnProgram(new URL("../../test/killed-change.ts", import.meta.url), {
        env: { ...system.env, MOMENT: moment, CHANGE: JSON.stringify(change) },
      });
      await worker.waitForLine(new RegExp(`at ${moment}`), 60_000);
      await worker.kill("SIGKILL");
      expect(await system.eventsOf(link)).toHaveLength(moment === "answered" ? 2 : 1);
    }
    await system.start();
    await eventually(async () => expect(await versionsOf(system, link)).toEqual([change.version, first]));
    const names: string[] = [];
    for await (const { name } of system.copies.list(`${link.userId}/`)) names.push(name);
    const { userId, linkId } = link;
    expect(names.sort()).toEqual([first, change.version].map((one) => copyName(userId, linkId, one)).sort());
    expect((await system.filesOf(link, change.version))["text.txt"]).toBe("The marmot sleeps.");
  });
});
