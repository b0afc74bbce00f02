import { TAG_CHARS } from "@satchel/contracts";
import { say } from "../texts/say.ts";
import { element, icon } from "./dom.ts";
import { CROSS } from "./icons.ts";

/**
 * A link's tags, each with a button that removes it, and a field for further ones: Enter or a comma ends a tag.
 * @param known tags to suggest
 * @param onChange receives all tags
 */
export function tagField(
  tags: readonly string[],
  known: readonly string[],
  onChange: (tags: readonly string[]) => void,
): HTMLElement {
  let current = tags;
  const chips = element("ul", { class: "chips" });
  const offers = element("datalist", { id: "known-tags" }, ...known.map((name) => element("option", { value: name })));
  const input = element("input", {
    class: "input",
    id: "tag",
    list: "known-tags",
    maxlength: String(TAG_CHARS),
    autocomplete: "off",
    placeholder: say("addTag"),
    onkeydown: (event) => {
      const { key } = event as KeyboardEvent;
      if (key !== "Enter" && key !== ",") return;
      event.preventDefault();
      add();
    },
    onchange: () => add(),
  });

  function show(): void {
    chips.hidden = current.length === 0;
    chips.replaceChildren(
      ...current.map((tag) =>
        element(
          "li",
          { class: "chip" },
          element("bdi", {}, tag),
          element(
            "button",
            { class: "chip__drop", type: "button", "aria-label": say("removeTag", tag), onclick: () => drop(tag) },
            icon(...CROSS),
          ),
        ),
      ),
    );
  }

  function set(next: readonly string[]): void {
    current = next;
    show();
    onChange(current);
  }
  function add(): void {
    const tag = input.value.trim();
    input.value = "";
    if (tag !== "" && !current.includes(tag)) set([...current, tag]);
  }
  function drop(tag: string): void {
    set(current.filter((each) => each !== tag));
    input.focus();
  }

  show();
  return element("div", { class: "field" }, element("label", { for: "tag" }, say("tags")), chips, input, offers);
}
