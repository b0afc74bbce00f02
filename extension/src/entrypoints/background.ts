import { browser } from "@wxt-dev/browser";
import type { BackgroundDefinition } from "wxt";
import { onEntered, onTyped, setFirstLine } from "../background/addressBar.ts";
import { applyPanelFirst, showWaiting } from "../background/button.ts";
import { finishConnection } from "../background/connection.ts";
import { makeMenus, onMenu } from "../background/menus.ts";
import { sendQueue } from "../background/saving.ts";
import { closeStores, connectionStore, onChanged, panelFirstStore, queueStore } from "../background/stores.ts";
import { saveTab, saveRequestedTabs } from "../background/tabs.ts";

/** The background worker. Listeners are added synchronously, so that the browser wakes the worker for their events. */
const background: BackgroundDefinition = {
  type: "module",
  main() {
    browser.runtime.onInstalled.addListener(({ reason }) => {
      void makeMenus();
      if (reason === "install") void browser.runtime.openOptionsPage();
    });
    // A listener for this event starts the worker with the browser; the steps of every start follow below.
    browser.runtime.onStartup.addListener(() => undefined);
    browser.action.onClicked.addListener((tab) => void saveTab(tab));
    browser.contextMenus.onClicked.addListener((info, tab) => void onMenu(info, tab));
    browser.omnibox.onInputChanged.addListener((text, suggest) => void onTyped(text, suggest));
    browser.omnibox.onInputEntered.addListener((text, disposition) => void onEntered(text, disposition));
    browser.permissions.onAdded.addListener(() => void saveRequestedTabs());
    onChanged(connectionStore, () => void sendQueue());
    for (const store of [connectionStore, queueStore]) onChanged(store, () => void showWaiting());
    onChanged(panelFirstStore, () => void applyPanelFirst());
    self.addEventListener("online", () => void sendQueue());

    void closeStores();
    setFirstLine();
    void applyPanelFirst();
    void showWaiting();
    void finishConnection();
    void sendQueue();
  },
};

export default background;
