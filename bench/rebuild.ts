import { openPool, rebuild } from "@satchel/chassis";
import { linksProjection } from "@satchel/links";
import { searchProjection } from "@satchel/search";
import { atEnd, cleanUp } from "@satchel/testing";
import { fill } from "./fill.ts";
import { rawUpserts } from "./raw.ts";
import { machine, median, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// The time to rebuild the links from the journal, and the time that Postgres alone takes for the same rows.
const EVENTS = Number(process.env.EVENTS ?? 200_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const perSecond = (count: number, seconds: number): string => `${Math.round(count / seconds).toLocaleString("en")}/s`;

try {
  const [{ bus, journal, logger }, databaseUrl] = await Promise.all([startBus("warn"), startDatabase()]);
  const pool = openPool({ url: databaseUrl, name: "bench", logger, connections: 6 });
  atEnd(() => pool.end());
  const options = { databaseUrl, pool, bus, journal, logger };

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
  say(`machine   ${machine()}; median of ${ROUNDS}`);
  say(`rebuild   ${perSecond(rebuilt, 1)} events`);
  say(`search    ${perSecond(median(rates.search), 1)} events, of which two in five have words`);
  say(`raw bare  ${perSecond(bare, 1)} rows into a table with its primary key alone: rebuild is ${ratio(bare)} of it`);
  say(
    `raw full  ${perSecond(full, 1)} rows into the same table with indexes and counts: rebuild is ${ratio(full)} of it`,
  );
} finally {
  await cleanUp();
}
