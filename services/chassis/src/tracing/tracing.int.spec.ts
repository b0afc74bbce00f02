import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atEnd } from "@satchel/testing";
import { afterEach, expect, test } from "vitest";
import { testLogger } from "../../test/world.ts";
import { currentCorrelation } from "../correlation.ts";
import { followsFrom, isTracingEnabled, openSpan, startTracing, stopTracing, withSpan } from "./tracing.ts";

/** Whether the exporter is in memory: packages that are CommonJS are known to `require`, whoever imports them. */
const isLoaded = (): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("exporter-trace-otlp-http"));

interface Sent {
  readonly name: string;
  readonly links?: readonly { readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

/** A collector; it answers when `answers` says so. */
async function collector(answers: boolean): Promise<{ readonly url: string; readonly spans: Sent[] }> {
  const spans: Sent[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    if (answers) response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
}

async function startTo(url: string): Promise<void> {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
  await startTracing("tested", testLogger());
}

afterEach(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await stopTracing();
});

test("given no collector, or tracing switched off, then nothing is recorded, and its packages are not loaded", async () => {
  await startTracing("tested", testLogger());

  expect([
    isLoaded(),
    openSpan("work", { kind: "internal" }),
    followsFrom([`00-${"a".repeat(32)}-${"b".repeat(16)}-01`]),
  ]).toEqual([false, undefined, undefined]);
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
  expect(isTracingEnabled(endpoint)).toBe(true);
  expect(isTracingEnabled({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBe(false);
  expect(isTracingEnabled({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBe(false);
  expect(isTracingEnabled({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBe(false);
});

test("given a batch of events of several traces, when it is applied, then its span links to each recorded one", async () => {
  const { url, spans } = await collector(true);
  await startTo(url);
  const story = (trace: string, flags: string, span = trace): string =>
    `00-${trace.repeat(32)}-${span.repeat(16)}-${flags}`;

  const origin = followsFrom([story("a", "01"), story("b", "01"), story("b", "01"), story("c", "00"), undefined]);
  await withSpan("apply many", { kind: "consumer", ...origin }, async () => undefined);
  expect(followsFrom([story("a", "01"), story("c", "00")])).toEqual({ parent: story("a", "01"), links: [] });
  expect(followsFrom([story("a", "01"), story("a", "01", "d")])).toEqual({
    parent: story("a", "01", "d"),
    links: [story("a", "01")],
  });
  expect(followsFrom([story("c", "00")])).toBeUndefined();
  await stopTracing();

  expect(isLoaded()).toBe(true);
  const [{ links = [] } = { links: [] }] = spans.filter(({ name }) => name === "apply many");
  expect(links.map(({ spanId }) => spanId)).toEqual(["a".repeat(16), "b".repeat(16)]);
});

test("given work that fails with personal data in its error, then its span is failed and does not contain the data", async () => {
  const { url, spans } = await collector(true);
  await startTo(url);

  const work = withSpan("work", { kind: "internal" }, () => Promise.reject(new TypeError("anna@post.example")));
  await expect(work).rejects.toThrow("anna@post.example");
  await stopTracing();

  expect(spans).toMatchObject([{ name: "work", status: { code: 2 } }]);
  expect(JSON.stringify(spans)).not.toContain("anna");
});

test.each([
  ["is away", async () => "http://127.0.0.1:1"],
  ["never answers", async () => (await collector(false)).url],
])(
  "given a collector that %s, when much is done, then all of it is done, and stopping does not wait for the collector",
  async (_, place) => {
    await startTo(await place());
    let done = 0;

    for (let i = 0; i < 5000; i++) {
      await withSpan("work", { kind: "internal" }, async () => {
        if (currentCorrelation()?.traceparent?.endsWith("-01") === true) done++;
      });
    }
    await stopTracing();

    expect(done).toBe(5000);
  },
);
