import { browser } from "@wxt-dev/browser";
import "../../ui/product.css";
import "./options.css";
import { panelFirstStore } from "../../background/stores.ts";
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
    element("section", {}, heading(say("behaviour")), await panelFirst()),
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

async function panelFirst(): Promise<HTMLElement> {
  const box = element("input", {
    type: "checkbox",
    class: "box",
    checked: await panelFirstStore.read(),
    "aria-describedby": "panel-first-hint",
    onchange: () => void panelFirstStore.write(box.checked),
  });
  return element(
    "div",
    {},
    element("label", { class: "check" }, box, say("panelFirst")),
    element("p", { class: "hint", id: "panel-first-hint" }, say("panelFirstHint")),
  );
}
