import { runService } from "@satchel/chassis";
import { ArchiveConfig } from "./config.ts";
import { startArchive } from "./service.ts";

await runService("archive", ArchiveConfig, startArchive);
