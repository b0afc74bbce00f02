import { runService } from "@satchel/chassis";
import { LinksConfig } from "./config.ts";
import { startLinks } from "./service.ts";

await runService("links", LinksConfig, startLinks);
