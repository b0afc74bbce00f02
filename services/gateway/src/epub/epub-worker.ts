import { serveTasks } from "@satchel/chassis/worker";
import { makeEpub } from "./make-epub.ts";

// Runs in a child process. A fault of a decoder ends that process only.
serveTasks(makeEpub);
