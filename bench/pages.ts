import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connectBus, createLogger, openJournal, type Journal, readConfig } from "@satchel/chassis";
import { aggregateSubject, JOURNAL, type UserId } from "@satchel/contracts";
import { startNats } from "@satchel/embedded";
import { EnrichmentConfig, startEnrichment } from "@satchel/enrichment";
import { bareFetchAndParse, rateOf } from "./pages/bare.ts";

// How many pages a second are described, from the journal's LinkSaved to its PageDescribed, beside bare fetching.
const PAGES = Number(process.env.PAGES ?? 1500);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const WORKERS = Number(process.env.WORKERS ?? 8);
/** Pages of each round before it is measured: each round's threads start, and their code is compiled, over the first. */
const WARM_UP = Number(process.env.WARM_UP ?? 600);
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
const newUrls = (pages: number): string[] =>
  Array.from({ length: pages }, (_, n) => `http://${hosts[n % hosts.length]}/page/${randomUUID()}`);

/** Pages a second, and milliseconds of this process' processor time for each. */
interface Measured {
  readonly rate: number;
  readonly cpuMs: number;
}

function stopwatch(): (pages: number) => Measured {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return (pages) => {
    const { user, system } = process.cpuUsage(before);
    return { rate: pages / ((performance.now() - began) / 1000), cpuMs: (user + system) / 1000 / pages };
  };
}

async function bare(): Promise<Measured> {
  await bareFetchAndParse(newUrls(WARM_UP), WORKERS);
  const measured = stopwatch();
  await bareFetchAndParse(newUrls(PAGES), WORKERS);
  return measured(PAGES);
}

/** Saves links, lets enrichment begin, and waits until all are described. */
async function described(journal: Journal): Promise<Measured> {
  const urls = newUrls(WARM_UP + PAGES);
  const userId = randomUUID() as string as UserId;
  const subjects: string[] = [];
  await rateOf(urls, 32, async (url) => {
    const linkId = randomUUID();
    const data = { url, origin: { kind: "page" } };
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
  const leftAtMost = async (most: number): Promise<number> => {
    for (;;) {
      const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, QUEUE);
      if (num_pending + num_ack_pending <= most) return num_pending + num_ack_pending;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const pages = await leftAtMost(PAGES);
  const stop = stopwatch();
  await leftAtMost(0);
  const measured = stop(pages);
  await enrichment.stop();
  const last = await Promise.all(subjects.map((subject) => journal.last(subject)));
  const missing = last.filter((event) => event?.type !== "PageDescribed").length;
  if (missing > 0) throw new Error(`${missing} pages were not described`);
  return measured;
}

try {
  const logger = createLogger("bench", process.env.LOG_LEVEL ?? "fatal");
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "bench", logger });
  const journal = await openJournal(bus, { logger });
  const rounds: { bare: Measured; described: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await bare(), described: await described(journal) });
  }
  const of = rounds.map((round) => round.described.rate / round.bare.rate);
  const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
  const medianOf = (kind: "bare" | "described", what: keyof Measured): number =>
    median(rounds.map((round) => round[kind][what]));
  say(`machine    ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  say(
    `size       ${PAGES} pages after ${WARM_UP} on ${hosts.length} sites, ${WORKERS} workers; medians of ${ROUNDS} rounds`,
  );
  say(`bare       ${medianOf("bare", "rate").toFixed(0)} pages/s`);
  say(`described  ${medianOf("described", "rate").toFixed(0)} pages/s, ${percent(median(of))} of bare`);
  say(`rounds     ${of.map(percent).join(", ")}`);
  say(
    `processor  ${medianOf("bare", "cpuMs").toFixed(1)} and ${medianOf("described", "cpuMs").toFixed(1)} ms a page in this process`,
  );
  await bus.close();
} finally {
  sites.disconnect();
  await nats.stop();
  await rm(dir, { recursive: true, force: true });
}
