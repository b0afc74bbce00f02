import { type Link, SEARCH_CHARS } from "@satchel/contracts";
import { type Browser, browser } from "@wxt-dev/browser";
import { destinationOf, SUGGESTIONS, type Suggestion, suggestionsOf } from "../core/suggestions.ts";
import { say } from "../texts/say.ts";
import { connectedArchive } from "./connection.ts";
import { connectionStore } from "./stores.ts";

/** Milliseconds without a further key until what was typed is searched for. */
const PAUSE_MS = 120;

let typed = 0;
let offered: readonly Link[] = [];

/** What the first line says, which searches in the archive itself. */
export const setFirstLine = (): void => void browser.omnibox.setDefaultSuggestion({ description: say("addressBar") });

/** Searches the archive for what is typed after the keyword; only the answer to what was typed last is shown. */
export async function onTyped(text: string, suggest: (suggestions: Suggestion[]) => void): Promise<void> {
  const mine = ++typed;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const q = text.trim().slice(0, SEARCH_CHARS);
  if (mine !== typed || q === "") return;
  const archive = await connectedArchive();
  const answer = await archive?.search(q, SUGGESTIONS);
  if (mine !== typed || answer?.kind !== "answered") return;
  offered = answer.body;
  suggest(suggestionsOf(offered, !import.meta.env.FIREFOX));
}

/** Opens the link that was chosen, which counts as a visit, or the archive's search page. */
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
