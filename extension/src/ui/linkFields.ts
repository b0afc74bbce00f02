import type { Folder, Link } from "@satchel/contracts";
import { NOTES_CHARS, TITLE_CHARS } from "@satchel/contracts";
import type { Archive, LinkChange } from "../api/archive.ts";
import { say } from "../texts/say.ts";
import { element, field, icon } from "./dom.ts";
import { folderField } from "./folderField.ts";
import { STAR } from "./icons.ts";
import { tagField } from "./tagField.ts";

interface LinkFieldsContext {
  readonly archive: Archive;
  readonly folders: readonly Folder[];
  readonly tags: readonly string[];
  /** Shows the result of a change. */
  readonly onResult: (text: string) => void;
}

/** Fields for a link's title, folder, favorite flag, tags and notes. Each change is sent at once. */
export function linkFields(link: Link, { archive, folders, tags, onResult }: LinkFieldsContext): HTMLElement {
  // One after another, so that the last change wins.
  let sending = Promise.resolve();
  const change = (body: LinkChange): void => {
    sending = sending.then(async () => {
      const { kind } = await archive.change(link.id, body);
      onResult(say(kind === "answered" ? "changed" : "notChanged"));
    });
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
  return element(
    "div",
    { class: "fields" },
    field(say("title"), title),
    element("div", { class: "folder-line" }, folder, favorite),
    tagField(link.tags, tags, (all) => change({ tags: all })),
    field(say("notes"), notes),
  );
}
