import { type Browser, browser } from "@wxt-dev/browser";
import type { Outcome } from "../core/outcome.ts";
import type { Place, PageToSave } from "../core/queue.ts";
import { isSaveable } from "../core/saveable.ts";
import { say } from "../texts/say.ts";
import { connectedArchive } from "./connection.ts";
import { keepSeen } from "./seen.ts";
import { connectionStore, keepSeenStore, tabsRequestStore } from "./stores.ts";
import { savePages } from "./saving.ts";
import { showOutcome, showOutcomes, showSaving } from "./button.ts";

type Tab = Browser.tabs.Tab;

const TABS = { permissions: ["tabs" as const] };

/** Saves the page of a tab, which a click lets the extension read, and shows the outcome. */
export async function saveTab(tab: Tab, more: Partial<PageToSave> = {}): Promise<void> {
  if (tab.id === undefined) return;
  await showSaving(tab.id);
  const [outcome] = await savePages([{ url: tab.url ?? "", title: tab.title, ...more }]);
  await shown(tab.id, outcome);
  await keepIfWanted(tab.id, outcome);
}

/** Keeps the page that was just saved as it is seen, where its user wants that for every page. */
export async function keepIfWanted(tabId: number, outcome: Outcome | undefined): Promise<void> {
  if (outcome?.kind !== "saved" && outcome?.kind !== "known") return;
  if (!(await keepSeenStore.read())) return;
  const archive = await connectedArchive();
  if (archive !== undefined) await keepSeen(archive, tabId, outcome.id);
}

/** Saves an address on a tab's page, and shows the outcome at that tab. */
export async function saveAddress(url: string, tab: Tab | undefined): Promise<void> {
  const [outcome] = await savePages([{ url }]);
  await shown(tab?.id, outcome);
}

async function shown(tabId: number | undefined, outcome: Outcome | undefined): Promise<void> {
  if (tabId === undefined || outcome === undefined) return;
  await showOutcome(tabId, outcome);
  // Before the first connection, the options open, where one is made; the page waits in the queue.
  const isUnknown = outcome.kind === "waiting" && (await connectionStore.read()) === null;
  if (isUnknown) await browser.runtime.openOptionsPage();
}

/** The name of the folder for tabs when none was chosen. */
export const tabsFolderName = (now: Date): string =>
  say("tabsFolder", now.toLocaleString(browser.i18n.getUILanguage(), { dateStyle: "medium", timeStyle: "short" }));

/**
 * Saves all tabs of a window. Reading their addresses takes the permission "tabs". It is requested now, because
 * browsers allow that only as the first step after a click, and removed after use. The browser's prompt may close the
 * panel, so the request is stored first.
 */
export async function requestAllTabs(windowId: number, place: Place | null): Promise<void> {
  const stored = tabsRequestStore.write({ windowId, place });
  const granted = browser.permissions.request(TABS);
  await stored;
  if (await granted) await saveRequestedTabs();
  else await tabsRequestStore.write(null);
}

/** Saves the requested tabs, once, if the permission is there. */
export async function saveRequestedTabs(): Promise<void> {
  if (!(await browser.permissions.contains(TABS))) return;
  const wanted = await navigator.locks.request("tabs", async () => {
    const found = await tabsRequestStore.read();
    await tabsRequestStore.write(null);
    return found;
  });
  if (wanted === null) return;
  const tabs = await browser.tabs.query({ windowId: wanted.windowId });
  await browser.permissions.remove(TABS).catch(() => false);
  const place = wanted.place ?? { name: tabsFolderName(new Date()) };
  const pages = tabs.filter(({ url }) => isSaveable(url)).map(({ url, title }) => ({ url: url ?? "", title, place }));
  const active = tabs.find((tab) => tab.active)?.id;
  if (active !== undefined) await showSaving(active);
  const outcomes = await savePages(pages);
  if (active !== undefined) await showOutcomes(active, outcomes);
}
