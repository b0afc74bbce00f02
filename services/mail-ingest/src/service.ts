import type { Logger, RunningService } from "@satchel/chassis";
import type { Static } from "typebox";
import { startCaptures } from "./projection/start-captures.ts";
import { completeConfig, type mailServiceSettings } from "./config.ts";
import { startMailIngest } from "./supervision/haraka.ts";

/** Starts the SMTP server and the tables of captures. Resolves when mail is accepted, also without a database. */
export async function startMailIngestService(
  config: Static<typeof mailServiceSettings>,
  logger: Logger,
): Promise<RunningService> {
  const { DATABASE_URL, DATABASE_CONNECTIONS, ...door } = config;
  const mail = startMailIngest(completeConfig(door), logger);
  const captures = startCaptures({ ...door, DATABASE_URL, DATABASE_CONNECTIONS }, logger);
  await mail.ready;
  return {
    checks: async () => ({
      "mail-ingest": mail.check(),
      ...(await captures.checks()),
    }),
    stop: async () => {
      await mail.stop();
      await captures.stop();
    },
  };
}
