import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { ArchiveConfig, startArchive } from "@satchel/archive";
import { createLogger, openCopies, readConfig } from "@satchel/chassis";
import { aggregateSubject, JOURNAL, type UserId } from "@satchel/contracts";
import { EnrichmentConfig, startEnrichment } from "@satchel/enrichment";
import { atEnd, cleanUp } from "@satchel/testing";
import { bareFetchAndParse } from "./pages/bare.ts";
import { rateOf } from "./rate.ts";
import { machine, median, say } from "./report.ts";
import { type BenchBus, startBus, startDatabase } from "./servers.ts";

// Pages described in a second, from the journal's LinkSaved to its PageDescribed, the same with their copies kept, and the
// rate of bare fetching.
const PAGES = Number(process.env.PAGES ?? 1500);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const WORKERS = Number(process.env.WORKERS ?? 8);
/** Pages of each round that are not measured: meanwhile the round's threads start, and their code is compiled. */
const WARM_UP = Number(process.env.WARM_UP ?? 600);
/** The queue's name in enrichment's service. */
const QUEUE = "enrichment";

const sites = fork(new URL("./pages/sites.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
atEnd(() => sites.disconnect());
const [ports] = (await once(sites, "message")) as [number[]];
const database = startDatabase();
const hosts = ports.map((port) => `127.0.0.1:${port}`);

/** New addresses, of all sites in turn. */
const newUrls = (pages: number): string[] =>
  Array.from({ length: pages }, (_, n) => `http://${hosts[n % hosts.length]}/page/${randomUUID()}`);

/** Pages a second, and milliseconds of this process' processor time for each. */
interface Throughput {
  readonly rate: number;
  readonly cpuMs: number;
}

type Kind = "bare" | "described" | "kept";

/** Octets of each copy that was made. */
const copyBytes: number[] = [];

function stopwatch(): (pages: number) => Throughput {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return (pages) => {
    const { user, system } = process.cpuUsage(before);
    return { rate: pages / ((performance.now() - began) / 1000), cpuMs: (user + system) / 1000 / pages };
  };
}

async function bare(): Promise<Throughput> {
  await bareFetchAndParse(newUrls(WARM_UP), WORKERS);
  const measured = stopwatch();
  await bareFetchAndParse(newUrls(PAGES), WORKERS);
  return measured(PAGES);
}

/** Saves links, lets enrichment begin, and waits until all are described, and kept where they are. */
async function described({ journal, settings, bus }: BenchBus, isKept: boolean): Promise<Throughput> {
  const urls = newUrls(WARM_UP + PAGES);
  const userId = randomUUID() as string as UserId;
  const keeping = { id: randomUUID(), type: "KeepingChanged", data: { isOn: isKept } };
  await journal.append({ subject: aggregateSubject(userId, "archive"), event: keeping, expected: 0 });
  const subjects: string[] = [];
  await rateOf(urls, 32, async (url) => {
    const linkId = randomUUID();
    const data = { url, origin: { kind: "page" } };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    await journal.append({ subject: aggregateSubject(userId, "links", linkId), event, expected: 0 });
    subjects.push(aggregateSubject(userId, "enrichment", linkId));
  });
  const env = {
    ...settings,
    PUBLIC_URL: "http://satchel.example",
    FETCH_ALLOW: hosts.join(","),
    FETCH_AT_ONCE: String(WORKERS),
  };
  const logger = createLogger("bench", "fatal");
  const archive = await startArchive(readConfig(ArchiveConfig, { ...env, DATABASE_URL: await database }), logger);
  const enrichment = await startEnrichment(readConfig(EnrichmentConfig, env), logger);
  const copies = await openCopies(bus, {});
  const leftAtMost = async (most: number): Promise<number> => {
    for (;;) {
      const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, QUEUE);
      const toDescribe = num_pending + num_ack_pending;
      const toKeep = isKept ? urls.length - (await journal.count(`journal.*.${userId}.archive.*`)) : 0;
      if (Math.max(toDescribe, toKeep) <= most) return Math.max(toDescribe, toKeep);
      await delay(50);
    }
  };
  const pages = await leftAtMost(PAGES);
  const stop = stopwatch();
  await leftAtMost(0);
  const measured = stop(pages);
  await enrichment.stop();
  await archive.stop();
  const last = await Promise.all(subjects.map((subject) => journal.last(subject)));
  const missing = last.filter((event) => event?.type !== "PageDescribed").length;
  if (missing > 0) throw new Error(`${missing} pages were not described`);
  if (isKept) for await (const { bytes } of copies.list(`${userId}/`)) copyBytes.push(bytes);
  return measured;
}

try {
  const bus = await startBus("fatal");
  const rounds: Record<Kind, Throughput>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await bare(), described: await described(bus, false), kept: await described(bus, true) });
  }
  const ofDescribed = rounds.map((round) => round.kept.rate / round.described.rate);
  const of = rounds.map((round) => round.described.rate / round.bare.rate);
  const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
  const medianOf = (kind: Kind, what: keyof Throughput): number => median(rounds.map((round) => round[kind][what]));
  say(`machine    ${machine()}, load ${loadavg()[0]?.toFixed(1)}`);
  say(
    `size       ${PAGES} pages after ${WARM_UP} on ${hosts.length} sites, ${WORKERS} workers; medians of ${ROUNDS} rounds`,
  );
  say(`bare       ${medianOf("bare", "rate").toFixed(0)} pages/s`);
  say(`described  ${medianOf("described", "rate").toFixed(0)} pages/s, ${percent(median(of))} of bare`);
  say(`kept too   ${medianOf("kept", "rate").toFixed(0)} pages/s, ${percent(median(ofDescribed))} of described`);
  say(
    `rounds     described of bare ${of.map(percent).join(", ")}; kept of described ${ofDescribed.map(percent).join(", ")}`,
  );
  const cpu = (["bare", "described", "kept"] as const).map((kind) => medianOf(kind, "cpuMs").toFixed(1));
  say(`processor  ${cpu.join(", ")} ms a page in this process`);
  say(`a copy     ${(median(copyBytes) / 1024).toFixed(1)} KiB`);
} finally {
  await cleanUp();
}
