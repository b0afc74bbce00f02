import type { RequestListener } from "node:http";
import { type Bus, connectBus, createLogger } from "@satchel/chassis";
import { eventually, startTestNats } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetcherFor, HTML, kept, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import { createHostPlaces } from "./host-places.ts";
import { openPlaceLeases } from "./place-leases.ts";

const logger = createLogger("test", "silent");
let natsUrl: string;
const buses: Bus[] = [];
beforeAll(async () => {
  natsUrl = (await startTestNats()).url;
});
afterAll(() => Promise.all(buses.map((bus) => bus.close())));

/** A site, a fetcher, and the connections that the site saw: each request's is told by its number. */
async function world(listener: RequestListener) {
  const sockets: unknown[] = [];
  const seen: number[] = [];
  let closed = 0;
  const server = kept(
    await serveHttp((request, response) => {
      if (!sockets.includes(request.socket)) {
        sockets.push(request.socket);
        request.socket.on("close", () => closed++);
      }
      seen.push(sockets.indexOf(request.socket) + 1);
      listener(request, response);
    }),
  );
  const at = `127.0.0.1:${server.port}`;
  const bus = await connectBus({ url: natsUrl, name: "test", logger });
  buses.push(bus);
  const leases = await openPlaceLeases(bus, logger);
  const fetcher = fetcherFor([at], { places: createHostPlaces(leases) });
  return { fetcher, leases, url: `http://${at}`, seen, closed: () => closed };
}

describe("given a page was just fetched", () => {
  test("when its icon is asked for at the same host, then that goes over the same connection, which is closed soon after", async () => {
    const { fetcher, url, seen, closed } = await world((request, response) =>
      response.writeHead(200, HTML).end(request.url),
    );
    expect(text(await fetcher.fetchPage(`${url}/page`, PAGE))).toBe("/page");
    expect(text(await fetcher.fetchPage(`${url}/icon`, { ...PAGE, followUp: true }))).toBe("/icon");
    expect(seen).toEqual([1, 1]);
    await eventually(() => expect(closed()).toBe(1), { timeout: 2000 });
  });

  test("when the site closes the connection meanwhile, then the next goes over a new one", async () => {
    const { fetcher, url, seen, closed } = await world((request, response) => {
      response.writeHead(200, HTML).end(request.url);
      response.on("finish", () => request.socket.end());
    });
    expect(text(await fetcher.fetchPage(`${url}/page`, PAGE))).toBe("/page");
    await eventually(() => expect(closed()).toBe(1));
    expect(text(await fetcher.fetchPage(`${url}/icon`, PAGE))).toBe("/icon");
    expect(seen).toEqual([1, 2]);
  });

  test("when the site hangs up on the second request, then that is asked once more, over a new one, and not again", async () => {
    const { fetcher, url, seen } = await world((request, response) => {
      if (request.url === "/page") response.writeHead(200, HTML).end("page");
      else request.socket.destroy();
    });
    await fetcher.fetchPage(`${url}/page`, PAGE);
    expect(await fetcher.fetchPage(`${url}/icon`, PAGE)).toMatchObject({ ok: false, reason: "connection-lost" });
    expect(seen).toEqual([1, 1, 2]);
  });

  test("when the site has sent an answer before it was asked, then that is not taken for the next one's", async () => {
    const { fetcher, url } = await world((request, response) => {
      if (request.url !== "/page") return void response.writeHead(200, HTML).end("the icon");
      response.writeHead(200, { ...HTML, "content-length": "4" });
      response.end("page");
      request.socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\nforged");
    });
    expect(text(await fetcher.fetchPage(`${url}/page`, PAGE))).toBe("page");
    expect(text(await fetcher.fetchPage(`${url}/icon`, PAGE))).toBe("the icon");
  });

  test.each<[string, RequestListener]>([
    ["was too large", (_, response) => response.writeHead(200, HTML).end("x".repeat(PAGE.maxBytes + 1))],
    ["was not there", (_, response) => response.writeHead(404).end("none")],
    ["was another kind of file", (_, response) => response.writeHead(200, { "content-type": "video/mp4" }).end("x")],
  ])("when it %s, then its connection is not used again", async (_, listener) => {
    const { fetcher, url, seen } = await world((request, response) =>
      request.url === "/page" ? listener(request, response) : response.writeHead(200, HTML).end("ok"),
    );
    expect((await fetcher.fetchPage(`${url}/page`, PAGE)).ok).toBe(false);
    expect(text(await fetcher.fetchPage(`${url}/icon`, PAGE))).toBe("ok");
    expect(seen).toEqual([1, 2]);
  });
});

test("given a connection stays open with a place, when others get the place, then it is closed before", async () => {
  const { fetcher, leases, url, closed } = await world((_, response) => response.writeHead(200, HTML).end("page"));
  await fetcher.fetchPage(`${url}/page`, PAGE);
  expect(closed()).toBe(0);
  leases.close();
  await eventually(() => expect(closed()).toBe(1));
});

test("given the bus gives no places, then no connection stays open", async () => {
  const { fetcher, url, seen, closed } = await world((_, response) => response.writeHead(200, HTML).end("page"));
  await buses.at(-1)?.close();
  await fetcher.fetchPage(`${url}/page`, PAGE);
  await fetcher.fetchPage(`${url}/icon`, PAGE);
  expect(seen).toEqual([1, 2]);
  await eventually(() => expect(closed()).toBe(2));
});
