import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Bus,
  type CommandClient,
  commandClient,
  type Journal,
  openImportFiles,
  readConfig,
} from "@satchel/chassis";
import {
  aggregateSubject,
  type Import,
  type ImportId,
  ListImports,
  StartImport,
  type UserId,
} from "@satchel/contracts";
import { FoldersConfig, startFolders } from "@satchel/folders";
import { LinksConfig, startLinks } from "@satchel/links";
import { atEnd, cleanUp } from "@satchel/testing";
import { bookmarksFile } from "./footprint/bookmarks.ts";
import { rateOf } from "./rate.ts";
import { machine, median, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// How long a browser's bookmarks take to be imported, beside what the journal takes for as many bare appends.
const BOOKMARKS = Number(process.env.BOOKMARKS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Appends at the same time, as many as an import has. */
const CONCURRENT_APPENDS = 32;

/** As many compare-and-set appends of the same events, and nothing else. @returns seconds */
async function bareAppends(journal: Journal): Promise<number> {
  const userId = randomUUID() as UserId;
  const numbers = Array.from({ length: BOOKMARKS }, (_, n) => n);
  const rate = await rateOf(numbers, CONCURRENT_APPENDS, (n) => {
    const url = `https://site-${n % 997}.example/articles/${n}?id=${n}`;
    const origin = { kind: "import", importId: randomUUID() };
    const data = { url, origin, title: `Article number ${n}, with a title as long as titles are` };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    return journal.append({ subject: aggregateSubject(userId, "links", randomUUID()), event, expected: 0 });
  });
  return BOOKMARKS / rate;
}

/** One import, from the command until it is done and every link is in the tables. @returns seconds, and the import */
async function importing(bus: Bus, client: CommandClient, userId: UserId, file: Buffer): Promise<[number, Import]> {
  const importId = randomUUID() as string as ImportId;
  const key = { userId, importId };
  const files = await openImportFiles(bus);
  const bytes = await files.put(
    key,
    (async function* () {
      for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
    })(),
  );
  const began = performance.now();
  await client.send(StartImport, { ...key, name: "bookmarks.html", bytes });
  for (;;) {
    const [found] = (await client.send(ListImports, key)).result.imports;
    if (found !== undefined && found.status !== "running") return [(performance.now() - began) / 1000, found];
    await delay(50);
  }
}

try {
  const [{ settings, bus, journal, logger }, databaseUrl] = await Promise.all([startBus("fatal"), startDatabase()]);
  const env = { ...settings, DATABASE_URL: databaseUrl, ADDRESS_KEY: "for-this-measurement-only-0123456789" };
  const services = await Promise.all([
    startLinks(readConfig(LinksConfig, env), logger),
    startFolders(readConfig(FoldersConfig, env), logger),
  ]);
  atEnd(async () => {
    for (const service of services) await service.stop();
  });
  const client = commandClient(bus, logger);
  const file = Buffer.from(bookmarksFile(BOOKMARKS));

  const seconds = { fresh: [] as number[], again: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const userId = randomUUID() as UserId;
    seconds.bare.push(await bareAppends(journal));
    for (const kind of ["fresh", "again"] as const) {
      const [took, { status, saved, known }] = await importing(bus, client, userId, file);
      if (status !== "done" || saved + known !== BOOKMARKS) throw new Error(`${kind}: ${status} ${saved} ${known}`);
      seconds[kind].push(took);
    }
  }
  const bare = median(seconds.bare);
  const line = (name: string, took: number): void =>
    say(`${name.padEnd(14)} ${took.toFixed(2)} s, ${(took / bare).toFixed(2)} times the bare appends`);
  say(`machine        ${machine()}; median of ${ROUNDS}`);
  say(`file           ${BOOKMARKS.toLocaleString("en")} bookmarks, ${(file.length / 1e6).toFixed(1)} MB`);
  line("bare appends", bare);
  line("import", median(seconds.fresh));
  line("import again", median(seconds.again));
} finally {
  await cleanUp();
}
