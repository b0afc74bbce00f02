import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd, freePort } from "@satchel/testing";

interface Lateness {
  /** Milliseconds by which every answer is late; a function says it for each. */
  readonly byMs: number | (() => number);
  /** Milliseconds after which answers come at once, as those of a machine that has been busy until then. Default never. */
  readonly forMs?: number;
  /** Only so many pieces of each connection come late, the first ones: as long as it is being made. Default all. */
  readonly first?: number;
}

/**
 * A proxy of a server of this machine that delays the server's data, as if its machine were busy.
 * @returns the address with the port of the proxy
 */
export async function lateServer(
  url: string,
  { byMs, forMs = Number.POSITIVE_INFINITY, first = Number.POSITIVE_INFINITY }: Lateness,
): Promise<string> {
  const { hostname, port: targetPort } = new URL(url);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const until = Date.now() + forMs;
  const lateness = typeof byMs === "number" ? () => byMs : byMs;
  const server = createServer((client) => {
    const behind = connect(Number(targetPort), hostname);
    let last = Promise.resolve();
    let pieces = 0;
    behind.on("data", (chunk) => {
      const due = delay(Date.now() < until && pieces++ < first ? lateness() : 0);
      last = Promise.all([last, due]).then(() => void (client.destroyed || client.write(chunk)));
    });
    client.pipe(behind);
    behind.on("close", () => void last.then(() => client.destroy()));
    client.on("close", () => behind.destroy());
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(new URL(url), { port: String(port) }).href;
}
