import { type AddressInfo, connect, type Socket } from "node:net";
import { atEnd, eventually } from "@satchel/testing";
import fastify from "fastify";
import { expect, test } from "vitest";
import type { UserId } from "@satchel/contracts";
import { downloads } from "../export/downloads.ts";
import { limitUntaken } from "./untaken.ts";

/** More than kernels keep for a connection. */
const BYTES = 24 * 1024 * 1024;

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < 3; n++) yield Buffer.alloc(BYTES / 2);
}

/** A server that keeps two untaken answers, of accounts that a header names. */
async function start(): Promise<number> {
  const app = fastify();
  app.decorateRequest("session", undefined);
  app.addHook("onRequest", (request, _reply, done) => {
    const { account } = request.headers;
    if (account !== undefined) Object.assign(request, { session: { userId: account } });
    done();
  });
  limitUntaken(app, { counted: 64 * 1024, octets: 2 * BYTES });
  app.get("/large", (_request, reply) => reply.send(Buffer.alloc(BYTES)));
  const download = downloads();
  app.get("/streamed", async (request, reply) => {
    const { userId } = (request as unknown as { readonly session: { readonly userId: UserId } }).session;
    const file = { name: "test", ending: "bin", type: "application/octet-stream" };
    const { body, headers } = download({ userId, request }, file, pieces);
    return reply.headers(headers).send(body);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  atEnd(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return (app.server.address() as AddressInfo).port;
}

/** A client that reads the beginning of an answer, and the rest when it is resumed. */
async function ask(port: number, account: string, path = "/large") {
  const socket: Socket = connect(port, "127.0.0.1");
  let octets = 0;
  let closed = false;
  socket.on("error", () => undefined);
  socket.on("close", () => (closed = true));
  const began = new Promise<void>((resolve) =>
    socket.on("data", (chunk) => {
      if (octets === 0) socket.pause();
      octets += chunk.length;
      resolve();
    }),
  );
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccount: ${account}\r\n\r\n`);
  await began;
  return { socket, octets: () => octets, closed: () => closed };
}

test("given an account that takes none of its answers, then its oldest are cut off, and another one gets all of its own", async () => {
  const port = await start();
  const other = await ask(port, "other");
  const first = await ask(port, "busy");
  const second = await ask(port, "busy");
  const last = await ask(port, "busy");

  for (const { socket } of [first, second, last, other]) socket.resume();

  await eventually(() => other.octets() > BYTES && last.octets() > BYTES);
  await eventually(() => first.closed() && second.closed());
  expect([first, second].every(({ octets }) => octets() < BYTES)).toBe(true);
});

test("given answers that were taken, on one connection, then these count no more", async () => {
  const port = await start();
  const slow = await ask(port, "slow");

  for (let n = 0; n < 3; n++) {
    const answer = await fetch(`http://127.0.0.1:${port}/large`);
    expect((await answer.arrayBuffer()).byteLength).toBe(BYTES);
  }

  slow.socket.resume();
  await eventually(() => slow.octets() > BYTES);
});

test("given large pieces of downloads that nobody takes, then they count, and those that were taken don't", async () => {
  const port = await start();
  for (let n = 0; n < 3; n++) {
    const answer = await fetch(`http://127.0.0.1:${port}/streamed`, { headers: { account: "quick" } });
    expect((await answer.arrayBuffer()).byteLength).toBe(1.5 * BYTES);
  }
  const other = await ask(port, "other", "/streamed");
  const first = await ask(port, "busy");
  const last = await ask(port, "busy", "/streamed");

  for (const { socket } of [other, first, last]) socket.resume();

  await eventually(() => [other, last].every(({ octets }) => octets() > 1.5 * BYTES));
  await eventually(() => first.closed());
  expect(first.octets()).toBeLessThan(BYTES);
});
