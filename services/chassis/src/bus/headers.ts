import { headers, type MsgHdrs } from "@nats-io/transport-node";
import { correlationToHeaders, currentCorrelation } from "../correlation.ts";

/** Publish options with the correlation headers of the current request or event; empty outside of one. */
export function correlationOptions(): { readonly headers?: MsgHdrs } {
  const correlation = currentCorrelation();
  if (correlation === undefined) return {};
  const result = headers();
  for (const [name, value] of correlationToHeaders(correlation)) result.set(name, value);
  return { headers: result };
}
