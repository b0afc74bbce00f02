import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connectBus, createLogger, handler, openJournal, serveCommands } from "@satchel/chassis";
import { aggregateSubject, JOURNAL, ListRules, texts, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";

const PATH = "/api/users/me/export";
const EVENTS = 2000;

const system = await startTestSystem();
// An export without the feeds that are followed, which enrichment lists, would not be one.
await system.startEnrichment("127.0.0.1:9");
const { url, nats } = system;
const logger = createLogger("test", "silent");
const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
atEnd(() => bus.close());
const journal = await openJournal(bus, { logger });

/** How many read the journal at this moment. */
async function readers(): Promise<number> {
  let count = 0;
  for await (const _ of journal.jsm.consumers.list(JOURNAL)) count++;
  return count;
}

/** Stores 20 MB of events for a user: more than all buffers between the journal and a reader hold. */
async function fillJournal(userId: UserId): Promise<void> {
  const save = async (): Promise<void> => {
    const target = `https://example.org/${randomUUID()}`;
    const data = { url: target, origin: { kind: "page" }, notes: "n".repeat(10_000) };
    const subject = aggregateSubject(userId, "links", randomUUID());
    await journal.append({ subject, event: { id: randomUUID(), type: "LinkSaved", data }, expected: 0 });
  };
  for (let done = 0; done < EVENTS; done += 50) await Promise.all(Array.from({ length: 50 }, save));
}

test("given a reader that stops reading, then no more is read for it; when it goes away, the reading ends, and only then another begins", async () => {
  const { accessToken, call } = await system.signIn("reader@satchel.example");
  // The events alone matter; making tables of them would take longer than the test.
  await system.services.get("links")?.stop();
  const noRules = handler(ListRules, async () => ({ result: { rules: [] } }));
  const server = await serveCommands(bus, "links", [noRules], logger);
  atEnd(() => server.stop());
  await fillJournal(decodeJwt(accessToken).sub as UserId);
  const before = await readers();

  const request = get(url + PATH, { headers: { authorization: `Bearer ${accessToken}` } });
  request.on("error", () => undefined);
  const [stalled] = (await once(request, "response")) as [IncomingMessage];
  expect(stalled.statusCode).toBe(200);
  await eventually(async () => (await readers()) > before);
  const second = await call("GET", PATH);
  expect([second.status, await second.json()]).toEqual([429, { detail: texts.server.tooMany }]);
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await readers()).toBeGreaterThan(before);

  stalled.destroy();

  await eventually(async () => (await readers()) === before);
  const whole = (await (await call("GET", PATH)).json()) as { events: { type: string }[] };
  expect(whole.events.filter(({ type }) => type === "LinkSaved")).toHaveLength(EVENTS);
  await eventually(async () => (await readers()) === before);
});
