import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer } from "node:stream/consumers";
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

/** A server that takes pages of the users that paths name. @param yieldsMs see `pageUploads` */
async function start(yieldsMs: number): Promise<number> {
  const perform = () => Promise.reject(new Error("no command is sent"));
  const uploads = pageUploads({ perform, documents, yieldsMs });
  const server = createServer((request, response) => {
    const userId = (request.url ?? "").slice(1) as UserId;
    uploads
      .take(userId, request, async () => String((await buffer(request)).length))
      .then(
        (octets) => response.end(octets),
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

/** Begins to send a page, and sends none of it. @returns what is answered */
function hang(port: number): () => string {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST /${randomUUID()} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n`);
  atEnd(() => void socket.destroy());
  return () => answer;
}

const send = async (port: number): Promise<[number, string]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/${randomUUID()}`, { method: "POST", body: "<p>A page" });
  return [answer.status, await answer.text()];
};

test("given slow uploads of others that hold all slots, when they have done so for long, then the first one makes room", async () => {
  const port = await start(0);
  const answers = Array.from({ length: 4 }, () => hang(port));
  await eventually(async () => {
    for (let n = 0; n < 3; n++) expect(await send(port)).toEqual([200, "9"]);
    expect(answers.filter((answer) => answer().startsWith("HTTP/1.1 408"))).toHaveLength(1);
  });
});

test("given uploads that began a moment ago, then another one is asked to come again", async () => {
  const port = await start(300_000);
  const answers = Array.from({ length: 4 }, () => hang(port));
  await eventually(async () => expect((await send(port))[0]).toBe(429));
  expect(answers.map((answer) => answer())).toEqual(["", "", "", ""]);
});
