import { connect as dial, createServer, type Socket } from "node:net";
import { atEnd, eventually, freePort, startTestNats } from "@satchel/testing";
import { expect, test } from "vitest";
import { startUnsyncedNats } from "../../test/unsynced-nats.ts";
import { createLogger } from "../logging.ts";
import { connectBus } from "./connect.ts";

interface Way {
  readonly url: string;
  /** Whether the server is too busy: it ends a connection whose client has not said in time who it is. */
  isBusy: boolean;
  /** The number of connections that it ended. */
  refused: number;
  /** Whether the next connection leads to where no server is any more, so that nobody answers. */
  isAstray: boolean;
  /** Ends all connections. */
  cut(): void;
}

/** A way to a NATS server. */
async function wayTo(url: string): Promise<Way> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const own = await freePort();
  const here = Object.assign(new URL(url), { port: String(own) }).href;
  const way: Way = { url: here, isBusy: false, refused: 0, isAstray: false, cut };
  const server = createServer((client) => {
    if (way.isAstray) {
      way.isAstray = false;
      sockets.add(client);
      return void client.on("error", () => undefined).resume();
    }
    const behind = dial(Number(port), hostname);
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("close", () => behind.destroy());
    behind.on("close", () => client.destroy());
    if (!way.isBusy) return void client.pipe(behind).pipe(client);
    // What nats-server says and does (server/client.go, authTimeout): its INFO first, then the error, then it closes.
    behind.once("data", (info) => {
      way.refused++;
      client.end(Buffer.concat([info, Buffer.from("-ERR 'Authentication Timeout'\r\n")]));
    });
  });
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  await new Promise<void>((resolve) => server.listen(own, "127.0.0.1", resolve));
  atEnd(() => {
    cut();
    server.close();
  });
  return way;
}

test("given a bus that refuses the client again and again, then the log says so now and then, and when it is back", async () => {
  const nats = await startTestNats();
  const way = await wayTo(nats.url);
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const bus = await connectBus({ url: way.url, name: "test", logger: createLogger("test", "warn", { write }) });
  atEnd(() => bus.close());
  way.isBusy = true;
  way.cut();
  await eventually(() => expect(way.refused).toBeGreaterThan(9));
  expect(bus.connected()).toBe(false);

  way.isBusy = false;

  await eventually(() => expect(bus.connected()).toBe(true));
  expect(lines.length).toBeLessThan(6);
  expect(lines[0]).toContain('"event":"disconnect"');
  expect(lines.join("")).toMatch(/Authentication Timeout.*waiting for the bus/);
  expect(lines.at(-1)).toContain('"event":"reconnect"');
});

test("given a bus that is too busy to authenticate the client several times, when it is less busy, then the client is connected again", async () => {
  const nats = await startTestNats();
  const way = await wayTo(nats.url);
  const bus = await connectBus({ url: way.url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());

  way.isBusy = true;
  way.cut();
  await eventually(() => expect(way.refused).toBeGreaterThan(3));
  way.isBusy = false;

  await eventually(() => expect(bus.connected()).toBe(true));
  await bus.nc.flush();
});

test("given a server that went away, when the first attempt to connect again gets no answer, then the next follows soon", async () => {
  const nats = await startTestNats();
  const way = await wayTo(nats.url);
  const bus = await connectBus({ url: way.url, name: "test", logger: createLogger("test", "silent") });
  atEnd(() => bus.close());

  way.isAstray = true;
  way.cut();
  await eventually(() => expect([way.isAstray, bus.connected()]).toEqual([false, false]));

  // Meanwhile people's calls fail, who give up after half a minute.
  await eventually(() => expect(bus.connected()).toBe(true), { timeout: 15_000 });
});

test("given a server that takes small messages alone, when a service connects, then it says so, and does not start", async () => {
  const { url } = await startUnsyncedNats("max_payload: 65536");
  await expect(connectBus({ url, name: "test", logger: createLogger("test", "silent") })).rejects.toThrow(
    /max_payload/,
  );
});
