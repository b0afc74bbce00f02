import { browser } from "@wxt-dev/browser";
import "../../ui/product.css";
import "./panel.css";
import { connectedArchive } from "../../background/connection.ts";
import { connectionStore } from "../../background/stores.ts";
import { say } from "../../texts/say.ts";
import { brand } from "../../ui/brand.ts";
import { element, icon } from "../../ui/dom.ts";
import { OUT, SLIDERS } from "../../ui/icons.ts";
import { waitingList } from "../../ui/waitingList.ts";
import { allTabs } from "./allTabs.ts";
import { notConnected } from "./notConnected.ts";
import { showPage } from "./page.ts";

document.documentElement.lang = browser.i18n.getMessage("@@ui_locale").replace("_", "-");
document.title = say("panelTitle");

const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
const connection = await connectionStore.read();
const archive = await connectedArchive();
const folders = archive?.folders();

const page = element("section", { class: "page" });
document.body.append(header(), element("main", {}, page, waitingList(false)));
if (archive === undefined || folders === undefined) page.append(notConnected());
else {
  document.querySelector("main")?.append(allTabs(tab?.windowId, folders));
  await showPage(page, { tab, archive, folders, server: connection?.server ?? "" });
}

function header(): HTMLElement {
  const openOptions = (): void => void browser.runtime.openOptionsPage().then(() => window.close());
  const openArchive = (): void =>
    void browser.tabs.create({ url: `${connection?.server}/links` }).then(() => window.close());
  const button = (label: string, paths: readonly string[], onclick: () => void): HTMLElement =>
    element(
      "button",
      { class: "icon-btn", type: "button", "aria-label": label, title: label, onclick },
      icon(...paths),
    );
  return element(
    "header",
    { class: "head" },
    element("h1", {}, brand()),
    connection === null ? undefined : button(say("openArchive"), OUT, openArchive),
    button(say("openOptions"), SLIDERS, openOptions),
  );
}
