import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { commandClient, openPool, type Checks, isReady, ProjectionProgress, readConfig } from "@satchel/chassis";
import { aggregateSubject, SaveLink, type UserId } from "@satchel/contracts";
import { LinksConfig, startLinks } from "@satchel/links";
import { SearchConfig, startSearch } from "@satchel/search";
import { cleanUp } from "@satchel/testing";
import { machine, median, say } from "./report.ts";
import { startBus, startDatabase } from "./servers.ts";

// The time of a save until the tables show it, and of bare appends to the same journal in the same run.
const SAVES = Number(process.env.SAVES ?? 300);
const PEOPLE = 10;
/** Saves before these, which are not measured. */
const WARM_UP = 50;
/** Milliseconds before each append and save, in which the tables of the one before are written. */
const PAUSE_MS = 80;

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const [{ settings, bus, journal, logger }, databaseUrl] = await Promise.all([startBus("warn"), startDatabase()]);
const env = { ...settings, DATABASE_URL: databaseUrl, ADDRESS_KEY: "for-benchmarks-only-0123456789abcdef" };
const services = await Promise.all([
  startLinks(readConfig(LinksConfig, env), logger),
  startSearch(readConfig(SearchConfig, env), logger),
]);
while (services.some((service) => !isReady(service.checks() as Checks))) await delay(20);
const pool = openPool({ url: databaseUrl, name: "bench", logger, connections: 4 });
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
    await delay(PAUSE_MS);
    times.append.push(await timed(append));
    await delay(PAUSE_MS);
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
    `machine   ${machine()}; medians of ${SAVES}`,
    `append    ${ms(bare)}`,
    `save      ${ms(one)} until links shows it, one after the other: ${(one / bare).toFixed(1)} appends`,
    `          ${ms(answer)} of it until the command is answered`,
    `          ${ms(ten)} while ${PEOPLE} people save: ${(ten / bare).toFixed(1)} appends`,
  ];
  say(lines.join("\n"));
} finally {
  progress.close();
  for (const service of services) await service.stop();
  await pool.end();
  await cleanUp();
}
