import { runService } from "@satchel/chassis";
import { SearchConfig } from "./config.ts";
import { startSearch } from "./service.ts";

await runService("search", SearchConfig, startSearch);
