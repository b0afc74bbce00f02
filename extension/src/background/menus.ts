import { type Browser, browser } from "@wxt-dev/browser";
import { isSaveable } from "../core/saveable.ts";
import type { MessageKey } from "../texts/en.ts";
import { say } from "../texts/say.ts";
import { requestAllTabs, saveAddress, saveTab } from "./tabs.ts";

type Context = "page" | "link" | "selection" | "action";

const WEB = ["http://*/*", "https://*/*"];

/** The entries of the context menu; each is shown in one context. */
const ENTRIES: readonly { readonly id: Context; readonly title: MessageKey }[] = [
  { id: "page", title: "menuPage" },
  { id: "link", title: "menuLink" },
  { id: "selection", title: "menuSelection" },
  { id: "action", title: "menuTabs" },
];

/** Creates the entries. Browsers keep them until the extension is updated. */
export async function makeMenus(): Promise<void> {
  await browser.contextMenus.removeAll();
  for (const { id, title } of ENTRIES) {
    browser.contextMenus.create({
      id,
      title: say(title),
      contexts: [id],
      ...(id === "link" ? { targetUrlPatterns: WEB } : {}),
      ...(id === "page" || id === "selection" ? { documentUrlPatterns: WEB } : {}),
    });
  }
}

/** Executes an entry. */
export async function onMenu(info: Browser.contextMenus.OnClickData, tab?: Browser.tabs.Tab): Promise<void> {
  switch (info.menuItemId as Context) {
    case "page":
      return tab && saveTab({ ...tab, url: info.pageUrl ?? tab.url });
    case "link":
      return saveAddress(info.linkUrl ?? "", tab);
    case "selection":
      return onSelection(info, tab);
    case "action":
      return tab && requestAllTabs(tab.windowId, null);
  }
}

/** A selected address is saved itself; any other text becomes a note of its page. */
async function onSelection(info: Browser.contextMenus.OnClickData, tab?: Browser.tabs.Tab): Promise<void> {
  const selected = (info.selectionText ?? "").trim();
  if (isSaveable(selected)) return saveAddress(selected, tab);
  if (tab !== undefined) await saveTab({ ...tab, url: info.pageUrl ?? tab.url }, { note: selected });
}
