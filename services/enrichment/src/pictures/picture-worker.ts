import { serveTasks } from "@satchel/chassis/worker";
import { reEncode } from "./re-encode.ts";

// Runs in a worker thread: for each picture one outcome. A fault ends the thread, on purpose: what a damaged picture left
// behind in a decoder is gone with it.
serveTasks(reEncode);
