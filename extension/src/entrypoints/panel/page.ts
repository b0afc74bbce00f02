import type { Folder, Link } from "@satchel/contracts";
import { type Browser, browser } from "@wxt-dev/browser";
import type { Archive } from "../../api/archive.ts";
import type { Answer } from "../../api/client.ts";
import { showNothing, showOutcome } from "../../background/button.ts";
import { connected } from "../../background/connection.ts";
import { savePages } from "../../background/saving.ts";
import { keepSeen, type SeenOutcome } from "../../background/seen.ts";
import { onChanged, outcomesStore, queueStore } from "../../background/stores.ts";
import { keepIfWanted } from "../../background/tabs.ts";
import { badgeOf } from "../../core/badge.ts";
import type { Outcome } from "../../core/outcome.ts";
import { isFor } from "../../core/queue.ts";
import { faultOf } from "../../core/saveable.ts";
import type { MessageKey } from "../../texts/en.ts";
import { reasonOf } from "../../texts/reason.ts";
import { say } from "../../texts/say.ts";
import { element, icon } from "../../ui/dom.ts";
import { CHECK } from "../../ui/icons.ts";
import { linkFields } from "../../ui/linkFields.ts";
import { linkPicture } from "../../ui/linkPicture.ts";
import { notConnected } from "./notConnected.ts";

const SEEN = {
  kept: "seenKept",
  tooSoon: "seenTooSoon",
  tooLarge: "seenTooLarge",
  unreadable: "seenUnreadable",
  away: "notChanged",
} as const satisfies Record<SeenOutcome, MessageKey>;

interface PanelContext {
  readonly tab: Browser.tabs.Tab | undefined;
  readonly archive: Archive;
  readonly folders: Promise<Answer<Folder[]>>;
  readonly server: string;
}

