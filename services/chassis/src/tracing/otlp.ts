import {
  type Context,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { VERSION } from "@satchel/contracts";
import type { Logger } from "../logging.ts";
import { within } from "../pause.ts";
import type { OpenTracer, Span } from "./tracing.ts";

// Loaded by `tracing.ts`, and only where a collector is configured.

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Milliseconds that a stop waits for the collector to accept the last spans. */
const FLUSH_MS = 2000;

/** Milliseconds between two log lines about an unreachable collector. */
const LOG_EVERY_MS = 60_000;

/**
 * Sends spans over OTLP (HTTP, JSON) as the OTEL_* variables say. Spans wait in a queue of 2,048 and are sent in the
 * background; with a slow or unavailable collector they are dropped.
 */
export const openTracer: OpenTracer = (service, logger) => {
  logFaults(logger);
  const provider = new BasicTracerProvider({
    // The variables' name of the service comes before our own.
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": service, "service.version": VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("satchel", VERSION);
  return {
    open: (name, { kind, attributes = {}, parent, links = [] }) => {
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          links: links.flatMap((link) => {
            const context = spanContextOf(link);
            return context === undefined ? [] : [{ context }];
          }),
        },
        contextOf(parent),
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        set: (more) => void span.setAttributes(more),
        fail: (error) => void span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      } satisfies Span;
    },
    stop: () =>
      within(
        provider.shutdown().catch(() => undefined),
        FLUSH_MS,
      ),
  };
};

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a W3C trace context (Trace Context Level 1, section 3.2). */
function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = "00"] = TRACEPARENT.exec(traceparent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

function contextOf(parent: string | undefined): Context {
  const context = parent === undefined ? undefined : spanContextOf(parent);
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context);
}

/** An unreachable collector is logged at most every {@link LOG_EVERY_MS}, not with every batch. */
function logFaults(logger: Logger): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const log = (message: string): void => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    logger.warn({ reason: message.slice(0, 300) }, "traces are not taken");
  };
  const nothing = (): void => undefined;
  diag.setLogger(
    { error: log, warn: log, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
