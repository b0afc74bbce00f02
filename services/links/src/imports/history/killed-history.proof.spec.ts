import { spawnProgram, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { OtherAccount } from "../../../test/account-export.ts";
import { settled } from "../../../test/events.ts";
import { ended, importOf, startImport } from "../../../test/imports.ts";
import { newUser, startSystem } from "../../../test/system.ts";

const LINKS = 600;
const MAIN = new URL("../../main.ts", import.meta.url);

function account(): OtherAccount {
  const other = new OtherAccount();
  for (let n = 0; n < LINKS; n++) {
    if (n % 60 === 0) {
      other.folder("FolderCreated", { folderId: n + 1, name: `F ${n}`, parentFolderId: null, orderIndex: n / 60 });
    }
    const id = other.save(`https://killed.example/${n}`, { folderId: n - (n % 60) + 1 });
    other.link(id, "LinkVisited", { visitCount: 1 });
    if (n % 3 === 0) other.link(id, "LinkDeleted");
  }
  return other;
}

test("given the service is killed in the middle of a history, again and again, then it ends with every event once, in its order and at its time, and the counts are right", async () => {
  const system = await startSystem(["folders"]);
  const userId = newUser();
  const other = account();
  let service = await spawnProgram(MAIN, { env: system.env });
  const importId = await eventually(() => startImport(system, userId, other.file()));

  for (const share of [0.2, 0.6]) {
    await eventually(async () => ((await importOf(system, userId, importId))?.progress ?? 0) >= share, {
      interval: 5,
    });
    await service.kill("SIGKILL");
    service = await spawnProgram(MAIN, { env: system.env });
  }

  const done = await ended(system, userId, importId);
  await settled(system, userId);
  const read = other.events.length;
  expect(done).toMatchObject({ status: "done", read, saved: LINKS, known: 0, skipped: 0, faults: [] });
  const stored: unknown[] = [];
  for await (const { at, type, time } of system.journal.readUser(userId)) {
    const isImport = type.startsWith("Import");
    if (!isImport && at.kind === "aggregate") stored.push([at.context, type, time.toISOString()]);
  }
  expect(stored).toEqual(other.events.map(({ context, type, time }) => [context, type, time]));
});
