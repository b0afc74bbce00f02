import { randomUUID } from "node:crypto";
import { connectBus, createLogger, openJournal } from "@satchel/chassis";
import { aggregateSubject, JOURNAL, type LinkId, type UserId } from "@satchel/contracts";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { serveHttp } from "../../test/loopback-server.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";
import { startEnrichment } from "../service.ts";

const logger = createLogger("test", "silent");
const PAGE = '<title>A page</title><meta property="og:image" content="/a.png"><link rel="icon" href="/b.png">';

/** Each host of the hostile account's pages; of one host alone few pages would be asked for at a time anyway. */
const HOSTILE_HOSTS = 8;
/** More than a process reads, or illustrates, at the same time. */
const HOSTILE_LINKS = 24;

test("given an account whose pages or pictures take as long as they like, when another one saves a link, then its page is described and illustrated meanwhile", async () => {
  // given sites that answer for every second link with a page whose pictures never come, and for the others not at all
  const held: (() => void)[] = [];
  const sites = await Promise.all(
    Array.from({ length: HOSTILE_HOSTS }, () =>
      serveHttp(({ url = "" }, response) => {
        if (url.startsWith("/page")) response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
        else held.push(() => response.destroy());
      }),
    ),
  );
  const site = await serveHttp(({ url }, response) => {
    if (url === "/page") response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    else response.writeHead(200, { "content-type": "image/png" }).end(pngOf(quarters(300, 300)));
  });
  const hosts = sites.map(({ port }) => `127.0.0.1:${port}`);
  const ordinaryHost = `127.0.0.1:${site.port}`;
  const nats = await startTestNats();
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  const journal = await openJournal(bus, { logger });
  const enrichment = await startEnrichment(
    {
      NATS_URL: nats.url,
      NATS_MONITOR_URL: nats.monitorUrl,
      NATS_REPLICAS: 1,
      NATS_SYNC_UNCHECKED: false,
      LOG_LEVEL: "silent",
      OPERATIONS_HOST: "127.0.0.1",
      SHUTDOWN_SECONDS: 10,
      PUBLIC_URL: "http://satchel.example",
      FETCH_ALLOW: [...hosts, ordinaryHost],
      DNS_SERVERS: ["127.0.0.1:9"],
      FETCH_AT_ONCE: 8,
    },
    logger,
  );
  atEnd(async () => {
    for (const end of held) end();
    await enrichment.stop();
    await bus.close();
    await Promise.all([site, ...sites].map((server) => server.close()));
  });
  const save = async (userId: UserId, url: string): Promise<string> => {
    const linkId = randomUUID() as LinkId;
    await journal.append({
      subject: aggregateSubject(userId, "links", linkId),
      event: {
        id: randomUUID(),
        type: "LinkSaved",
        data: { url, canonicalUrl: url, origin: { kind: "page" } },
      },
      expected: 0,
    });
    return aggregateSubject(userId, "enrichment", linkId);
  };
  const hostile = randomUUID() as UserId;
  const subjects: string[] = [];
  for (let n = 0; n < HOSTILE_LINKS; n++) {
    const path = n % 2 === 0 ? `/page-${n}` : `/never-${n}`;
    subjects.push(await save(hostile, `http://${hosts[n % HOSTILE_HOSTS]}${path}`));
  }
  await eventually(() => expect(held.length).toBeGreaterThan(2), { timeout: 60_000 });

  // when somebody else saves a link
  const ordinary = await save(randomUUID() as UserId, `http://${ordinaryHost}/page`);

  // then it is described and has its picture, while the hostile account's links still wait
  await eventually(async () => expect((await journal.last(ordinary))?.type).toBe("PageIllustrated"), {
    timeout: 60_000,
  });
  expect((await journal.readAggregate(ordinary)).map(({ type }) => type)).toEqual(["PageDescribed", "PageIllustrated"]);
  const { num_pending, num_ack_pending } = await journal.jsm.consumers.info(JOURNAL, "enrichment");
  expect(num_pending + num_ack_pending).toBeGreaterThan(0);
  const illustrated = await Promise.all(subjects.map((subject) => journal.last(subject)));
  expect(illustrated.filter((event) => event?.type === "PageIllustrated")).toEqual([]);
}, 180_000);
