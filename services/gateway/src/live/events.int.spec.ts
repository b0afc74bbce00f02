import { createSecretKey, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { connectBus, createLogger, openJournal, openPool, queriesOver } from "@satchel/chassis";
import {
  ACCESS_TOKEN,
  aggregateSubject,
  EVENT_STREAMS_PER_USER,
  type Folder,
  type Link,
  type LinkId,
  liveSubject,
  partitionOf,
  resumedSubject,
  type UserId,
} from "@satchel/contracts";
import { LIVE_REPLAY_EVENTS } from "../limits.ts";
import { atEnd, eventually } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { decodeJwt, SignJWT } from "jose";
import { deafTo } from "../../test/deaf.ts";
import { follow } from "../../test/event-source.ts";
import { startTestSystem, TOKEN_KEY } from "../../test/gateway.ts";
import { eventIds } from "./event-ids.ts";
import { type CheckpointTables, readPositions } from "./positions.ts";
import { liveStreams } from "./streams.ts";

const system = await startTestSystem();
const { url } = system;
const silent = createLogger("test", "silent");
const { url: busUrl, monitorUrl } = system.nats;
const bus = await connectBus({ url: busUrl, monitorUrl, name: "test", logger: silent });
const pool = openPool({ url: system.database.url, name: "test", logger: silent, connections: 2 });
const checkpoints = queriesOver<CheckpointTables>(pool);
atEnd(async () => {
  await pool.end();
  await bus.close();
});
const parts = {
  bus,
  logger: silent,
  journal: await openJournal(bus, { logger: silent }),
  positions: (partition: number) => readPositions(checkpoints, partition),
  ids: eventIds(TOKEN_KEY),
};

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

const userIdOf = (token: string): UserId => decodeJwt(token).sub as UserId;

test("a page gets hello first, then each changed link and folder, and nothing of other users", async () => {
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
  const live = liveStreams({ ...parts, bufferBytes: 10_000, heartbeatMs: 60_000 });
  atEnd(() => live.close());
  const userId = randomUUID() as UserId;
  const session = {
    userId,
    sessionId: randomUUID() as never,
    verified: true,
    byExtension: false,
    expiresAt: Date.now() + 60_000,
  };
  const stream = await live.open(session);

  const ids = Array.from({ length: 100 }, () => randomUUID());
  await eventually(() => {
    bus.nc.publish(liveSubject(userId, "links"), JSON.stringify({ ids }));
    return stream.destroyed;
  });

  expect(stream.readableLength).toBeLessThan(20_000);
});

inProof(
  "given 200 open tabs, when the bus was away, then they catch up with one reader of the journal at a time",
  async () => {
    const users: UserId[] = [];
    for (let n = 0; n < 10; n++) users.push(userIdOf((await system.signIn(`tabs-${n}@satchel.example`)).accessToken));
    const ownBus = await connectBus({ url: busUrl, monitorUrl, name: "tabs", logger: silent });
    atEnd(() => ownBus.close());
    let [readers, most, reads] = [0, 0, 0];
    const { journal } = parts;
    const counted = {
      info: () => journal.info(),
      async *readUser(...args: Parameters<typeof journal.readUser>) {
        most = Math.max(most, ++readers);
        reads++;
        try {
          yield* journal.readUser(...args);
        } finally {
          readers--;
        }
      },
    };
    // Nothing that is announced reaches these tabs: each has something to catch up with.
    const deaf = users.reduce((heard, userId) => deafTo(heard, liveSubject(userId, "*")), ownBus);
    const live = liveStreams({ ...parts, bus: deaf, journal: counted, heartbeatMs: 60_000 });
    atEnd(() => live.close());
    for (const userId of users) {
      const session = { userId, sessionId: randomUUID() as never, verified: true, byExtension: false };
      for (let n = 0; n < EVENT_STREAMS_PER_USER; n++) await live.open({ ...session, expiresAt: Date.now() + 600_000 });
    }
    for (const userId of users) {
      const subject = aggregateSubject(userId, "links", randomUUID());
      const data = { url: "https://example.org/", canonicalUrl: "https://example.org/", origin: { kind: "page" } };
      await journal.append({ subject, event: { id: randomUUID(), type: "LinkSaved", data }, expected: 0 });
      const { sequence } = (await journal.last(subject)) ?? { sequence: 0 };
      await eventually(async () => (await readPositions(checkpoints, partitionOf(userId))).links >= sequence);
    }

    // All partitions at once, as when projectors come back, and the connection itself.
    for (let partition = 0; partition < 16; partition++) bus.nc.publish(resumedSubject("links", partition), "{}");
    await ownBus.nc.reconnect();

    await eventually(() => expect(reads).toBe(10 * EVENT_STREAMS_PER_USER), { timeout: 120_000 });
    expect(most).toBe(1);
  },
);

test("a quiet stream says something now and then, so that no proxy ends it", async () => {
  const live = liveStreams({ ...parts, heartbeatMs: 20 });
  atEnd(() => live.close());
  const session = {
    userId: randomUUID() as UserId,
    sessionId: randomUUID() as never,
    verified: true,
    byExtension: false,
    expiresAt: Date.now() + 60_000,
  };

  const stream = await live.open(session);

  let seen = "";
  stream.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  await eventually(() => seen.split(": \n\n").length > 3);
});

test("given a page that was disconnected, when it reconnects, then it gets what changed meanwhile and nothing else", async () => {
  const clara = await system.signIn("clara@satchel.example");
  const page = await follow(url, bearer(clara.accessToken));
  await page.next(({ type }) => type === "hello");
  const before = (await (
    await clara.call("POST", "/api/links/", { url: "https://example.org/before" })
  ).json()) as Link;
  await page.next((event) => event.type === "links" && event.ids.includes(before.id));
  page.close();
  const link = (await (await clara.call("POST", "/api/links/", { url: "https://example.org/away" })).json()) as Link;
  const folder = (await (await clara.call("POST", "/api/folders/", { name: "Away" })).json()) as Folder;

  const lastEventId = page.lastEventId();
  const byHeader = await follow(url, { ...bearer(clara.accessToken), "last-event-id": lastEventId });
  const byQuery = await follow(url, bearer(clara.accessToken), `?last_event_id=${lastEventId}`);
  const elsewhere = await follow(await system.startAnother(), {
    ...bearer(clara.accessToken),
    "last-event-id": lastEventId,
  });

  for (const back of [byHeader, byQuery, elsewhere]) {
    await eventually(() =>
      expect(back.events).toEqual([
        { type: "links", ids: [link.id] },
        { type: "folders", ids: [folder.id] },
      ]),
    );
    expect(back.lastEventId()).not.toBe(lastEventId);
    back.close();
  }
  const nothingNew = await follow(url, { ...bearer(clara.accessToken), "last-event-id": byHeader.lastEventId() });
  await eventually(() => expect(nothingNew.lastEventId()).not.toBe(""));
  expect(nothingNew.events).toEqual([]);
  nothingNew.close();
});

test("given an invalid id or one of another user, when a page connects with it, then it gets hello and loads everything", async () => {
  const [dora, emil] = [bearer(await tokenOf(randomUUID(), 60)), bearer(await tokenOf(randomUUID(), 60))];
  const page = await follow(url, dora);
  await page.next(({ type }) => type === "hello");
  page.close();

  for (const id of ["", "0", "%00", "x".repeat(4000), page.lastEventId().slice(1), page.lastEventId()]) {
    const back = await follow(url, { ...emil, "last-event-id": id });
    await back.next(({ type }) => type === "hello");
    expect([back.answer.status, back.events]).toEqual([200, [{ type: "hello" }]]);
    back.close();
  }
});

inProof(
  "given more changes than are named one by one, when a page reconnects, then it gets hello and loads everything",
  async () => {
    const fritz = await system.signIn("fritz@satchel.example");
    const page = await follow(url, bearer(fritz.accessToken));
    await page.next(({ type }) => type === "hello");
    page.close();
    const { id } = (await (
      await fritz.call("POST", "/api/links/", { url: "https://example.org/much" })
    ).json()) as Link;
    const subject = aggregateSubject(userIdOf(fritz.accessToken), "links", id as LinkId);
    let expected = (await parts.journal.last(subject))?.sequence ?? 0;
    for (let visitCount = 1; visitCount <= LIVE_REPLAY_EVENTS; visitCount++) {
      const event = { id: randomUUID(), type: "LinkVisited", data: { visitCount } };
      ({ sequence: expected } = await parts.journal.append({ subject, event, expected }));
    }
    await eventually(async () => (await readPositions(checkpoints, Number(subject.split(".")[1]))).links >= expected);

    const back = await follow(url, { ...bearer(fritz.accessToken), "last-event-id": page.lastEventId() });

    await back.next(({ type }) => type === "hello");
    expect(back.events).toEqual([{ type: "hello" }]);
    back.close();
  },
);

test("given a projector that died before its announcement, when another takes over, then pages still get the change", async () => {
  const gerda = await system.signIn("gerda@satchel.example");
  const userId = userIdOf(gerda.accessToken);
  const page = await follow(url, bearer(gerda.accessToken));
  await page.next(({ type }) => type === "hello");
  // A page at a gateway that hears nothing of what is announced: it stands for announcements that got lost.
  const deaf = liveStreams({ ...parts, bus: deafTo(bus, liveSubject(userId, "*")) });
  atEnd(() => deaf.close());
  const session = {
    userId,
    sessionId: randomUUID() as never,
    verified: true,
    byExtension: false,
    expiresAt: Date.now() + 60_000,
  };
  const stream = await deaf.open(session);
  let seen = "";
  stream.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  await eventually(() => seen.includes("event: hello"));

  const { id } = (await (await gerda.call("POST", "/api/links/", { url: "https://example.org/lost" })).json()) as Link;
  await page.next((event) => event.type === "links" && event.ids.includes(id));
  expect(seen).not.toContain(id);
  bus.nc.publish(resumedSubject("links", partitionOf(userId)));

  await eventually(() => expect(seen).toContain(id));
  expect(seen.split("event: hello")).toHaveLength(2);
  page.close();
});

test("given the bus was away, when it is back, then pages get what changed meanwhile", async () => {
  const hanna = await system.signIn("hanna@satchel.example");
  const page = await follow(url, bearer(hanna.accessToken));
  await page.next(({ type }) => type === "hello");

  await system.nats.restart();

  const { id } = await eventually(async () => {
    const answer = await hanna.call("POST", "/api/links/", { url: "https://example.org/again" });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Link;
  });
  await eventually(() =>
    page.events.some((event) => event.type === "hello" || (event.type === "links" && event.ids.includes(id))),
  );
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
