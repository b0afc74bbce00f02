import { runService } from "@satchel/chassis";
import { AdminConfig } from "./config.ts";
import { startAdmin } from "./service.ts";

await runService("admin", AdminConfig, startAdmin);
