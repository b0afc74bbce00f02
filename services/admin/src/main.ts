import { runService } from "@satchel/chassis";
import { AdminConfig } from "./config.ts";
import { startAdmin } from "./service.ts";

// It writes nothing to the journal, so whether the bus syncs every write is no matter here.
await runService("admin", AdminConfig, startAdmin, []);
