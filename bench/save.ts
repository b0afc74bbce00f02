import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  commandClient,
  connectBus,
  createLogger,
  openJournal,
  openPool,
  type Checks,
  isReady,
  ProjectionProgress,
  readConfig,
} from "@satchel/chassis";
import { aggregateSubject, SaveLink, type UserId } from "@satchel/contracts";
import { startNats, startPostgres } from "@satchel/embedded";
import { LinksConfig, startLinks } from "@satchel/links";
import { SearchConfig, startSearch } from "@satchel/search";

// What a save takes until the tables show it, beside bare appends to the same journal in the same run.
const SAVES = Number(process.env.SAVES ?? 300);
const PEOPLE = 10;
/** Saves before those, which are not measured. */
const WARM_UP = 50;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ms = (value: number): string => `${value.toFixed(2)} ms`;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const [nats, postgres] = await Promise.all([
  startNats({ dataDir: join(dir, "nats") }),
  startPostgres({ dataDir: join(dir, "postgres") }),
]);
const env = {
  NATS_URL: nats.url,
  NATS_MONITOR_URL: nats.monitorUrl,
  DATABASE_URL: postgres.url,
  ADDRESS_KEY: "for-benchmarks-only-0123456789abcdef",
};
const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");
const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
const journal = await openJournal(bus, { logger });
const services = await Promise.all([
  startLinks(readConfig(LinksConfig, env), logger),
  startSearch(readConfig(SearchConfig, env), logger),
]);
while (services.some((service) => !isReady(service.checks() as Checks))) await delay(20);
const pool = openPool({ url: postgres.url, name: "bench", logger, connections: 4 });
const progress = new ProjectionProgress(bus, pool);
const client = commandClient(bus, logger);
try {
  const append = (): Promise<unknown> => {
    const userId = randomUUID() as UserId;
    const data = { url: "https://example.com/", origin: { kind: "page" } };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    return journal.append({ subject: aggregateSubject(userId, "links", randomUUID()), event, expected: 0 });
  };
  let number = 0;
  let answered: number[] = [];
  const saver = (userId: UserId) => async (): Promise<void> => {
    const url = `https://site-${number++}.example/articles/something-to-read-${number}`;
    const title = `The ${number}th article, with a title as long as titles are`;
    const began = performance.now();
    const { position } = await client.send(SaveLink, {
      userId,
      url,
      title,
      tags: ["reading"],
      origin: { kind: "page" },
    });
    answered.push(performance.now() - began);
    if (position !== undefined) await progress.reached(position, 10_000);
  };
  const save = saver(randomUUID() as UserId);
  for (let n = 0; n < WARM_UP; n++) await save();
  answered = [];
  const times = { append: [] as number[], save: [] as number[], together: [] as number[] };
  for (let n = 0; n < SAVES; n++) {
    times.append.push(await timed(append));
    times.save.push(await timed(save));
  }
  const answer = median(answered);
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const own = saver(randomUUID() as UserId);
      for (let n = 0; n < SAVES / PEOPLE; n++) times.together.push(await timed(own));
    }),
  );
  const [bare, one, ten] = [median(times.append), median(times.save), median(times.together)];
  const lines = [
    `machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${SAVES}`,
    `append    ${ms(bare)}`,
    `save      ${ms(one)} until links shows it, one after the other: ${(one / bare).toFixed(1)} appends`,
    `          ${ms(answer)} of it until the command is answered`,
    `          ${ms(ten)} while ${PEOPLE} people save: ${(ten / bare).toFixed(1)} appends`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
} finally {
  progress.close();
  for (const service of services) await service.stop();
  await pool.end();
  await bus.close();
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(dir, { recursive: true, force: true });
}
