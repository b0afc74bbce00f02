import { browser } from "@wxt-dev/browser";
import { connectionStore } from "../../background/stores.ts";
import { say } from "../../texts/say.ts";
import { element } from "../../ui/dom.ts";

/** A note that no archive is connected, with a button that opens the options. */
export function notConnected(): HTMLElement {
  const text = element("p", {}, say("notConnected"));
  const connect = element(
    "button",
    {
      class: "btn btn--accent",
      type: "button",
      onclick: () => void browser.runtime.openOptionsPage().then(() => window.close()),
    },
    say("connect"),
  );
  void connectionStore.read().then((connection) => {
    if (connection !== null) text.textContent = say("endedAt", new URL(connection.server).host);
  });
  return element("div", { class: "stack" }, text, connect);
}
