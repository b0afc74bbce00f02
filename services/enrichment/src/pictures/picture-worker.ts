import { serveTasks } from "@satchel/chassis/worker";
import { reEncode } from "./re-encode.ts";

// Runs in a child process: for each picture one outcome. A fault of a decoder ends the process and nothing else.
serveTasks(reEncode);
