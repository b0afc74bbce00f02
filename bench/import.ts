import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Bus,
  type CommandClient,
  commandClient,
  connectBus,
  createLogger,
  type Journal,
  openImportFiles,
  openJournal,
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
import { startNats, startPostgres } from "@satchel/embedded";
import { FoldersConfig, startFolders } from "@satchel/folders";
import { LinksConfig, startLinks } from "@satchel/links";
import { bookmarksFile } from "./footprint/bookmarks.ts";

// How long a browser's bookmarks take to be imported, beside what the journal takes for as many bare appends.
const BOOKMARKS = Number(process.env.BOOKMARKS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Appends under way at the same time, as many as an import has. */
const UNDER_WAY = 32;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** As many compare-and-set appends of the same events and nothing else. @returns seconds */
async function bareAppends(journal: Journal): Promise<number> {
  const userId = randomUUID() as UserId;
  const began = performance.now();
  let next = 0;
  const append = async (): Promise<void> => {
    for (let n = next++; n < BOOKMARKS; n = next++) {
      const url = `https://site-${n % 997}.example/articles/${n}?id=${n}`;
      const origin = { kind: "import", importId: randomUUID() };
      const data = { url, origin, title: `Article number ${n}, with a title as long as titles are` };
      const event = { id: randomUUID(), type: "LinkSaved", data };
      await journal.append({ subject: aggregateSubject(userId, "links", randomUUID()), event, expected: 0 });
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, append));
  return (performance.now() - began) / 1000;
}

/** One file from the command to the word that it is done, with every link in the tables. @returns seconds */
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
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const [nats, postgres] = await Promise.all([
  startNats({ dataDir: join(dir, "nats") }),
  startPostgres({ dataDir: join(dir, "postgres") }),
]);
try {
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "fatal");
  const env = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    DATABASE_URL: postgres.url,
    ADDRESS_KEY: "for-this-measurement-only-0123456789",
  };
  const services = await Promise.all([
    startLinks(readConfig(LinksConfig, env), logger),
    startFolders(readConfig(FoldersConfig, env), logger),
  ]);
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
  const journal = await openJournal(bus, { logger });
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
  say(`machine        ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; median of ${ROUNDS}`);
  say(`file           ${BOOKMARKS.toLocaleString("en")} bookmarks, ${(file.length / 1e6).toFixed(1)} MB`);
  line("bare appends", bare);
  line("import", median(seconds.fresh));
  line("import again", median(seconds.again));
  await bus.close();
  for (const service of services) await service.stop();
} finally {
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(dir, { recursive: true, force: true });
}
