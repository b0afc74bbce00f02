import { serveTasks } from "@satchel/chassis/worker";
import { makeCopy } from "./make-copy.ts";

// Runs in a worker thread. An error ends the thread, on purpose.
serveTasks(makeCopy);