/** Shows the state of the tab's page in `place`, with its actions. */
export async function showPage(place: HTMLElement, { tab, archive, folders, server }: PanelContext): Promise<void> {
  const url = tab?.url;
  const fault = faultOf(url);
  // What the panel says of the page also names the region, so that it is heard with the field that gets the focus.
  const stateOf = (...children: (Node | string)[]): HTMLElement =>
    element("p", { class: "state", id: "state", tabindex: "-1" }, ...children);
  place.setAttribute("aria-labelledby", "state");
  if (tab?.id === undefined || url === undefined || fault !== undefined) {
    place.append(stateOf(say(fault ?? "notWeb")));
    return;
  }
  const tabId = tab.id;
  const status = element("p", { role: "status" });
  const news = element("div", { class: "news" }, status);
  /** Shows a sentence below the page, with a button that does something about it. */
  const tell = (text: string, action?: HTMLButtonElement): void => {
    status.textContent = text;
    news.replaceChildren(status, ...(action === undefined ? [] : [action]));
  };
  const tellAnswer = (answer: Answer<unknown>, again: () => void): void => {
    switch (answer.kind) {
      case "answered":
        return tell(say("changed"));
      case "signedOut":
        return tell(say("notChangedEnded"));
      case "refused":
        return tell(say("refusedReason", reasonOf(answer.detail)));
      case "away":
        return tell(say("notChanged"), againButton(again));
    }
  };
  const againButton = (again: () => void): HTMLButtonElement =>
    element("button", { class: "text-link", type: "button", onclick: again }, say("tryAgain"));
  const tags = archive.tags();
  // Once a page that waits has been sent, there is more to show of it.
  let isWaiting = false;
  onChanged(queueStore, () => {
    if (isWaiting) void look();
  });

  async function look(): Promise<void> {
    const answer = await archive.lookup(url ?? "");
    if (answer.kind === "signedOut") place.replaceChildren(notConnected());
    else if (answer.kind !== "answered") await showWaiting();
    else if (answer.body.link === null) showNotKept();
    else await showKept(answer.body.link);
  }

  async function showWaiting(): Promise<void> {
    const { account } = await connected();
    isWaiting = (await queueStore.read()).some((entry) => entry.url === url && isFor(entry, account));
    place.replaceChildren(stateOf(say(isWaiting ? "waitingPage" : "cannotTell")));
    if (!isWaiting) place.append(saveButton());
  }

  function showNotKept(): void {
    const save = saveButton();
    place.replaceChildren(stateOf(say("notKept")), save);
    save.focus();
  }

  function saveButton(): HTMLButtonElement {
    const save = element(
      "button",
      { class: "btn btn--accent", type: "button", onclick: () => void run() },
      say("save"),
    );
    async function run(): Promise<void> {
      save.disabled = true;
      save.textContent = say("saving");
      const [outcome] = await savePages([{ url: url ?? "", title: tab?.title }]);
      if (outcome === undefined) return;
      await showOutcome(tabId, outcome);
      void keepIfWanted(tabId, outcome);
      if (outcome.kind === "saved" || outcome.kind === "known") await look();
      else showOther(outcome);
    }
    return save;
  }

  function showOther(outcome: Outcome): void {
    const { key, words } = badgeOf(outcome).title;
    const state = stateOf(say(key, ...words.map(reasonOf)));
    isWaiting = outcome.kind === "waiting";
    place.replaceChildren(state);
    // The button that had the focus is gone.
    state.focus();
  }

  async function showKept(link: Link): Promise<void> {
    const [outcomes, folderAnswer, tagAnswer] = await Promise.all([outcomesStore.read(), folders, tags]);
    const isNew = outcomes[url ?? ""]?.kind === "saved";
    const day = new Date(link.created_at).toLocaleDateString(browser.i18n.getUILanguage(), { dateStyle: "medium" });
    const around = {
      archive,
      folders: folderAnswer.kind === "answered" ? folderAnswer.body : [],
      tags: tagAnswer.kind === "answered" ? tagAnswer.body.tags.map(({ name }) => name) : [],
      onAnswer: tellAnswer,
    };
    isWaiting = false;
    place.replaceChildren(
      stateOf(icon(...CHECK), isNew ? say("savedNow") : say("keptSince", day)),
      linkPicture(link, archive),
      linkFields(link, around),
      element(
        "div",
        { class: "row" },
        element(
          "button",
          { class: "btn btn--plain", type: "button", onclick: () => void remove(link) },
          say(isNew ? "undo" : "remove"),
        ),
        element(
          "a",
          { class: "text-link", href: `${server}/links?${new URLSearchParams({ link: link.id })}`, target: "_blank" },
          say("seeInArchive"),
        ),
      ),
      keepSeenButton(link),
      news,
    );
    place.querySelector("input")?.focus();
  }

  function keepSeenButton({ id }: Link): HTMLButtonElement {
    const keep = element(
      "button",
      { class: "text-link", type: "button", title: say("keepSeenHint"), onclick: () => void run() },
      say("keepSeen"),
    );
    async function run(): Promise<void> {
      keep.disabled = true;
      tell(say("seenKeeping"));
      tell(say(SEEN[await keepSeen(archive, tabId, id)]));
      keep.disabled = false;
    }
    return keep;
  }

  async function remove(link: Link): Promise<void> {
    const answer = await archive.remove(link.id);
    if (answer.kind !== "answered") return tellAnswer(answer, () => void remove(link));
    await showNothing(tabId);
    const back = element(
      "button",
      { class: "btn btn--plain", type: "button", "aria-describedby": "state", onclick: () => void restore(link) },
      say("restore"),
    );
    tell("");
    place.replaceChildren(stateOf(say("removed")), back, news);
    back.focus();
  }

  async function restore(link: Link): Promise<void> {
    const answer = await archive.restore(link.id);
    if (answer.kind === "answered") await showKept(answer.body);
    else tellAnswer(answer, () => void restore(link));
  }

  place.append(stateOf(say("looking")));
  await look();
}
