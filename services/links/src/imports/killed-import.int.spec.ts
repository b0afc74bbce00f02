import { expect, test } from "vitest";
import { repetitions, spawnProgram } from "@satchel/testing";
import { eventually } from "@satchel/testing";
import { linkEvents, settled } from "../../test/events.ts";
import { ended, importOf, startImport } from "../../test/imports.ts";
import { listAll, newUser, startSystem } from "../../test/system.ts";

const LINKS = repetitions(1000, 2000);
const MAIN = new URL("../main.ts", import.meta.url);

const FILE = `<DL>${Array.from(
  { length: LINKS },
  (_, n) =>
    `<DT><H3>Folder ${n % 10}</H3><DL><DT><A HREF="https://killed.example/${n}" ADD_DATE="${1_500_000_000 + n}">N ${n}</A></DL>`,
).join("\n")}<DT><A HREF="javascript:x">x</A></DL>`;

test("given the service is killed in the middle of an import, again and again, then the import ends, every link is there once, and the counts are right", async () => {
  const system = await startSystem(["folders"]);
  const userId = newUser();
  let service = await spawnProgram(MAIN, { env: system.env });
  const importId = await eventually(() => startImport(system, userId, FILE));

  for (const share of [0.2, 0.4, 0.6, 0.8].slice(-repetitions(1, 4))) {
    await eventually(async () => ((await importOf(system, userId, importId))?.progress ?? 0) >= share, {
      interval: 5,
    });
    await service.kill("SIGKILL");
    service = await spawnProgram(MAIN, { env: system.env });
  }

  const done = await ended(system, userId, importId);
  await settled(system, userId);
  expect(done).toMatchObject({ status: "done", read: LINKS + 1, saved: LINKS, known: 0, skipped: 1 });
  const events = await linkEvents(system, userId);
  expect(events.filter((type) => type === "LinkSaved")).toHaveLength(LINKS);
  expect(events.filter((type) => type.startsWith("Import"))).toEqual(["ImportStarted", "ImportFinished"]);
  expect(events).toHaveLength(LINKS + 2);
  const links = await listAll(system, userId, { size: 100 });
  expect(links.map(({ title }) => title)).toEqual(Array.from({ length: LINKS }, (_, n) => `N ${LINKS - 1 - n}`));
});
