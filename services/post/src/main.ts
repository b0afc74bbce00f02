import { runService } from "@satchel/chassis";
import { PostConfig } from "./config.ts";
import { startPost } from "./service.ts";

await runService("post", PostConfig, startPost);
