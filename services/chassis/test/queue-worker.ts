import { connectBus } from "../src/bus/connect.ts";
import { openJournal } from "../src/journal/journal.ts";
import { createLogger } from "../src/logging.ts";
import { workQueue } from "../src/queue/events.ts";

// A worker that prints each event that it begins, and then hangs or ends its process.
const { NATS_URL = "", NATS_MONITOR_URL, QUEUE = "", SUBJECT = "", BEHAVIOUR = "hang", ATTEMPTS = "100" } = process.env;
const logger = createLogger("worker", process.env.TEST_LOG_LEVEL ?? "silent");
const bus = await connectBus({ url: NATS_URL, monitorUrl: NATS_MONITOR_URL, name: "worker", logger });
const journal = await openJournal(bus, { logger });
await workQueue({
  journal,
  logger,
  name: QUEUE,
  subjects: [SUBJECT],
  concurrency: 2,
  // Longer than a process takes to end on a busy machine: an event that it gets meanwhile counts as an attempt.
  silentMs: 3000,
  backoffMs: [100],
  attempts: Number(ATTEMPTS),
  handle: async (event, attempt) => {
    console.log(`begins ${event.id} ${attempt}`);
    if (BEHAVIOUR === "die") process.exit(1);
    if (BEHAVIOUR === "hang") await new Promise(() => {});
    return "done";
  },
  onDead: async (event, reason) => console.log(`dead ${event.id} ${reason}`),
});
console.log("started");
