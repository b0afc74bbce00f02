import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import fastify from "fastify";
import { expect, test } from "vitest";
import { connectBus, createLogger } from "@satchel/chassis";
import { type CommandReply, commandSubject, DeleteLink } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { inProof } from "@satchel/testing/in-proof";
import { follow } from "../../test/event-source.ts";
import { startTestSystem, type TestSystem } from "../../test/gateway.ts";
import { LINGER_MS } from "../limits.ts";
import { listen } from "./server.ts";

interface Outcome {
  readonly status?: number;
  readonly connection?: string | undefined;
  readonly error?: string;
  /** Whether it went over a connection that had served a request before. */
  readonly reused: boolean;
}

function send(system: TestSystem, agent: Agent, token: string, method: string, body?: object): Promise<Outcome> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port: system.gateway.port, path: "/api/links/", method, agent, headers });
    sent.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ error: error.code ?? error.message, reused: sent.reusedSocket }),
    );
    sent.on("response", (answer) => {
      const {
        statusCode: status = 0,
        headers: { connection },
      } = answer;
      text(answer).then(
        () => resolve({ status, connection, reused: sent.reusedSocket }),
        (error: Error) => resolve({ error: `in the answer: ${error.message}`, reused: sent.reusedSocket }),
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

inProof("given load on kept connections, when the gateway stops, then what it took is answered as ever", async () => {
  const system = await startTestSystem();
  const { accessToken } = await system.signIn("anna@satchel.example");
  const outcomes: Outcome[] = [];
  const before = answered(system);

  const client = async (n: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; ; i++) {
      const body = i % 5 === 0 ? { url: `https://example.org/${n}/${i}` } : undefined;
      const outcome = await send(system, agent, accessToken, body === undefined ? "GET" : "POST", body);
      outcomes.push(outcome);
      if (outcome.error !== undefined) break;
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 20 }, (_, n) => client(n));
  await eventually(() => outcomes.length > 200);
  const stopped = system.gateway.stop();
  await Promise.all([...clients, stopped]);

  const done = outcomes.filter(({ error }) => error === undefined);
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(done.some(({ connection }) => connection === "close")).toBe(true);
  // A client that found the door closed was never let in: of every request that the server saw, a client has the answer.
  expect(outcomes.filter(({ error, reused }) => error !== undefined && reused)).toEqual([]);
  expect(answered(system) - before).toBe(done.length);
});

/** Requests that the gateway itself says it answered. */
const answered = (system: TestSystem): number => system.log.filter((line) => line.includes('"msg":"answered"')).length;

/** A gateway whose only service answers one command, when the test says so. */
async function withSlowService(): Promise<{ system: TestSystem; asked: Promise<unknown>; answer: () => void }> {
  const system = await startTestSystem({ services: true });
  const bus = await connectBus({ url: system.nats.url, name: "slow", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());
  await system.services.get("links")?.stop();
  let answer: () => void = () => {};
  const asked = new Promise((resolve) => {
    bus.nc.subscribe(commandSubject(DeleteLink), {
      callback: (_error, message) => {
        const reply: CommandReply = { ok: true, result: {} };
        answer = () => void message.respond(JSON.stringify(reply));
        resolve(undefined);
      },
    });
  });
  await bus.nc.flush();
  return { system, asked, answer: () => answer() };
}

test("a stop waits for a command under way, and for neither silent connections nor streams", async () => {
  const { system, asked, answer } = await withSlowService();
  const { call, accessToken } = await system.signIn("anna@satchel.example");
  const page = await follow(system.url, { authorization: `Bearer ${accessToken}` });
  await page.next(({ type }) => type === "hello");
  const silent = connect(system.gateway.port, "127.0.0.1");
  await once(silent, "connect");
  const deleting = call("DELETE", "/api/links/00000000-0000-4000-8000-000000000000");
  await asked;

  let stopped = false;
  const stop = system.gateway.stop().then(() => (stopped = true));
  await page.ended;
  expect(page.raw()).toMatch(/retry: \d+\n\n$/);
  await once(silent, "close");
  expect(stopped).toBe(false);
  answer();

  const { status, headers } = await deleting;
  expect([status, headers.get("connection")]).toEqual([204, "close"]);
  await stop;
  await expect(fetch(`${system.url}/api/health`)).rejects.toThrow();
});

test("from the first moment of a stop, the gateway says that it is not ready", async () => {
  const system = await startTestSystem({ services: false });
  const stop = system.gateway.stop();

  const answer = await fetch(`${system.url}/api/health`);

  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await answer.json()).toMatchObject({ status: "not-ready", checks: { gateway: "not-ready" } });
  await Promise.race([stop, delay(10_000).then(() => Promise.reject(new Error("the stop hangs")))]);
});

/** Sends a request, says that it is answered, and sends another on the same connection when told; then what it got. */
const CLIENT = `
  const { parentPort, workerData } = require("node:worker_threads");
  const socket = require("node:net").connect(workerData.port, "127.0.0.1").setEncoding("latin1");
  const ask = () => socket.write("GET / HTTP/1.1\\r\\nHost: satchel.example\\r\\n\\r\\n");
  let got = "";
  socket.on("data", (chunk) => {
    if (got === "") parentPort.postMessage("answered");
    got += chunk;
  });
  socket.on("error", ({ code }) => (got += code));
  socket.on("close", () => parentPort.postMessage(got));
  socket.on("connect", ask);
  parentPort.once("message", ask);
`;

test("given a stop in a process too busy to read, then what was sent in the meantime is answered", async () => {
  const app = fastify({ return503OnClosing: false });
  app.get("/", () => "answer");
  await app.ready();
  const server = await listen(app, "127.0.0.1", 0);
  const client = new Worker(CLIENT, { eval: true, workerData: { port: server.port } });
  await once(client, "message");
  const got = once(client, "message");

  const closed = server.close();
  client.postMessage("again");
  const awake = performance.now() + 2 * LINGER_MS;
  while (performance.now() < awake);

  await closed;
  const [answers] = (await got) as [string];
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(answers).not.toMatch(/ECONN/);
});
