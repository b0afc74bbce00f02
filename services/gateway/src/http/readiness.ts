import type { Bus, Checks } from "@satchel/chassis";
import { HEALTH_MS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

/** The gateway's own checks. The tables are checked at most once in {@link HEALTH_MS}. */
export function ownChecks(bus: Bus, tables: Tables): () => Promise<Checks> {
  let last: { at: number; result: Promise<string> } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.at > HEALTH_MS)
      last = { at: performance.now(), result: tables.check() };
    return { "gateway bus": bus.connected() ? "ok" : "disconnected", "gateway tables": await last.result };
  };
}
