import { randomUUID } from "node:crypto";
import { ProjectionProgress } from "@satchel/chassis";
import type { ChangeText, PayloadOf } from "@satchel/contracts";
import { changeText } from "../src/commands/change-text.ts";
import { bus, parts, pool, stopAt } from "./killed-parts.ts";

// Changes a text as the service does, and waits at one moment until it is killed.
const progress = new ProjectionProgress(bus, pool);
const change = JSON.parse(process.env.CHANGE ?? "") as PayloadOf<typeof ChangeText>;
await changeText({ ...parts, progress, usualMegabytes: 1024 })(change, { commandId: randomUUID(), retry: false });
await stopAt("answered");
