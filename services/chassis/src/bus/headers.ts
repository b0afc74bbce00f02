import { headers, type MsgHdrs } from "@nats-io/transport-node";
import { correlationToHeaders, currentCorrelation } from "../correlation.ts";

/** For a message that belongs to the work under way, if there is any: the option that says to which story. */
export function storyHeaders(): { readonly headers?: MsgHdrs } {
  const correlation = currentCorrelation();
  if (correlation === undefined) return {};
  const result = headers();
  for (const [name, value] of correlationToHeaders(correlation)) result.set(name, value);
  return { headers: result };
}
