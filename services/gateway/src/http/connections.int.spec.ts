import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { atEnd, eventually } from "@satchel/testing";
import fastify from "fastify";
import { expect, test } from "vitest";
import { startTestSystem } from "../../test/gateway.ts";
import { PIPELINED_REQUESTS } from "../limits.ts";
import { limitConnections } from "./connections.ts";

const BYTES = 64 * 1024 * 1024;

const requests = (path: string, count: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count);

/** A client that sends this. It reads nothing before it is resumed. */
function send(port: number, text: string): { socket: Socket; answers: () => number; closed: () => boolean } {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let closed = false;
  socket.pause();
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  socket.on("close", () => (closed = true));
  socket.write(text);
  return { socket, answers: () => received.split("HTTP/1.1 200").length - 1, closed: () => closed };
}

/** A server with those limits, whose large answers are more than a kernel keeps. */
async function start(limits: { unanswered: number; idleMs: number }) {
  const app = fastify();
  limitConnections(app, limits);
  app.get("/small", () => "small");
  app.get("/large", (_request, reply) => reply.send(Buffer.alloc(BYTES)));
  await app.listen({ port: 0, host: "127.0.0.1" });
  atEnd(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { port, connections: () => promisify(app.server.getConnections.bind(app.server))() };
}

test("given 1,500 requests at once on one connection, then few are worked on, and it is closed", async () => {
  const system = await startTestSystem({ services: false });
  const { socket, closed } = send(system.gateway.port, requests("/api/openapi.json", 1500));
  socket.resume();

  await eventually(closed);
  expect((await fetch(`${system.url}/api/openapi.json`)).status).toBe(200);

  const answered = system.log.filter((line) => line.includes('"route":"/api/openapi.json"'));
  expect(answered.length).toBeLessThanOrEqual(PIPELINED_REQUESTS + 1);
});

test("given as many requests at once as are allowed, again and again, then all are answered", async () => {
  const { port } = await start({ unanswered: 4, idleMs: 60_000 });
  const { socket, answers, closed } = send(port, requests("/small", 4));
  socket.resume();

  for (let round = 1; round <= 5; round++) {
    await eventually(() => answers() === 4 * round);
    socket.write(requests("/small", 4));
  }

  expect(closed()).toBe(false);
  socket.destroy();
});

test("given a client that takes nothing of its answer, then it is cut off; one that takes it gets all of it", async () => {
  const { port, connections } = await start({ unanswered: 4, idleMs: 5000 });
  const { socket } = send(port, requests("/large", 1));
  const answer = await fetch(`http://127.0.0.1:${port}/large`, { headers: { connection: "close" } });

  expect((await answer.arrayBuffer()).byteLength).toBe(BYTES);
  await eventually(async () => (await connections()) === 0);
  socket.destroy();
});

test("given streams that wait for the answer before them, when their connection closes, then all of them end", async () => {
  const open = new Set<Readable>();
  const app = fastify();
  limitConnections(app, { unanswered: 4, idleMs: 60_000 });
  app.get("/stream", (_request, reply) => {
    const stream = new Readable({ read: () => undefined });
    open.add(stream);
    stream.once("close", () => open.delete(stream));
    return reply.send(stream);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  atEnd(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { socket } = send((app.server.address() as AddressInfo).port, requests("/stream", 4));
  await eventually(() => open.size === 4);

  socket.destroy();

  await eventually(() => open.size === 0);
});
