import type { Logger, RunningService } from "@satchel/chassis";
import type { Static } from "typebox";
import { completeConfig, type mailIngestSettings } from "./config.ts";
import { startMailIngest } from "./haraka.ts";

/**
 * Starts the SMTP door as one of the services; resolves once mail is taken.
 * @throws {ConfigurationError} when the save address is none
 */
export async function startMailIngestService(
  config: Static<typeof mailIngestSettings>,
  logger: Logger,
): Promise<RunningService> {
  const mail = startMailIngest(completeConfig(config), logger);
  await mail.ready;
  return {
    name: "mail-ingest",
    checks: () => ({ "mail-ingest": mail.pid === undefined ? "not running" : "ok" }),
    stop: () => mail.stop(),
  };
}
