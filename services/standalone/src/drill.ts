import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newestBackup, restoreBackup } from "@satchel/backup";
import { connectBus, createLogger } from "@satchel/chassis";
import { claimDataDir, startNats, startPostgres } from "@satchel/embedded";
import { readDrillArguments } from "./backup-arguments.ts";
import { reportLines } from "./backup-report.ts";
import { writeDrill } from "./backup-schedule/state.ts";
import { callOf, runCommand, UsageError } from "./command.ts";
import { projections, rebuildTables } from "./rebuild-tables.ts";
import { readSettings } from "./settings.ts";

// Restores a backup into an empty bus and an empty database that are thrown away, and builds all tables from it. No service
// runs there: nothing is sent, fetched or polled twice.
const USAGE = `Usage: ${callOf("drill")} --from <folder or file> [--passphrase-file <file> | --identity-file <file of age-keygen>]
Of a folder, the newest backup is taken. BACKUP_PASSPHRASE in the environment stands for --passphrase-file.
`;

// At their default, they would leave the servers running.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const { from, key } = await readDrillArguments(process.argv.slice(2), process.env);
  const file = await backupIn(from);
  // A schedule's bus or database is of no concern here.
  const { DATA_DIR, LOG_LEVEL, DATABASE_BUFFERS_MB } = readSettings({
    DATA_DIR: process.env["DATA_DIR"],
    LOG_LEVEL: process.env["LOG_LEVEL"],
  });
  const logger = createLogger("drill", LOG_LEVEL);
  const began = performance.now();
  const place = join(DATA_DIR, "drill");
  await mkdir(place, { recursive: true, mode: 0o700 });
  const release = await claimDataDir(place, say);
  const closing: (() => Promise<unknown>)[] = [release, () => rm(place, { recursive: true, force: true })];
  try {
    // What a killed drill left is ended, and replaced by force.
    const nats = await startNats({ dataDir: join(place, "nats"), log: say });
    closing.push(() => nats.stop());
    const settings = { shared_buffers: `${DATABASE_BUFFERS_MB}MB` };
    const postgres = await startPostgres({ dataDir: join(place, "postgres"), settings, log: say });
    closing.push(() => postgres.stop());
    const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "drill", logger });
    closing.push(() => bus.close());
    const nothing = async (): Promise<void> => undefined;
    const content = await restoreBackup({
      bus,
      file,
      key,
      force: true,
      erasures: [],
      accept: nothing,
      prepare: nothing,
    });
    say(`Restored ${file}\n${reportLines(content).trimEnd()}`);
    await rebuildTables(projections, { bus, databaseUrl: postgres.url, syncUnchecked: false, logger, say });
  } finally {
    for (const close of closing.toReversed()) await close();
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  await writeDrill(dirname(file), file, new Date(), seconds);
  say(`The drill succeeded in ${seconds} s: everything in it was restored, and all tables were built from it.`);
}, USAGE);

/** @throws {UsageError} where there is none */
async function backupIn(from: string): Promise<string> {
  const found = await stat(from).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${from} can't be read (${error.code})`);
  });
  if (!found.isDirectory()) return from;
  const newest = await newestBackup(from, Date.now());
  if (newest === undefined) throw new UsageError(`There is no backup in ${from}`);
  return newest.file;
}
