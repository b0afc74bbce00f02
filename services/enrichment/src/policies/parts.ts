import type { Bus, Journal, Logger } from "@satchel/chassis";
import type { EnrichmentConfig } from "../config.ts";

/** What each part of the service is started with. */
export interface ServiceParts {
  readonly bus: Bus;
  readonly journal: Journal;
  readonly config: EnrichmentConfig;
  readonly logger: Logger;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}
