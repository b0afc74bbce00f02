import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { compact } from "@satchel/contracts/compact";

/**
 * The context of one request over all services: `correlationId` names the request, `causationId` the command or event
 * that caused this work, `traceparent` is the W3C trace context.
 */
export interface Correlation {
  readonly correlationId: string;
  readonly causationId?: string;
  readonly traceparent?: string;
}

const storage = new AsyncLocalStorage<Correlation>();

/** The correlation of the current work; undefined outside of any. */
export const currentCorrelation = (): Correlation | undefined => storage.getStore();

/** Does work under a correlation; everything awaited in it has the same one. */
export const withCorrelation = <T>(correlation: Correlation, work: () => T): T => storage.run(correlation, work);

/**
 * A new correlation. The ids of its trace are random digits of UUIDs, which Node generates in advance: a system call for
 * each would cost as much as all other work of an API call.
 */
export const newCorrelation = (id: string = randomUUID()): Correlation => ({
  correlationId: id,
  traceparent: `00-${randomHex()}-${randomHex().slice(0, 16)}-00`,
});

const randomHex = (): string => randomUUID().replaceAll("-", "");

/** Names of the headers that carry a correlation on the bus and in the journal. */
const correlationHeaders = {
  correlationId: "Satchel-Correlation-Id",
  causationId: "Satchel-Causation-Id",
  traceparent: "traceparent",
} as const;

/** A correlation as header pairs. */
export const correlationToHeaders = (correlation: Correlation): [string, string][] =>
  (["correlationId", "causationId", "traceparent"] as const).flatMap((key): [string, string][] => {
    const value = correlation[key];
    return value === undefined ? [] : [[correlationHeaders[key], value]];
  });

const SAFE = /^[\x21-\x7e]{1,200}$/;

/**
 * Reads a correlation from headers; missing or invalid parts are left out, and a missing id is replaced by a new one.
 */
export function correlationFromHeaders(get: (name: string) => string | undefined): Correlation {
  const read = (name: string): string | undefined => {
    const value = get(name);
    return value !== undefined && SAFE.test(value) ? value : undefined;
  };
  const causationId = read(correlationHeaders.causationId);
  const traceparent = read(correlationHeaders.traceparent);
  return {
    correlationId: read(correlationHeaders.correlationId) ?? randomUUID(),
    ...compact({ causationId, traceparent }),
  };
}
