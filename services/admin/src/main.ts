import { runService } from "@satchel/chassis";
import { AdminConfig } from "./config.ts";
import { startAdmin } from "./service.ts";

// It writes nothing to the journal, so it does not matter whether the bus syncs every write.
await runService("admin", AdminConfig, (config, logger) => startAdmin(config, logger), []);
