import { connectBus } from "../src/bus/connect.ts";
import { openPool } from "../src/database.ts";
import { openJournal } from "../src/journal/journal.ts";
import { createLogger } from "../src/logging.ts";
import { startProjection } from "../src/projection/rebuild.ts";
import { ledger } from "./ledger.ts";
import { knowNewerVisits } from "./newer-visits.ts";

// A replica of a service with the ledger projection only, for tests that kill or pause it.
const {
  NATS_URL = "",
  NATS_MONITOR_URL,
  DATABASE_URL = "",
  FROZEN_MS = "15000",
  TEST_LOG_LEVEL = "silent",
} = process.env;
// As a program of the next version would: it knows one version more of an event.
if (process.env["KNOWS_NEWER"] !== undefined) knowNewerVisits();
const logger = createLogger("projector", TEST_LOG_LEVEL);
const bus = await connectBus({ url: NATS_URL, monitorUrl: NATS_MONITOR_URL, name: "projector", logger });
const journal = await openJournal(bus, { logger });
const pool = openPool({ url: DATABASE_URL, name: "projector", logger, connections: 3 });
const runner = startProjection({
  projection: ledger,
  databaseUrl: DATABASE_URL,
  pool,
  bus,
  journal,
  logger,
  batchSize: 40,
  settleMs: 50,
  frozenMs: Number(FROZEN_MS),
});
process.on("SIGTERM", async () => {
  await runner.stop();
  await pool.end();
  await bus.close();
});
console.log("started");
