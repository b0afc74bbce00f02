import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atEnd } from "@satchel/testing";

/** A span as a collector was told of it. */
export interface StoredSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly links: readonly { readonly spanId: string }[];
}

/** An OpenTelemetry collector as far as a test needs one: it takes spans over OTLP as JSON and keeps them. */
export interface Collector {
  readonly url: string;
  readonly spans: StoredSpan[];
  /** What was sent, as it was sent. */
  readonly bodies: string[];
}

interface Told {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly links?: readonly { readonly spanId: string }[];
}

/** Starts one; `delayMs` is how long it takes for each answer. */
export async function startCollector(delayMs = 0): Promise<Collector> {
  const spans: StoredSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] };
    for (const { attributes = [], links = [], parentSpanId = "", ...span } of resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )) {
      const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const);
      spans.push({ ...span, parentSpanId, links, attributes: new Map(values) });
    }
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end("{}"), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, bodies };
}
