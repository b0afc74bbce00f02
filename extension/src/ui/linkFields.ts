import type { Folder, Link } from "@satchel/contracts";
import { NOTES_CHARS, TITLE_CHARS } from "@satchel/contracts";
import type { Archive, LinkChange } from "../api/archive.ts";
import type { Answer } from "../api/client.ts";
import { say } from "../texts/say.ts";
import { element, field, icon } from "./dom.ts";
import { folderField } from "./folderField.ts";
import { STAR } from "./icons.ts";
import { tagField } from "./tagField.ts";

interface LinkFieldsContext {
  readonly archive: Archive;
  readonly folders: readonly Folder[];
  readonly tags: readonly string[];
  /** Shows the answer to a change; `again` sends what the server could not be reached for. */
  readonly onAnswer: (answer: Answer<Link>, again: () => void) => void;
}

/**
 * Fields for a link's title, folder, favorite flag, tags and notes. Each change is sent at once; what is still unsent when the
 * panel closes is sent then.
 */
export function linkFields(link: Link, { archive, folders, tags, onAnswer }: LinkFieldsContext): HTMLElement {
  // All that the server has not answered. One call after another, so that the last change wins.
  let unsent: LinkChange = {};
  let sending = Promise.resolve();
  const send = (): void => {
    sending = sending.then(async () => {
      const sent = unsent;
      if (Object.keys(sent).length === 0) return;
      const answer = await archive.change(link.id, sent);
      // What the server refuses is refused again, and would keep later changes from being made.
      if (answer.kind === "answered" || answer.kind === "refused") unsent = changedSince(unsent, sent);
      onAnswer(answer, send);
    });
  };
  const change = (body: LinkChange): void => {
    unsent = { ...unsent, ...body };
    send();
  };

  const title = element("input", {
    class: "input",
    value: link.title ?? "",
    maxlength: String(TITLE_CHARS),
    autocomplete: "off",
    onchange: () => change({ title: title.value }),
  });
  const folder = folderField(folders, link.folder_id, (id) => change({ folder_id: id }));
  const favorite = element(
    "button",
    {
      class: "btn btn--plain favorite",
      type: "button",
      "aria-pressed": String(link.is_favorite),
      onclick: () => {
        const isFavorite = favorite.getAttribute("aria-pressed") !== "true";
        favorite.setAttribute("aria-pressed", String(isFavorite));
        change({ is_favorite: isFavorite });
      },
    },
    icon(...STAR),
    say("favorite"),
  );
  const notes = element("textarea", {
    class: "input notes",
    rows: "2",
    maxlength: String(NOTES_CHARS),
    onchange: () => change({ notes: notes.value }),
  });
  notes.value = link.notes ?? "";
  const fields = element(
    "div",
    { class: "fields" },
    field(say("title"), title),
    element("div", { class: "folder-line" }, folder, favorite),
    tagField(link.tags, tags, (all) => change({ tags: all })),
    field(say("notes"), notes),
  );
  // A panel closes as soon as something else has the focus.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden" || !fields.isConnected) return;
    // Ends what is being typed: its field reports a change.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (Object.keys(unsent).length > 0) archive.changeLast(link.id, unsent);
  });
  return fields;
}

/** The fields of a change that have other values than those that were sent. */
const changedSince = (now: LinkChange, sent: LinkChange): LinkChange =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name as keyof LinkChange] !== value));
