import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd, eventually } from "@satchel/testing";
import { expect, test } from "vitest";
import { allowSlowBody, limitBodies, type BodyTimeouts } from "./deadlines.ts";

const LIMIT_MS = 300;

/** A server that answers with the length of the body, and gives bodies of `/slow` more time. */
async function start(patience: BodyTimeouts): Promise<number> {
  const server = createServer({ requestTimeout: 0 }, (request: IncomingMessage, response) => {
    if (request.url === "/slow") allowSlowBody(request, patience);
    text(request).then(
      (body) => response.end(String(body.length)),
      () => undefined,
    );
  });
  limitBodies(server, LIMIT_MS, (socket) => socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a head that promises so many octets; gives what was answered so far. */
function begin(port: number, path: string, length: number): { socket: Socket; answer: () => string } {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  return { socket, answer: () => answer };
}

const port = await start({ idleMs: 400, totalMs: 3000 });

test("a body that does not arrive in time is given up, however it drips", async () => {
  const { socket, answer } = begin(port, "/", 1000);
  const dripping = setInterval(() => socket.write("x"), 50);

  await eventually(() => answer().startsWith("HTTP/1.1 408"));
  clearInterval(dripping);
});

test("where more time is given, a body may take it as long as something arrives", async () => {
  const { socket, answer } = begin(port, "/slow", 8);

  for (let n = 0; n < 8; n++) {
    await delay(150);
    socket.write("x");
  }

  await eventually(() => answer().endsWith("8"));
  expect(answer()).toMatch(/^HTTP\/1.1 200/);
});

test("where more time is given, a body that falls silent is given up", async () => {
  const { socket, answer } = begin(port, "/slow", 1000);
  socket.write("x");

  await eventually(() => answer().startsWith("HTTP/1.1 408"));
});

test("where more time is given, it ends all the same", async () => {
  const short = await start({ idleMs: 10_000, totalMs: 500 });
  const { socket, answer } = begin(short, "/slow", 1000);
  const dripping = setInterval(() => socket.write("x"), 50);

  await eventually(() => answer().startsWith("HTTP/1.1 408"));
  clearInterval(dripping);
});

test("a connection whose body came in time serves the next request long after", async () => {
  const { socket, answer } = begin(port, "/", 1);
  socket.write("x");
  await eventually(() => answer().endsWith("1"));

  await delay(2 * LIMIT_MS);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");

  await eventually(() => answer().endsWith("0"));
});
