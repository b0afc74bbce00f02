import { connectBus, createLogger, type EndedSessions, openEndedSessions } from "@satchel/chassis";
import { texts } from "@satchel/contracts";
import { atEnd, cuttable, eventually } from "@satchel/testing";
import fastify from "fastify";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { mintAccessToken } from "../../test/access-token.ts";
import { follow } from "../../test/event-source.ts";
import { caller, startTestSystem } from "../../test/gateway.ts";
import { endCalls } from "./end-calls.ts";
import { followEndedSessions } from "./ended.ts";

const system = await startTestSystem({ services: false });
const { nats, url } = system;
const logger = createLogger("test", "silent");

async function join(natsUrl: string): Promise<EndedSessions> {
  const bus = await connectBus({ url: natsUrl, name: "test", logger });
  atEnd(() => bus.close());
  return openEndedSessions(bus);
}
const identity = await join(nats.url);

const isIn = async (at: string, token: string): Promise<boolean> => {
  const answer = await caller(at, { authorization: `Bearer ${token}` })("GET", "/api/users/me/status");
  return ((await answer.json()) as { authenticated: boolean }).authenticated;
};

test("given two gateways, when a session is ended, then both turn its good token away, and no other's", async () => {
  const another = await system.startAnother();
  const [mine, other] = await Promise.all([mintAccessToken(true), mintAccessToken(true)]);
  for (const at of [url, another]) expect(await isIn(at, mine.token)).toBe(true);

  await identity.add(mine.userId, mine.sessionId);

  for (const at of [url, another]) await eventually(async () => !(await isIn(at, mine.token)));
  const refused = await caller(another, { authorization: `Bearer ${mine.token}` })("GET", "/api/links/");
  expect([refused.status, await refused.json()]).toEqual([401, { detail: texts.session.missing }]);
  for (const at of [url, another]) expect(await isIn(at, other.token)).toBe(true);
});

test("given a session was ended before, when a gateway starts, then it turns its token away from the first request on", async () => {
  const { token, userId, sessionId } = await mintAccessToken(true);
  await identity.add(userId, sessionId);

  expect(await isIn(await system.startAnother(), token)).toBe(false);
});

test("given an open page, when its session is ended, then its event stream is cut and it can't come back", async () => {
  const [mine, other] = await Promise.all([mintAccessToken(true), mintAccessToken(true)]);
  const [stream, others] = await Promise.all(
    [mine, other].map(({ token }) => follow(url, { authorization: `Bearer ${token}` })),
  );
  await Promise.all([stream, others].map((one) => one?.next(({ type }) => type === "hello")));
  let cut = false;
  stream?.ended.then(
    () => (cut = true),
    () => (cut = true),
  );

  await identity.add(mine.userId, mine.sessionId);

  await eventually(() => cut);
  const back = await caller(url, { authorization: `Bearer ${mine.token}` })("GET", "/api/events");
  expect(back.status).toBe(401);
  expect(await isIn(url, other.token)).toBe(true);
  others?.close();
});

test("given a long answer is being sent, when its session is ended, then it is cut, and those of others go on", async () => {
  const ended = await followEndedSessions(identity);
  const [mine, other] = await Promise.all([mintAccessToken(true), mintAccessToken(true)]);
  const app = fastify({ forceCloseConnections: true });
  app.decorateRequest("session");
  endCalls(app, ended);
  app.get("/:whose", async (request) => {
    const { userId, sessionId } = (request.params as { whose: string }).whose === "mine" ? mine : other;
    const session = { userId, sessionId, verified: true, byExtension: false, expiresAt: Date.now() + 60_000 };
    Object.assign(request, { session });
    return Readable.from(endless());
  });
  const at = await app.listen();
  atEnd(async () => {
    ended.close();
    await app.close();
  });
  const [answer, others] = await Promise.all(
    ["mine", "other"].map(async (whose) => readerOf(await fetch(`${at}/${whose}`))),
  );

  await identity.add(mine.userId, mine.sessionId);

  await expect(untilEnd(answer)).rejects.toThrow();
  expect((await others?.read())?.done).toBe(false);
  await others?.cancel();
});

