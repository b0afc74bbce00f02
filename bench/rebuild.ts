import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, createLogger, openJournal, openPool, rebuild } from "@satchel/chassis";
import { startNats, startPostgres } from "@satchel/embedded";
import { linksProjection } from "@satchel/links";
import { searchProjection } from "@satchel/search";
import { fill } from "./fill.ts";
import { rawUpserts } from "./raw.ts";

// How long it takes to get the links back from the journal, beside what Postgres would take for the same rows.
const EVENTS = Number(process.env.EVENTS ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const perSecond = (count: number, seconds: number): string => `${Math.round(count / seconds).toLocaleString("en")}/s`;
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const [nats, postgres] = await Promise.all([
  startNats({ dataDir: join(dir, "nats") }),
  startPostgres({ dataDir: join(dir, "postgres") }),
]);
try {
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "warn");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
  const journal = await openJournal(bus, { logger });
  const pool = openPool({ url: postgres.url, name: "bench", logger, connections: 6 });
  const options = { databaseUrl: postgres.url, pool, bus, journal, logger };

  let began = performance.now();
  await fill(journal, EVENTS);
  say(`filled    ${EVENTS.toLocaleString("en")} events, ${perSecond(EVENTS, (performance.now() - began) / 1000)}`);

  const rates = { rebuild: [] as number[], search: [] as number[], bare: [] as number[], full: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    began = performance.now();
    await rebuild({ ...options, projection: linksProjection }, "current", new AbortController().signal);
    rates.rebuild.push(EVENTS / ((performance.now() - began) / 1000));
    began = performance.now();
    await rebuild({ ...options, projection: searchProjection }, "current", new AbortController().signal);
    rates.search.push(EVENTS / ((performance.now() - began) / 1000));
    rates.bare.push(await rawUpserts(pool, "bare"));
    rates.full.push(await rawUpserts(pool, "full"));
    await pool.query("drop schema links, search cascade");
  }
  const [rebuilt, bare, full] = [median(rates.rebuild), median(rates.bare), median(rates.full)];
  const ratio = (raw: number): string => `${Math.round((100 * rebuilt) / raw)} %`;
  say(`machine   ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; median of ${ROUNDS}`);
  say(`rebuild   ${perSecond(rebuilt, 1)} events`);
  say(`search    ${perSecond(median(rates.search), 1)} events, of which two in five have words`);
  say(`raw bare  ${perSecond(bare, 1)} rows into a table with its primary key alone: rebuild is ${ratio(bare)} of it`);
  say(
    `raw full  ${perSecond(full, 1)} rows into the same table with indexes and counts: rebuild is ${ratio(full)} of it`,
  );
  await pool.end();
  await bus.close();
} finally {
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(dir, { recursive: true, force: true });
}
