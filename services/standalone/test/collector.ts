import { text } from "node:stream/consumers";
import { atEnd, startHttpServer } from "@satchel/testing";

/** A span that a collector received. */
export interface StoredSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly links: readonly { readonly spanId: string }[];
}

/** An OpenTelemetry collector for tests: it receives spans over OTLP as JSON and stores them. */
export interface Collector {
  readonly url: string;
  readonly spans: StoredSpan[];
  /** The received bodies. */
  readonly bodies: string[];
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly links?: readonly { readonly spanId: string }[];
}

/** Starts a collector. @param delayMs milliseconds before each answer */
export async function startCollector(delayMs = 0): Promise<Collector> {
  const spans: StoredSpan[] = [];
  const bodies: string[] = [];
  const server = await startHttpServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] };
    for (const { attributes = [], links = [], parentSpanId = "", ...span } of resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )) {
      const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const);
      spans.push({ ...span, parentSpanId, links, attributes: new Map(values) });
    }
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end("{}"), delayMs);
  });
  atEnd(server.close);
  return { url: server.url, spans, bodies };
}
