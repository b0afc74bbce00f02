import { withCorrelation } from "../correlation.ts";
import type { StoredEvent } from "../journal/envelope.ts";
import { type Attributes, withSpan } from "../tracing/tracing.ts";

/** Does work that an event causes, in a span of its own. */
export const causedBy = <T>(
  { id, type, correlation }: StoredEvent,
  queue: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> =>
  withCorrelation({ ...correlation, causationId: id }, () =>
    withSpan(queue, { kind: "consumer", attributes: { "satchel.event": type, ...attributes } }, work),
  );
