import { callerTexts, texts } from "@satchel/contracts";
import type { MessageKey } from "./en.ts";
import { say } from "./say.ts";

/** Texts for known reasons of the server. */
const KNOWN: Readonly<Record<string, MessageKey>> = {
  [texts.links.badUrl]: "refusedUrl",
  [texts.links.full]: "refusedFull",
  [callerTexts.outOfReach]: "refusedReach",
};

/** A known reason of the server in the browser's language; an unknown one as it is. */
export function reasonOf(detail: string): string {
  const key = KNOWN[detail];
  return key === undefined ? detail : say(key);
}
