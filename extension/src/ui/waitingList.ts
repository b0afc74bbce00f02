import { sendQueue } from "../background/saving.ts";
import { connected } from "../background/connection.ts";
import { connectionStore, onChanged, queueStore } from "../background/stores.ts";
import { isFor, type QueueEntry, waitingFor, without } from "../core/queue.ts";
import { reasonOf } from "../texts/reason.ts";
import { say } from "../texts/say.ts";
import { element, icon } from "./dom.ts";
import { CROSS } from "./icons.ts";

/**
 * The waiting and refused pages of the queue, those for other accounts too, each with a button that removes it; updated while it is shown.
 * @param isShownEmpty whether an empty queue is shown as such, or hidden
 */
export function waitingList(isShownEmpty: boolean): HTMLElement {
  const list = element("ul", { class: "waiting" });
  const nothing = element("p", { class: "hint" }, say("nothingWaits"));
  const status = element("p", { class: "status", role: "status" });
  const send = element(
    "button",
    { class: "btn btn--plain", type: "button", onclick: () => void run() },
    say("sendNow"),
  );
  const heading = element("h2", { class: "title-card", tabindex: "-1" }, say("waitingHeading"));
  const section = element("section", {}, heading, nothing, list, send, status);

  async function run(): Promise<void> {
    // A disabled button would lose the focus.
    if (send.ariaDisabled === "true") return;
    send.ariaDisabled = "true";
    status.textContent = say("sendingNow");
    await sendQueue();
    send.ariaDisabled = null;
    const { account } = await connected();
    status.textContent = waitingFor(await queueStore.read(), account).length === 0 ? "" : say("stillAway");
  }

  async function show(): Promise<void> {
    const queue = await queueStore.read();
    const { account, archive } = await connected();
    const hadFocus = list.contains(document.activeElement) || document.activeElement === send;
    list.replaceChildren(...queue.map((entry) => rowOf(entry, account)));
    section.hidden = queue.length === 0 && !isShownEmpty;
    nothing.hidden = queue.length > 0;
    send.hidden = archive === undefined || waitingFor(queue, account).length === 0;
    if (hadFocus && document.activeElement !== send) (list.querySelector("button") ?? heading).focus();
  }

  for (const store of [connectionStore, queueStore]) onChanged(store, () => void show());
  void show();
  return section;
}

/** @param account the connected one */
function rowOf(entry: QueueEntry, account: string | undefined): HTMLElement {
  const { url, title, refused } = entry;
  const reason =
    refused !== undefined
      ? say("refusedReason", reasonOf(refused))
      : isFor(entry, account)
        ? undefined
        : say("waitsForAccount", entry.account ?? "");
  const name = title === undefined || title === "" ? url : title;
  const drop = (): void => void queueStore.change((queue) => without(queue, entry));
  return element(
    "li",
    { class: "waiting__row" },
    element(
      "div",
      { class: "waiting__text" },
      element("bdi", { class: "waiting__title", title: url }, name),
      reason === undefined ? undefined : element("span", { class: "waiting__reason" }, reason),
    ),
    element(
      "button",
      { class: "icon-btn", type: "button", "aria-label": say("drop", name), onclick: drop },
      icon(...CROSS),
    ),
  );
}
