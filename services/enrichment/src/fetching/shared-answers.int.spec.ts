import type { RequestListener } from "node:http";
import { jetstreamManager } from "@nats-io/jetstream";
import { type Bus, connectBus, createLogger } from "@satchel/chassis";
import { startTestNats } from "@satchel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetcherFor, HTML, kept, MEGABYTE, PAGE, text } from "../../test/fetching.ts";
import { serveHttp } from "../../test/loopback-server.ts";
import type { FetchResult, PageFetcher } from "./page-fetcher.ts";
import { openSharedAnswers } from "./shared-answers.ts";

const SHARED = { ...PAGE, share: true };
const logger = createLogger("test", "silent");
let natsUrl: string;
const buses: Bus[] = [];

async function newBus(): Promise<Bus> {
  const bus = await connectBus({ url: natsUrl, name: "test", logger });
  buses.push(bus);
  return bus;
}

/** A site, and two replicas that fetch from it. */
async function world(listener: RequestListener) {
  let requests = 0;
  const server = kept(
    await serveHttp((request, response) => {
      requests++;
      listener(request, response);
    }),
  );
  const at = `127.0.0.1:${server.port}`;
  const replicas = await Promise.all(
    [1, 2].map(async () => fetcherFor([at], { shared: await openSharedAnswers(await newBus(), logger) })),
  );
  const [one, other] = replicas as [PageFetcher, PageFetcher];
  return { one, other, url: `http://${at}/`, requests: () => requests };
}

async function timed(run: () => Promise<FetchResult>): Promise<{ result: FetchResult; ms: number }> {
  const start = performance.now();
  const result = await run();
  return { result, ms: performance.now() - start };
}

beforeAll(async () => {
  natsUrl = (await startTestNats()).url;
});
afterAll(() => Promise.all(buses.map((bus) => bus.close())));

describe("given somebody's link made a page be fetched", () => {
  test("when somebody else's link leads there, then it is not fetched again, by no replica, and all is told alike", async () => {
    const { one, other, url, requests } = await world((_, response) =>
      response.writeHead(200, { ...HTML, etag: '"1"' }).end("<title>Grüße</title>"),
    );
    const first = await one.fetchPage(url, SHARED);
    expect(text(first)).toBe("<title>Grüße</title>");
    expect(await one.fetchPage(url, SHARED)).toEqual(first);
    expect(await other.fetchPage(url, SHARED)).toEqual(first);
    expect(requests()).toBe(1);
  });

  test("when the page is large, then it is packed to be shared, and comes out as it was", async () => {
    const page = `<title>Large</title>${"<p>much of the same</p>".repeat(100_000)}`;
    const { one, other, url, requests } = await world((_, response) => response.writeHead(200, HTML).end(page));
    await one.fetchPage(url, SHARED);
    expect(text(await other.fetchPage(url, SHARED))).toBe(page);
    expect(requests()).toBe(1);
  });

  test("when somebody else's link leads there, then the answer takes as long as the first, so that nobody sees it", async () => {
    const { one, other, url } = await world((_, response) => {
      setTimeout(() => response.writeHead(200, HTML).end("slow"), 500);
    });
    const first = await timed(() => one.fetchPage(url, SHARED));
    const second = await timed(() => other.fetchPage(url, SHARED));
    expect(first.ms).toBeGreaterThan(450);
    expect(second.ms).toBeGreaterThan(400);
    expect(second.result).toEqual(first.result);
  });

  test("when another link leads there while it is still fetched, then it is fetched once, and the later one waits as long as the first did", async () => {
    const { one, other, url, requests } = await world((_, response) => {
      setTimeout(() => response.writeHead(200, HTML).end("slow"), 600);
    });
    const first = one.fetchPage(url, SHARED);
    await expect.poll(requests).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const second = await timed(() => other.fetchPage(url, SHARED));
    expect(second.result).toEqual(await first);
    expect(second.ms).toBeGreaterThan(500);
    expect(requests()).toBe(1);
  });

  test("when it is asked for in another way, or for how it is now, then it is fetched", async () => {
    const { one, url, requests } = await world((_, response) =>
      response.writeHead(200, { ...HTML, etag: '"1"' }).end("page"),
    );
    await one.fetchPage(url, SHARED);
    await one.fetchPage(url, PAGE);
    await one.fetchPage(url, { ...SHARED, accept: ["text/*"] });
    await one.fetchPage(url, { ...SHARED, maxBytes: 100 });
    await one.fetchPage(url, { ...SHARED, conditional: { etag: '"0"' } });
    await one.fetchPage(url, { ...SHARED, method: "HEAD" });
    expect(requests()).toBe(6);
  });

  test("then neither the URL nor what it says can be read in the store, and no user is named there", async () => {
    const { one, url } = await world((_, response) => response.writeHead(200, HTML).end("a secret page ".repeat(20)));
    await one.fetchPage(`${url}secret-path`, SHARED);
    const jsm = await jetstreamManager((await newBus()).nc);
    const { state, config } = await jsm.streams.info("FETCHED_PAGES", { subjects_filter: ">" });
    const stored = await jsm.streams.getMessage("FETCHED_PAGES", { seq: state.last_seq });
    expect(stored?.data.length).toBeGreaterThan(50);
    expect(Buffer.from(stored?.data ?? []).toString("latin1")).not.toMatch(/secret|127\.0\.0\.1|html/);
    expect(JSON.stringify(state.subjects)).not.toMatch(/secret|127\.0\.0\.1/);
    expect(config.storage).toBe("memory");
  });
});

