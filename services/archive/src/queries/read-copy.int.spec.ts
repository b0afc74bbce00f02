import { randomUUID } from "node:crypto";
import { type CopyId, copyName } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { ARTICLE, startSystem } from "../../test/system.ts";
import { listCopies } from "./index.ts";
import { readCopy } from "./read-copy.ts";

const system = await startSystem();
await system.start();

async function keep(title: string) {
  const link = await system.saveLink();
  const version = await system.handOver(link, { html: ARTICLE(title) });
  await eventually(async () => expect((await listCopies(system.db, link.userId, link.linkId)).copies).toHaveLength(1), {
    timeout: 60_000,
  });
  return { ...link, version };
}
const [mine, others] = [await keep("Mine"), await keep("Others")];
const objectOf = async ({ userId, linkId, version }: typeof mine): Promise<Uint8Array> => {
  const bytes = await system.copies.get(copyName(userId, linkId, version));
  if (bytes === undefined) throw new Error("no such copy");
  return bytes;
};

test("given a copy, then it is read as it was stored; given none, or none in the store, then there is none", async () => {
  expect(Buffer.from((await readCopy(system.db, system.copies, mine)) ?? [])).toEqual(
    Buffer.from(await objectOf(mine)),
  );
  expect(await readCopy(system.db, system.copies, { ...mine, version: randomUUID() as CopyId })).toBeUndefined();
  expect(await readCopy(system.db, system.copies, { ...mine, userId: others.userId })).toBeUndefined();
  expect(await readCopy(system.db, { get: async () => undefined }, mine)).toBeUndefined();
});

test.each([
  ["the copy of another account", () => objectOf(others)],
  ["half of it", async () => (await objectOf(mine)).subarray(0, 500)],
  ["nothing", async () => new Uint8Array()],
])("given a store that answers with %s, then that is no copy", async (_, get) => {
  await expect(readCopy(system.db, { get }, mine)).rejects.toThrow("another object");
});
