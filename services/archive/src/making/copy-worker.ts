import { serveTasks } from "@satchel/chassis/worker";
import { makeCopy } from "./make-copy.ts";

// Runs in a worker. An error ends it, on purpose.
serveTasks(makeCopy);
