import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { atEnd } from "@satchel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveHttp } from "../../test/loopback-server.ts";
import { headerOf, jpegOf, pngOf, quarters } from "../../test/sample-pictures.ts";
import { createFetcher } from "../fetching/page-fetcher.ts";
import { COPY_SIDE, COPY_STYLES } from "../limits.ts";
import { createReEncoder } from "../pictures/re-encoder.ts";
import { createExtractor } from "../reading/extractor.ts";
import { createGatherer, type Gatherer } from "./gatherer.ts";

let gatherer: Gatherer;
let site: string;
const requests: string[] = [];
const answers = new Map<string, { type: string; body: string | Uint8Array; location?: string }>();

beforeAll(async () => {
  const server = await serveHttp((request, response: ServerResponse) => {
    requests.push(request.url ?? "");
    const answer = answers.get(request.url ?? "");
    if (answer === undefined) response.writeHead(404).end();
    else if (answer.location !== undefined) response.writeHead(302, { location: answer.location }).end();
    else response.writeHead(200, { "content-type": answer.type }).end(answer.body);
  });
  const host = `127.0.0.1:${server.port}`;
  site = `http://${host}`;
  const fetcher = createFetcher({ allow: [host], dnsServers: ["127.0.0.1:9"], userAgent: "Satchel-test" });
  const reEncoder = createReEncoder();
  const extractor = createExtractor({ workers: 1 });
  gatherer = createGatherer({ fetcher, reEncoder, extractor });
  atEnd(async () => {
    await Promise.all([fetcher.close(), extractor.close(), reEncoder.close()]);
    await server.close();
  });
});
beforeEach(() => {
  requests.length = 0;
  answers.clear();
});

const gather = async (html: string) => {
  const found = await gatherer.gather(
    { bytes: Buffer.from(html), url: `${site}/dir/page`, type: "text/html" },
    "owner",
  );
  if (found === undefined) throw new Error("not read");
  const parts = found.parts.map(({ url, kind, type }) => [kind, url.slice(site.length), type]);
  return { ...found, summary: parts.sort((a, b) => String(a).localeCompare(String(b))) };
};
const css = (body: string) => ({ type: "text/css", body });

describe("given a page with stylesheets, pictures and fonts", () => {
  test("then each is fetched once, those of stylesheets too, and what is missing is counted", async () => {
    const png = pngOf(quarters(64, 64));
    answers.set("/dir/a.css", css("@import 'b.css';body{background:url(/bg.png)}@font-face{src:url(f.woff2)}"));
    answers.set("/dir/b.css", css("p{background:url(/bg.png)}"));
    answers.set("/bg.png", { type: "image/png", body: png });
    answers.set("/dir/pic.png", { type: "application/octet-stream", body: png });
    answers.set("/dir/f.woff2", { type: "font/woff2", body: "wOF2 and more" });
    answers.set("/liar.png", { type: "image/png", body: "<script>alert(1)</script>" });

    const { summary, leftOut } = await gather(
      "<link rel=stylesheet href=a.css><img src=pic.png><img src=pic.png><img src=/liar.png><img src=/gone.png><script src=/x.js></script>",
    );

    expect(summary).toEqual([
      ["font", "/dir/f.woff2", "font/woff2"],
      ["picture", "/bg.png", "image/png"],
      ["picture", "/dir/pic.png", "image/png"],
      ["style", "/dir/a.css", "text/css"],
      ["style", "/dir/b.css", "text/css"],
    ]);
    expect(leftOut).toBe(2);
    expect(requests).not.toContain("/x.js");
    expect(requests).toHaveLength(new Set(requests).size);
  });

  test("when a picture is wide, then it is kept smaller, as WebP", async () => {
    answers.set("/wide.jpg", {
      type: "image/jpeg",
      body: await jpegOf({ width: 3000, height: 1500, data: new Uint8ClampedArray(randomBytes(3000 * 1500 * 4)) }),
    });
    const { parts } = await gather("<img src=/wide.jpg>");
    expect(await headerOf(parts[0]?.bytes ?? new Uint8Array())).toMatchObject({ format: "webp", width: COPY_SIDE });
  });

  test("when a stylesheet was found elsewhere, then its addresses are relative to that place", async () => {
    answers.set("/s.css", { type: "", body: "", location: "/else/where.css" });
    answers.set("/else/where.css", css("p{background:url(bg.png)}"));
    answers.set("/else/bg.png", { type: "image/png", body: pngOf(quarters(8, 8)) });
    const { parts, summary } = await gather("<link rel=stylesheet href=/s.css>");
    expect(summary).toContainEqual(["picture", "/else/bg.png", "image/png"]);
    expect(parts.find(({ kind }) => kind === "style")?.base).toBe(`${site}/else/where.css`);
  });

  test("when it has very many, or they lead in circles, then the limits hold", async () => {
    answers.set("/loop.css", css("@import '/loop.css';@import '/loop.css?1';"));
    const many = Array.from({ length: COPY_STYLES + 20 }, (_, n) => `<link rel=stylesheet href=/${n}.css>`).join("");
    const { leftOut } = await gather(`<link rel=stylesheet href=/loop.css>${many}`);
    expect(leftOut).toBeGreaterThanOrEqual(20);
    expect(requests.length).toBeLessThanOrEqual(COPY_STYLES * 2 + 5);
  });

  test("when it refers to addresses inside the network, then none is asked", async () => {
    const { parts, leftOut } = await gather(
      "<img src=http://169.254.169.254/latest/><link rel=stylesheet href=http://10.0.0.1/a.css><img src=file:///etc/passwd>",
    );
    expect([parts, leftOut]).toEqual([[], 2]);
  });
});
