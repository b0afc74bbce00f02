import { headers, type MsgHdrs } from "@nats-io/transport-node";
import { correlationToHeaders, currentCorrelation } from "../correlation.ts";

/** The correlation header for a message, if there is a correlation. */
export function storyHeaders(): { readonly headers?: MsgHdrs } {
  const correlation = currentCorrelation();
  if (correlation === undefined) return {};
  const result = headers();
  for (const [name, value] of correlationToHeaders(correlation)) result.set(name, value);
  return { headers: result };
}
