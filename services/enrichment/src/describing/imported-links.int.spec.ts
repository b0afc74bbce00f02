import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectBus, createLogger, openJournal } from "@satchel/chassis";
import { aggregateSubject, type LinkOrigin, type UserId } from "@satchel/contracts";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { startEnrichment } from "../service.ts";

const logger = createLogger("test", "silent");
const userId = randomUUID() as string as UserId;

/** A site with one page, answered when `decide` calls its answer. @returns its host and port */
async function startSite(decide: (answer: () => void) => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    decide(() => response.writeHead(200, { "content-type": "text/html" }).end("<title>A page</title>"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("given many links were imported whose pages take their time, then a link that is saved now does not wait for them", async () => {
  const answers: (() => void)[] = [];
  let isOpen = false;
  // Sites of their own: of one site only a few pages are fetched at a time anyway.
  const slow = await startSite((answer) => (isOpen ? answer() : answers.push(answer)));
  const quick = await startSite((answer) => answer());
  const nats = await startTestNats();
  const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
  const journal = await openJournal(bus, { logger });
  const saved = async (url: string, origin: LinkOrigin): Promise<string> => {
    const linkId = randomUUID();
    const data = { url, canonicalUrl: url, origin };
    const event = { id: randomUUID(), type: "LinkSaved", data };
    await journal.append({ subject: aggregateSubject(userId, "links", linkId), event, expected: 0 });
    return linkId;
  };
  const described = async (linkId: string): Promise<boolean> =>
    (await journal.last(aggregateSubject(userId, "enrichment", linkId)))?.type === "PageDescribed";
  const importId = randomUUID() as never;
  const imported = await Promise.all(
    Array.from({ length: 12 }, (_, n) => saved(`http://${slow}/${n}`, { kind: "import", importId })),
  );
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
      FETCH_ALLOW: [slow, quick],
      DNS_SERVERS: [],
      FETCH_AT_ONCE: 2,
    },
    logger,
  );
  atEnd(async () => {
    await enrichment.stop();
    await bus.close();
  });
  await eventually(() => answers.length > 0, { timeout: 15_000 });

  const fresh = await saved(`http://${quick}/`, { kind: "page" });

  await eventually(() => described(fresh), { timeout: 15_000 });
  expect((await Promise.all(imported.map(described))).filter(Boolean)).toEqual([]);
  // And those have their turn too.
  isOpen = true;
  for (const answer of answers) answer();
  await eventually(async () => (await Promise.all(imported.map(described))).every(Boolean), { timeout: 20_000 });
});
