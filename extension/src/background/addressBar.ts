import { type Link, SEARCH_CHARS } from "@satchel/contracts";
import { type Browser, browser } from "@wxt-dev/browser";
import { destinationOf, SUGGESTIONS, type Suggestion, suggestionsOf } from "../core/suggestions.ts";
import { say } from "../texts/say.ts";
import { connectedArchive } from "./connection.ts";
import { connectionStore } from "./stores.ts";

/** Milliseconds after the last key until the search is sent. */
const PAUSE_MS = 120;

let lastInput = 0;
let offered: readonly Link[] = [];

/** Sets the text of the first line, which opens the archive's own search. */
export const setFirstLine = (): void => void browser.omnibox.setDefaultSuggestion({ description: say("addressBar") });

/** Searches the archive for the text after the keyword. Answers to earlier input are dropped. */
export async function onTyped(text: string, suggest: (suggestions: Suggestion[]) => void): Promise<void> {
  const input = ++lastInput;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const q = text.trim().slice(0, SEARCH_CHARS);
  if (input !== lastInput || q === "") return;
  const archive = await connectedArchive();
  const answer = await archive?.search(q, SUGGESTIONS);
  if (input !== lastInput || answer?.kind !== "answered") return;
  offered = answer.body;
  suggest(suggestionsOf(offered, !import.meta.env.FIREFOX));
}

/** Opens the chosen link, which counts as a visit, or the archive's search page. */
export async function onEntered(
  text: string,
  disposition: `${Browser.omnibox.OnInputEnteredDisposition}`,
): Promise<void> {
  const connection = await connectionStore.read();
  if (connection === null) return browser.runtime.openOptionsPage();
  const url = destinationOf(text, offered, connection.server);
  if (disposition === "currentTab") await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition === "newForegroundTab" });
  const link = offered.find((each) => each.url === url);
  if (link !== undefined) await (await connectedArchive())?.visit(link.id);
}
