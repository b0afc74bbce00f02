import { browser } from "@wxt-dev/browser";
import "../../ui/product.css";
import "./options.css";
import { keepSeenStore, panelFirstStore, type Store } from "../../background/stores.ts";
import type { MessageKey } from "../../texts/en.ts";
import { say } from "../../texts/say.ts";
import { brand } from "../../ui/brand.ts";
import { element } from "../../ui/dom.ts";
import { waitingList } from "../../ui/waitingList.ts";
import { account } from "./account.ts";

document.documentElement.lang = browser.i18n.getMessage("@@ui_locale").replace("_", "-");
document.title = say("optionsTitle");

const heading = (text: string): HTMLElement => element("h2", { class: "title-card" }, text);

document.body.append(
  element(
    "main",
    {},
    brand(),
    element("h1", { class: "title-page" }, say("optionsTitle")),
    element("section", {}, heading(say("account")), account()),
    element(
      "section",
      {},
      heading(say("behaviour")),
      await check(panelFirstStore, "panel-first-hint", "panelFirst", "panelFirstHint"),
      await check(keepSeenStore, "keep-seen-hint", "keepSeenAlways", "keepSeenAlwaysHint"),
    ),
    waitingList(true),
    element(
      "section",
      {},
      heading(say("shortcuts")),
      element("p", {}, say("shortcutSave")),
      element("p", {}, say("shortcutSearch")),
    ),
    element("section", {}, heading(say("privacy")), element("p", {}, say("privacyText"))),
  ),
);

/** A switch that is stored at once. @param id of its hint */
async function check(store: Store<boolean>, id: string, label: MessageKey, hint: MessageKey): Promise<HTMLElement> {
  const box = element("input", {
    type: "checkbox",
    class: "box",
    checked: await store.read(),
    "aria-describedby": id,
    onchange: () => void store.write(box.checked),
  });
  return element(
    "div",
    {},
    element("label", { class: "check" }, box, say(label)),
    element("p", { class: "hint", id }, say(hint)),
  );
}
