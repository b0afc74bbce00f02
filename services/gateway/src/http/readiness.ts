import type { Bus, Checks } from "@satchel/chassis";
import { HEALTH_MS } from "../limits.ts";
import type { Tables } from "../queries/tables.ts";

/** The gateway's own checks. The tables are checked once in {@link HEALTH_MS}, however often it is called. */
export function ownChecks(bus: Bus, tables: Tables): () => Promise<Checks> {
  let looked: { at: number; found: Promise<string> } | undefined;
  return async () => {
    if (looked === undefined || Date.now() - looked.at > HEALTH_MS) looked = { at: Date.now(), found: tables.check() };
    return { "gateway bus": bus.connected() ? "ok" : "disconnected", "gateway tables": await looked.found };
  };
}
