import { type Browser, browser } from "@wxt-dev/browser";
import type { Outcome } from "../core/outcome.ts";
import type { Place, Wanted } from "../core/queue.ts";
import { isSaveable } from "../core/saveable.ts";
import { say } from "../texts/say.ts";
import { connectionStore, tabsWantedStore } from "./stores.ts";
import { savePages } from "./saving.ts";
import { showOutcome, showOutcomes, showSaving } from "./button.ts";

type Tab = Browser.tabs.Tab;

const TABS = { permissions: ["tabs" as const] };

/** Saves the page of a tab, which the click on it allows to be seen, and shows what became of it. */
export async function saveTab(tab: Tab, more: Partial<Wanted> = {}): Promise<void> {
  if (tab.id === undefined) return;
  await showSaving(tab.id);
  const [outcome] = await savePages([{ url: tab.url ?? "", title: tab.title, ...more }]);
  await shown(tab.id, outcome);
}

/** Saves an address that a tab's page names, and shows what became of it at that tab. */
export async function saveAddress(url: string, tab: Tab | undefined): Promise<void> {
  const [outcome] = await savePages([{ url }]);
  await shown(tab?.id, outcome);
}

async function shown(tabId: number | undefined, outcome: Outcome | undefined): Promise<void> {
  if (tabId === undefined || outcome === undefined) return;
  await showOutcome(tabId, outcome);
  // Who has not connected anything yet is led to where it is done; the page waits meanwhile.
  const isUnknown = outcome.kind === "waiting" && (await connectionStore.read()) === null;
  if (isUnknown) await browser.runtime.openOptionsPage();
}

/** The name of the folder that tabs go into where none was chosen. */
export const nameOfTabs = (now: Date): string =>
  say("tabsFolder", now.toLocaleString(browser.i18n.getUILanguage(), { dateStyle: "medium", timeStyle: "short" }));

/**
 * Saves all tabs of a window. Their addresses can be seen by the permission "tabs" alone: it is asked for now, which must
 * be the first thing a click leads to, and given back when it was used. The panel may be closed by the browser's question,
 * so what was wanted is noted down first.
 */
export async function askForAllTabs(windowId: number, place: Place | null): Promise<void> {
  const noted = tabsWantedStore.write({ windowId, place });
  const granted = browser.permissions.request(TABS);
  await noted;
  if (await granted) await saveWantedTabs();
  else await tabsWantedStore.write(null);
}

/** Saves the tabs that were asked for, once, as soon as they may be seen. */
export async function saveWantedTabs(): Promise<void> {
  if (!(await browser.permissions.contains(TABS))) return;
  const wanted = await navigator.locks.request("tabs", async () => {
    const found = await tabsWantedStore.read();
    await tabsWantedStore.write(null);
    return found;
  });
  if (wanted === null) return;
  const tabs = await browser.tabs.query({ windowId: wanted.windowId });
  await browser.permissions.remove(TABS).catch(() => false);
  const place = wanted.place ?? { name: nameOfTabs(new Date()) };
  const pages = tabs.filter(({ url }) => isSaveable(url)).map(({ url, title }) => ({ url: url ?? "", title, place }));
  const active = tabs.find((tab) => tab.active)?.id;
  if (active !== undefined) await showSaving(active);
  const outcomes = await savePages(pages);
  if (active !== undefined) await showOutcomes(active, outcomes);
}
