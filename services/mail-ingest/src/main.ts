import { createLogger } from "@satchel/chassis";
import { readMailIngestConfig } from "./config.ts";
import { startMailIngest } from "./haraka.ts";

// The SMTP door by itself: it needs NATS and nothing else.
const config = readMailIngestConfig(process.env);
const logger = createLogger("mail-ingest", config.LOG_LEVEL);
const mailIngest = startMailIngest(config, logger);

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void mailIngest.stop());

await mailIngest.ready.catch((error: unknown) => {
  logger.fatal({ err: error }, "Mail can't be taken");
  process.exitCode = 1;
});
await mailIngest.exited;
