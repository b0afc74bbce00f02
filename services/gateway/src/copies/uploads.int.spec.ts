import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { connectBus, createLogger, openDocuments } from "@satchel/chassis";
import { isSatchelError, type UserId } from "@satchel/contracts";
import { atEnd, eventually, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { limitBodies } from "../http/deadlines.ts";
import { pageUploads } from "./uploads.ts";

const nats = await startTestNats();
const logger = createLogger("test", "silent");
const bus = await connectBus({ url: nats.url, monitorUrl: nats.monitorUrl, name: "test", logger });
atEnd(() => bus.close());
const documents = await openDocuments(bus);

/** A server that takes pages of the users that paths name. @param octets see `pageUploads` */
async function start(octets: number, stored: Promise<void> = Promise.resolve()): Promise<number> {
  const perform = () => Promise.reject(new Error("no command is sent"));
  const uploads = pageUploads({ perform, documents, octets });
  const server = createServer((request, response) => {
    const userId = (request.url ?? "").slice(1) as UserId;
    uploads
      .take(userId, request, async (onPiece) => {
        let length = 0;
        for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          onPiece(piece.length);
          length += piece.length;
        }
        await stored;
        return String(length);
      })
      .then(
        (length) => response.end(length),
        (error: unknown) => response.writeHead(isSatchelError(error) && error.code === "limited" ? 429 : 500).end(),
      );
  });
  limitBodies(server, 300_000, (socket) => socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Begins to send a page of 1,000 octets. @param sent how many of them arrive @returns what is answered */
function begin(port: number, sent: number, user: string = randomUUID()): () => string {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST /${user} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n${"x".repeat(sent)}`);
  atEnd(() => void socket.destroy());
  return () => answer;
}

const send = async (port: number, length: number, user: string = randomUUID()): Promise<[number, string]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/${user}`, { method: "POST", body: "x".repeat(length) });
  return [answer.status, await answer.text()];
};

test("given any number of uploads of others that hang, then another one is taken at once", async () => {
  const port = await start(10_000);
  const answers = Array.from({ length: 20 }, () => begin(port, 1));
  const user = randomUUID();
  begin(port, 1, user);
  await eventually(async () => expect((await send(port, 900, user))[0]).toBe(429));
  for (let n = 0; n < 3; n++) expect(await send(port, 900)).toEqual([200, "900"]);
  expect(answers.filter((answer) => answer() !== "")).toEqual([]);
});

test("given uploads that hang and hold all memory, then the largest one makes room, once it is needed", async () => {
  const port = await start(1900);
  const [small, large, user] = [begin(port, 800), begin(port, 999, "large"), randomUUID()];
  await eventually(async () => expect((await send(port, 1, "large"))[0]).toBe(429));
  expect(await send(port, 100, user)).toEqual([200, "100"]);
  expect(large()).toBe("");
  expect(await send(port, 500, user)).toEqual([200, "500"]);
  await eventually(() => large().startsWith("HTTP/1.1 408"));
  expect(small()).toBe("");
});

test("given an upload that holds more than the others, where there is no memory, then it is asked to come again", async () => {
  const port = await start(1000);
  const others = ["a", "b"].map((user) => begin(port, 400, user));
  for (const user of ["a", "b"]) await eventually(async () => expect((await send(port, 1, user))[0]).toBe(429));
  expect((await send(port, 500))[0]).toBe(429);
  expect(others.map((answer) => answer())).toEqual(["", ""]);
});

test("given an upload that has arrived and is being stored, then it is not refused for another one", async () => {
  let store = (): void => undefined;
  const port = await start(1000, new Promise((resolve) => (store = resolve)));
  const first = send(port, 900, "a");
  await eventually(async () => expect((await send(port, 200))[0]).toBe(429));
  store();
  expect(await first).toEqual([200, "900"]);
  expect(await send(port, 900)).toEqual([200, "900"]);
});
