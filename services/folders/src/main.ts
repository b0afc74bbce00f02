import { runService } from "@satchel/chassis";
import { FoldersConfig } from "./config.ts";
import { startFolders } from "./service.ts";

await runService("folders", FoldersConfig, startFolders);
