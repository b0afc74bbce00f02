import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Journal, openPictures, type Pictures } from "@satchel/chassis";
import { JOURNAL, type UserId } from "@satchel/contracts";
import { atEnd, eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type EnrichmentWorld, openEnrichmentWorld, runEnrichment } from "../../test/running-enrichment.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";

const PNG = pngOf(quarters(64, 64));
const userId = randomUUID() as UserId;

let site: string;
let world: EnrichmentWorld;
let journal: Journal;
let pictures: Pictures;
let requests: string[] = [];

const pages: Record<string, (response: ServerResponse) => unknown> = {
  "/page": (r) =>
    r
      .writeHead(200, { "content-type": "text/html" })
      .end('<title>A page</title><meta property="og:image" content="/picture"><link rel="icon" href="/icon">'),
  "/picture": (r) => r.writeHead(200, { "content-type": "image/png" }).end(PNG),
  "/icon": (r) => r.writeHead(200, { "content-type": "image/png" }).end("<svg onload=alert(1)>"),
  "/moved": (r) => r.writeHead(301, { location: "/page" }).end(),
  "/gone": (r) => r.writeHead(410).end(),
  "/busy": (r) => r.writeHead(503).end(),
  "/zstd": (r) => r.writeHead(200, { "content-type": "text/html", "content-encoding": "zstd" }).end("x"),
};

beforeAll(async () => {
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const answer = pages[request.url ?? ""] ?? ((r: ServerResponse) => r.writeHead(404).end());
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = `http://${host}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  world = await openEnrichmentWorld();
  ({ journal } = world);
  pictures = await openPictures(world.bus);
  await runEnrichment(world, { FETCH_ALLOW: [host], FETCH_AT_ONCE: 4 });
});

/** Saves a link and gives its aggregate in enrichment's part of the journal. */
async function save(url: string): Promise<string> {
  requests = [];
  return world.saveLink(userId, url);
}

const outcome = (subject: string) =>
  eventually(async () => {
    const events = await journal.readAggregate(subject);
    expect(events.length).toBeGreaterThan(0);
    return { type: events[0]?.type, data: events[0]?.data as Record<string, unknown> };
  });

describe("given a link was saved", () => {
  test("then its page is described", async () => {
    const { type, data } = await outcome(await save(`${site}/page`));
    expect(type).toBe("PageDescribed");
    expect(data).toMatchObject({ finalUrl: `${site}/page`, attempts: 1, page: { title: "A page" } });
  });

  test("then its picture is kept under its hash, and what only calls itself one is not", async () => {
    const subject = await save(`${site}/page`);
    const illustrated = await eventually(async () => {
      const last = await journal.last(subject);
      expect(last?.type).toBe("PageIllustrated");
      return last?.data as Record<string, string | null>;
    });
    expect(await pictures.get(illustrated["previewKey"] ?? "", "small")).toMatchObject({ type: "image/webp" });
    expect(illustrated["faviconKey"]).toBeNull();
  });

  test("then redirects are followed and their end is recorded", async () => {
    expect((await outcome(await save(`${site}/moved`))).data).toMatchObject({
      url: `${site}/moved`,
      finalUrl: `${site}/page`,
    });
  });

  test.each([
    ["/gone", { reason: "http-status", httpStatus: 410 }],
    ["/zstd", { reason: "unsupported-content" }],
  ])("then %s is final at once", async (path, expected) => {
    const { type, data } = await outcome(await save(site + path));
    expect(type).toBe("PageUnreachable");
    expect(data).toMatchObject({ attempts: 1, ...expected });
  });

  test("then a private address is never contacted", async () => {
    expect((await outcome(await save("http://169.254.169.254/latest/meta-data/"))).data).toMatchObject({
      attempts: 1,
      reason: expect.stringMatching(/^blocked-/),
    });
  });

  test("then a page that is busy is left for later, not given up", async () => {
    const subject = await save(`${site}/busy`);
    await eventually(() => expect(requests).toContain("/busy"));
    await eventually(async () => {
      const consumer = await journal.jsm.consumers.info(JOURNAL, "enrichment");
      expect(consumer.num_pending).toBe(0);
      expect(consumer.num_ack_pending).toBe(1);
    });
    expect(await outcome(subject)).toMatchObject({ type: "PageFetchFailed", data: { attempts: 1, httpStatus: 503 } });
  });
});
