import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, createLogger, openJournal, type Journal, readConfig } from "@satchel/chassis";
import { aggregateSubject, JOURNAL, type UserId } from "@satchel/contracts";
import { startNats } from "@satchel/embedded";
import { EnrichmentConfig, startEnrichment } from "@satchel/enrichment";
import { openPlaceLeases } from "../services/enrichment/src/fetching/place-leases.ts";
import { bareFetchAndParse, rateOf } from "./pages/bare.ts";

// How many pages a second are described, from the journal's LinkSaved to its PageDescribed, beside bare fetching.
const PAGES = Number(process.env.PAGES ?? 1500);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const WORKERS = Number(process.env.WORKERS ?? 8);
/** The queue's name in enrichment's service. */
const QUEUE = "enrichment";

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const sites = fork(new URL("./pages/sites.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const ports = await new Promise<number[]>((resolve) => sites.once("message", (given) => resolve(given as number[])));
const hosts = ports.map((port) => `127.0.0.1:${port}`);
const dir = await mkdtemp(join(tmpdir(), "satchel-bench-"));
const nats = await startNats({ dataDir: join(dir, "nats") });

/** Addresses that no round had before, over all sites in turn. */
const newUrls = (): string[] =>
  Array.from({ length: PAGES }, (_, n) => `http://${hosts[n % hosts.length]}/page/${randomUUID()}`);

/** Saves links, lets enrichment begin, and waits until all are described. @returns pages a second */
async function describing(journal: Journal, urls: readonly string[]): Promise<number> {
  const userId = randomUUID() as string as UserId;
  const subjects: string[] = [];
  await rateOf(urls, 32, async (url) => {
    const linkId = randomUUID();
    const data = { url, canonicalUrl: url, origin: { kind: "page" } };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    await journal.append({ subject: aggregateSubject(userId, "links", linkId), event, expected: 0 });
    subjects.push(aggregateSubject(userId, "enrichment", linkId));
  });
  const env = {
    NATS_URL: nats.url,
    NATS_MONITOR_URL: nats.monitorUrl,
    PUBLIC_URL: "http://satchel.example",
    FETCH_ALLOW: hosts.join(","),
    FETCH_AT_ONCE: String(WORKERS),
  };
  const enrichment = await startEnrichment(readConfig(EnrichmentConfig, env), createLogger("bench", "fatal"));
  // Its threads begin to read pages now; the connections are there.
  const began = performance.now();
  for (;;) {
    const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, QUEUE);
    if (num_pending + num_ack_pending === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - began) / 1000;
  await enrichment.stop();
  const last = await Promise.all(subjects.map((subject) => journal.last(subject)));
  const missing = last.filter((event) => event?.type !== "PageDescribed").length;
  if (missing > 0) throw new Error(`${missing} pages were not described`);
  return urls.length / seconds;
}

try {
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "fatal");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
  const journal = await openJournal(bus, { logger });
  const leases = await openPlaceLeases(bus, logger);
  const rates = { bare: [] as number[], described: [] as number[], places: [] as number[] };
  const cpu = { bare: [] as number[], described: [] as number[] };
  await bareFetchAndParse(newUrls(), WORKERS);
  await describing(journal, newUrls());
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ["bare", "described"] as const) {
      const urls = newUrls();
      const before = process.cpuUsage();
      rates[kind].push(await (kind === "bare" ? bareFetchAndParse(urls, WORKERS) : describing(journal, urls)));
      const { user, system } = process.cpuUsage(before);
      cpu[kind].push((user + system) / 1000 / PAGES);
    }
    rates.places.push(
      await rateOf(newUrls(), 1, async (url) => {
        const place = await leases.tryTake(url);
        place?.release();
      }),
    );
  }
  const [bare, described] = [median(rates.bare), median(rates.described)];
  const of = rates.described.map((rate, round) => Math.round((100 * rate) / (rates.bare[round] ?? 1)));
  say(`machine    ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  say(`size       ${PAGES} pages on ${hosts.length} sites, ${WORKERS} workers; medians of ${ROUNDS} rounds`);
  say(`bare       ${bare.toFixed(0)} pages/s`);
  say(
    `described  ${described.toFixed(0)} pages/s, ${((100 * described) / bare).toFixed(0)} % of bare (rounds: ${of.join(", ")} %)`,
  );
  say(
    `processor  ${median(cpu.bare).toFixed(1)} and ${median(cpu.described).toFixed(1)} ms a page in this process, start and end included`,
  );
  say(`a place at a host, taken and given back by one worker: ${(1000 / median(rates.places)).toFixed(2)} ms`);
  await bus.close();
} finally {
  sites.disconnect();
  await nats.stop();
  await rm(dir, { recursive: true, force: true });
}
