import { createSecretKey, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { connectBus, createLogger } from "@satchel/chassis";
import {
  ACCESS_TOKEN,
  EVENT_STREAMS_PER_USER,
  type Folder,
  type Link,
  liveSubject,
  type UserId,
} from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { SignJWT } from "jose";
import { follow } from "../../test/event-source.ts";
import { startTestSystem, TOKEN_KEY } from "../../test/gateway.ts";
import { liveStreams } from "./streams.ts";

const system = await startTestSystem();
const { url } = system;
const silent = createLogger("test", "silent");
const bus = await connectBus({ url: system.nats.url, name: "test", logger: silent });
atEnd(() => bus.close());

const tokenOf = (userId: string, seconds: number): Promise<string> =>
  new SignJWT({ sid: randomUUID(), ver: true })
    .setProtectedHeader({ alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type })
    .setIssuer(ACCESS_TOKEN.issuer)
    .setAudience(ACCESS_TOKEN.audience)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(createSecretKey(TOKEN_KEY, "utf8"));
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

test("a page hears hello first, then of each link and folder that changed, and nothing of other users'", async () => {
  const anna = await system.signIn("anna@satchel.example");
  const bert = await system.signIn("bert@satchel.example");
  const page = await follow(url, { cookie: anna.cookie });
  const other = await follow(url, bearer(bert.accessToken));

  expect(page.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(page.answer.headers.get("x-request-id")).not.toBeNull();
  await page.next(({ type }) => type === "hello");
  await other.next(({ type }) => type === "hello");
  const link = (await (await anna.call("POST", "/api/links/", { url: "https://example.org/live" })).json()) as Link;
  const folder = (await (await anna.call("POST", "/api/folders/", { name: "Live" })).json()) as Folder;

  await page.next((event) => event.type === "links" && event.ids.includes(link.id));
  await page.next((event) => event.type === "folders" && event.ids.includes(folder.id));
  expect(page.events[0]).toEqual({ type: "hello" });
  expect(page.raw()).toMatch(/^retry: \d+\n\n/);
  expect(other.events).toEqual([{ type: "hello" }]);
  page.close();
  other.close();
});

test("a burst of changes is a few events that name each once", async () => {
  const userId = randomUUID() as UserId;
  const page = await follow(url, bearer(await tokenOf(userId, 60)));
  await page.next(({ type }) => type === "hello");

  const ids = Array.from({ length: 300 }, () => randomUUID());
  for (const id of ids) bus.nc.publish(liveSubject(userId, "links"), JSON.stringify({ ids: [id] }));

  const told = (): string[] => page.events.flatMap((event) => (event.type === "links" ? event.ids : []));
  await eventually(() => told().length >= ids.length);
  expect(told().sort()).toEqual(ids.sort());
  expect(page.events.length).toBeLessThan(20);
  page.close();
});

test("what is said on the bus in another shape is passed over", async () => {
  const userId = randomUUID() as UserId;
  const page = await follow(url, bearer(await tokenOf(userId, 60)));
  await page.next(({ type }) => type === "hello");

  for (const text of ['"ids"', "{}", '{"ids":[{}]}', "not json", ""])
    bus.nc.publish(liveSubject(userId, "links"), text);
  bus.nc.publish(liveSubject(userId, "identity"), '{"ids":["x"]}');

  await page.next(({ type }) => type === "account");
  expect(page.events.map(({ type }) => type)).toEqual(["hello", "account"]);
  page.close();
});

test("a user has so many streams and no more; one that closed makes room", async () => {
  const headers = bearer(await tokenOf(randomUUID(), 60));
  const pages = await Promise.all(Array.from({ length: EVENT_STREAMS_PER_USER }, () => follow(url, headers)));
  expect(pages.map(({ answer }) => answer.status)).toEqual(pages.map(() => 200));

  const oneMore = await follow(url, headers);
  expect([oneMore.answer.status, oneMore.answer.headers.get("retry-after")]).toEqual([429, "20"]);

  pages[0]?.close();
  await eventually(async () => {
    const again = await follow(url, headers);
    again.close();
    return again.answer.status === 200;
  });
  for (const page of pages) page.close();
});

test("a stream ends with the token that opened it", async () => {
  const page = await follow(url, bearer(await tokenOf(randomUUID(), 2)));
  await page.next(({ type }) => type === "hello");

  await page.ended;

  expect(page.raw()).toMatch(/retry: \d+\n\n$/);
});

test("a reader who does not read is cut off before much waits for it", async () => {
  const live = liveStreams({ bus, logger: silent, bufferBytes: 10_000, heartbeatMs: 60_000 });
  atEnd(() => live.close());
  const userId = randomUUID() as UserId;
  const session = { userId, sessionId: randomUUID() as never, verified: true, expiresAt: Date.now() + 60_000 };
  const stream = await live.open(session);

  const ids = Array.from({ length: 100 }, () => randomUUID());
  await eventually(() => {
    bus.nc.publish(liveSubject(userId, "links"), JSON.stringify({ ids }));
    return stream.destroyed;
  });

  expect(stream.readableLength).toBeLessThan(20_000);
});

test("a quiet stream says something now and then, so that no proxy ends it", async () => {
  const live = liveStreams({ bus, logger: silent, heartbeatMs: 20 });
  atEnd(() => live.close());
  const session = {
    userId: randomUUID() as UserId,
    sessionId: randomUUID() as never,
    verified: true,
    expiresAt: Date.now() + 60_000,
  };

  const stream = await live.open(session);

  let seen = "";
  stream.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  await eventually(() => seen.split(": \n\n").length > 3);
});

test("given the bus was away, when it is back, then pages are told to load everything", async () => {
  const page = await follow(url, bearer(await tokenOf(randomUUID(), 60)));
  await page.next(({ type }) => type === "hello");

  await system.nats.restart();

  await eventually(() => page.events.filter(({ type }) => type === "hello").length === 2, { timeout: 15_000 });
  page.close();
});

test("a connection that dies in the middle leaves nothing behind", async () => {
  const headers = bearer(await tokenOf(randomUUID(), 60));
  for (let n = 0; n < EVENT_STREAMS_PER_USER; n++) {
    const socket = connect(system.gateway.port, "127.0.0.1");
    socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.resetAndDestroy();
  }

  await eventually(async () => {
    const page = await follow(url, headers);
    page.close();
    return page.answer.status === 200;
  });
});