test("given a file is being sent or made, when its session is ended, then it is cut, and those of others are sent", async () => {
  const ended = await followEndedSessions(identity);
  const [mine, other] = await Promise.all([mintAccessToken(true), mintAccessToken(true)]);
  const app = fastify({ forceCloseConnections: true });
  app.decorateRequest("session");
  endCalls(app, ended);
  // More than the buffers of a connection take.
  const file = Buffer.alloc(64 * 1024 * 1024);
  const whose = (name: string) => {
    const { userId, sessionId } = name === "mine" ? mine : other;
    return { userId, sessionId, verified: true, byExtension: false, expiresAt: Date.now() + 60_000 };
  };
  app.addHook("onRequest", async (request) => {
    Object.assign(request, { session: whose((request.params as { whose: string }).whose) });
  });
  app.get("/sent/:whose", async () => file);
  let making = 0;
  app.get("/made/:whose", async () => {
    making++;
    await eventually(() => ended.has(mine));
    return file;
  });
  const at = await app.listen();
  atEnd(async () => {
    ended.close();
    await app.close();
  });
  const octets = async (answer: Response): Promise<number> => (await answer.arrayBuffer()).byteLength;
  const [sent, others] = await Promise.all(["mine", "other"].map(async (name) => fetch(`${at}/sent/${name}`)));
  const made = ["mine", "other"].map(async (name) => octets(await fetch(`${at}/made/${name}`)));
  // Looked at below.
  for (const one of made) one.catch(() => undefined);
  await eventually(() => making === 2);

  await identity.add(mine.userId, mine.sessionId);
  await eventually(() => ended.has(mine));

  await expect(octets(sent as Response)).rejects.toThrow();
  await expect(made[0]).rejects.toThrow();
  expect(await octets(others as Response)).toBe(file.length);
  expect(await made[1]).toBe(file.length);
});

test("given a call whose body comes slowly, when its session is ended meanwhile, then it is refused, and an upload is cut", async () => {
  const calls = [
    { path: "/api/folders/", type: "application/json", body: '{"name":"Late"}', refusal: /^HTTP\/1\.1 401 / },
    { path: "/api/imports", type: "text/html", body: "<DL><DT><A HREF=x>", refusal: /^(?:HTTP\/1\.1 400 |$)/ },
  ];
  for (const { path, type, body, refusal } of calls) {
    const { token, userId, sessionId } = await mintAccessToken(true);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (octets) => (answer += String(octets)));
    // Cut off.
    socket.on("error", () => undefined);
    const head = [
      "Host: x",
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\nConnection: close\r\n\r\n${body.slice(0, 5)}`);
    await delay(200);

    await identity.add(userId, sessionId);
    await eventually(async () => !(await isIn(url, token)));
    socket.write(body.slice(5));

    await eventually(() => expect(socket.destroyed).toBe(true));
    expect(answer).toMatch(refusal);
  }
});

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield "a link\n";
    await delay(10);
  }
}

const readerOf = ({ body }: Response) => body?.getReader();

async function untilEnd(reader: ReturnType<typeof readerOf>): Promise<void> {
  while ((await reader?.read())?.done === false);
}

test("given a gateway was cut off from the bus, when a session was ended meanwhile, then it knows once it is back", async () => {
  const way = await cuttable(nats.url);
  const bus = await connectBus({ url: way.url, name: "test", logger });
  atEnd(() => bus.close());
  const ended = await followEndedSessions(await openEndedSessions(bus));
  atEnd(async () => ended.close());
  const session = await mintAccessToken(true);
  const later = await mintAccessToken(true);
  let told = 0;
  ended.onEnd(session, () => told++);

  way.cut();
  await eventually(() => !bus.connected());
  await identity.add(session.userId, session.sessionId);
  expect(ended.has(session)).toBe(false);
  way.mend();

  await eventually(() => ended.has(session));
  await identity.add(later.userId, later.sessionId);
  await eventually(() => ended.has(later));
  expect(told).toBe(1);
});

test("given the bus itself was restarted, then sessions that ended before and after are known", async () => {
  const [before, after] = await Promise.all([mintAccessToken(true), mintAccessToken(true)]);
  await identity.add(before.userId, before.sessionId);
  await eventually(async () => !(await isIn(url, before.token)));

  await nats.restart();

  await eventually(() => identity.add(after.userId, after.sessionId));
  await eventually(async () => !(await isIn(url, after.token)));
  expect(await isIn(url, before.token)).toBe(false);
  expect(await isIn(await system.startAnother(), before.token)).toBe(false);
});

test("an ended session is forgotten when no token of it can be good any more", async () => {
  const { userId, sessionId } = await mintAccessToken(true);
  const ended = await followEndedSessions(identity, 1);
  atEnd(async () => ended.close());
  await identity.add(userId, sessionId);
  await eventually(() => ended.has({ userId, sessionId }));

  await eventually(() => !ended.has({ userId, sessionId }));
});

test("a listener for the end of a session is called once, and not after it was removed", async () => {
  const { userId, sessionId } = await mintAccessToken(true);
  const ended = await followEndedSessions(identity);
  atEnd(async () => ended.close());
  const heard: string[] = [];
  ended.onEnd({ userId, sessionId }, () => heard.push("taken back"))();
  ended.onEnd({ userId, sessionId }, () => heard.push("kept"));

  await identity.add(userId, sessionId);

  await eventually(() => heard.length > 0);
  await identity.add(userId, sessionId);
  const later = await mintAccessToken(true);
  await identity.add(later.userId, later.sessionId);
  await eventually(() => ended.has(later));
  expect(heard).toEqual(["kept"]);
});
