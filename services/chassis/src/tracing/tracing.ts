import { currentCorrelation, newCorrelation, withCorrelation } from "../correlation.ts";
import type { Logger } from "../logging.ts";

/** A span's attributes: stable names and numbers. Never an id of a person, an address, a URL or a user's text. */
export type Attributes = Readonly<Record<string, string | number>>;

interface SpanOptions {
  readonly kind: "internal" | "server" | "client" | "producer" | "consumer";
  readonly attributes?: Attributes;
  /** W3C trace context of the cause; default that of the current work. */
  readonly parent?: string | undefined;
  /** Whether it has no cause. */
  readonly isRoot?: boolean;
  /** Trace contexts of all causes, if there are several. */
  readonly links?: readonly string[];
}

export interface Span {
  /** Its W3C trace context, for the spans and events that it causes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Marks it as failed. Only the kind of the error is recorded: messages may hold personal data. */
  fail(kind: string): void;
  end(): void;
}

/** Exports spans; see `otlp.ts`. */
interface Tracer {
  open(name: string, options: SpanOptions): Span;
  /** Sends the remaining spans, within a short time. */
  stop(): Promise<void>;
}

export type OpenTracer = (service: string, logger: Logger) => Tracer;

/** The built module of the exporter. This file is at the same depth in src and in dist. */
const EXPORTER = new URL("../../dist/tracing/otlp.js", import.meta.url).href;

let tracer: Tracer | undefined;

/** Whether spans are recorded in this process: a collector is named and tracing is not switched off. */
export function isTracingEnabled(env: Readonly<Record<string, string | undefined>>): boolean {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none";
  return endpoint !== undefined && endpoint !== "" && !isOff;
}

/** Variables of the environment for tracing, for child processes. */
export const tracingEnvironment = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith("OTEL_") && value !== undefined ? [[name, value]] : [],
    ),
  );

/**
 * Records spans from now on, where the standard OTEL_* variables configure it; else nothing is loaded. When the exporter
 * can't be loaded, the service starts without spans.
 */
export async function startTracing(service: string, logger: Logger): Promise<void> {
  if (tracer !== undefined || !isTracingEnabled(process.env)) return;
  try {
    const { openTracer } = (await import(EXPORTER)) as { openTracer: OpenTracer };
    tracer = openTracer(service, logger);
  } catch (err) {
    logger.error({ err }, "traces can't be recorded");
  }
}

/** Sends the remaining spans, and records no more. */
export async function stopTracing(): Promise<void> {
  const stopped = tracer;
  tracer = undefined;
  await stopped?.stop();
}

/** Opens a span that its caller ends; undefined while nothing is recorded. */
export function openSpan(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined;
  const parent = options.isRoot === true ? undefined : (options.parent ?? currentCorrelation()?.traceparent);
  return tracer.open(name, { ...options, parent });
}

/** Does work within a span, which is the parent of the spans that the work causes. */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = openSpan(name, options);
  if (span === undefined) return work(undefined);
  const correlation = currentCorrelation() ?? newCorrelation();
  return withCorrelation({ ...correlation, traceparent: span.traceparent }, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(error instanceof Error ? error.name : "unknown");
      throw error;
    } finally {
      span.end();
    }
  });
}

const SAMPLED = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f][13579bdf]$/;

/**
 * The causes of a batch as parent and links of a span. Where all belong to one trace, the last one is the parent and the
 * others are links; else all are links.
 * @returns undefined where none of them is recorded
 */
export function followsFrom(
  traceparents: Iterable<string | undefined>,
): Pick<SpanOptions, "parent" | "isRoot" | "links"> | undefined {
  if (tracer === undefined) return undefined;
  const sampled = new Set<string>();
  for (const one of traceparents) if (one !== undefined && SAMPLED.test(one)) sampled.add(one);
  const links = [...sampled];
  const parent = links.at(-1);
  if (parent === undefined) return undefined;
  if (links.some((link) => traceOf(link) !== traceOf(parent))) return { isRoot: true, links };
  return { parent, links: links.slice(0, -1) };
}

const traceOf = (traceparent: string): string => traceparent.slice(3, 35);
