import { sendQueue } from "../background/saving.ts";
import { onChanged, queueStore } from "../background/stores.ts";
import { countWaiting, type QueueEntry, without } from "../core/queue.ts";
import { reasonOf } from "../texts/reason.ts";
import { say } from "../texts/say.ts";
import { element, icon } from "./dom.ts";
import { CROSS } from "./icons.ts";

/**
 * The waiting and refused pages of the queue, each with a button that removes it; updated while it is shown.
 * @param isShownEmpty whether an empty queue is shown as such, or hidden
 */
export function waitingList(isShownEmpty: boolean): HTMLElement {
  const list = element("ul", { class: "waiting" });
  const nothing = element("p", { class: "hint" }, say("nothingWaits"));
  const send = element(
    "button",
    { class: "btn btn--plain", type: "button", onclick: () => void sendQueue() },
    say("sendNow"),
  );
  const heading = element("h2", { class: "title-card", tabindex: "-1" }, say("waitingHeading"));
  const section = element("section", {}, heading, nothing, list, send);

  async function show(): Promise<void> {
    const queue = await queueStore.read();
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...queue.map(rowOf));
    section.hidden = queue.length === 0 && !isShownEmpty;
    nothing.hidden = queue.length > 0;
    send.hidden = countWaiting(queue) === 0;
    if (hadFocus) (list.querySelector("button") ?? heading).focus();
  }

  onChanged(queueStore, () => void show());
  void show();
  return section;
}

function rowOf({ url, title, refused }: QueueEntry): HTMLElement {
  const name = title === undefined || title === "" ? url : title;
  const drop = (): void => void queueStore.change((queue) => without(queue, url));
  return element(
    "li",
    { class: "waiting__row" },
    element(
      "div",
      { class: "waiting__text" },
      element("bdi", { class: "waiting__title", title: url }, name),
      refused === undefined
        ? undefined
        : element("span", { class: "waiting__reason" }, say("refusedReason", reasonOf(refused))),
    ),
    element(
      "button",
      { class: "icon-btn", type: "button", "aria-label": say("drop", name), onclick: drop },
      icon(...CROSS),
    ),
  );
}