describe("given a site has no icon", () => {
  test("then it is not asked for it again with every link", async () => {
    const { one, other, url, requests } = await world((_, response) => response.writeHead(404).end());
    const options = { ...SHARED, followUp: true };
    const first = await one.fetchPage(url, options);
    expect(first).toMatchObject({ ok: false, reason: "http-status", status: 404, retryable: false });
    expect(await other.fetchPage(url, options)).toEqual(first);
    expect(requests()).toBe(1);
  });
});

describe("what is not shared", () => {
  test.each<[string, RequestListener]>([
    [
      "an answer for its asker alone",
      (_, response) => response.writeHead(200, { ...HTML, "cache-control": "private, max-age=60" }).end("yours"),
    ],
    [
      "an answer for now alone",
      (_, response) => response.writeHead(200, { ...HTML, "cache-control": "No-Store" }).end("now"),
    ],
    ["a failure", (_, response) => response.writeHead(404).end()],
    [
      "a large answer that does not shrink",
      (_, response) => {
        const noise = Buffer.from(Array.from({ length: MEGABYTE }, () => Math.random() * 256));
        response.writeHead(200, HTML).end(noise);
      },
    ],
  ])("%s", async (_, listener) => {
    const { one, other, url, requests } = await world(listener);
    const [first, second] = [await one.fetchPage(url, SHARED), await other.fetchPage(url, SHARED)];
    expect(second.ok).toBe(first.ok);
    expect(requests()).toBe(2);
  });
});

describe("given the store is of no use", () => {
  test("when the bus is gone, then each fetches for itself", async () => {
    const server = kept(await serveHttp((_, response) => response.writeHead(200, HTML).end("page")));
    const bus = await connectBus({ url: natsUrl, name: "test", logger });
    const at = `127.0.0.1:${server.port}`;
    const fetcher = fetcherFor([at], { shared: await openSharedAnswers(bus, logger) });
    await bus.close();
    expect(text(await fetcher.fetchPage(`http://${at}/`, SHARED))).toBe("page");
  });

  test("when the first one fails, then the one who waited for it fetches", async () => {
    let tries = 0;
    const { one, other, url } = await world((_, response) => {
      const first = ++tries === 1;
      setTimeout(() => (first ? response.destroy() : response.writeHead(200, HTML).end("second")), 300);
    });
    const first = one.fetchPage(url, SHARED);
    await expect.poll(() => tries).toBe(1);
    expect(text(await other.fetchPage(url, SHARED))).toBe("second");
    expect(await first).toMatchObject({ ok: false, reason: "connection-lost" });
  });
});
