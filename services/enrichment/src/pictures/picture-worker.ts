import { serveTasks } from "@satchel/chassis/worker";
import { reEncode } from "./re-encode.ts";

// Runs in a child process. A fault of a decoder ends that process only.
serveTasks(reEncode);
