import { texts } from "@satchel/contracts";
import type { MessageKey } from "./en.ts";
import { say } from "./say.ts";

/** What the server says against saving, by its own words. */
const KNOWN: Readonly<Record<string, MessageKey>> = {
  [texts.links.badUrl]: "refusedUrl",
  [texts.links.full]: "refusedFull",
  [texts.connections.outOfReach]: "refusedReach",
};

/** The server's reason in the browser's language, where it is a known one; else as the server says it. */
export function reasonOf(detail: string): string {
  const key = KNOWN[detail];
  return key === undefined ? detail : say(key);
}
