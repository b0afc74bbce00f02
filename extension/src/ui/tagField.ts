import { TAG_CHARS } from "@satchel/contracts";
import { say } from "../texts/say.ts";
import { comboBox } from "./comboBox.ts";
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
  const box = comboBox({
    id: "tag",
    label: say("tags"),
    placeholder: say("addTag"),
    maxLength: TAG_CHARS,
    choices: () => known.filter((tag) => !current.includes(tag)).map((tag) => ({ value: tag, label: tag })),
    isOpenFirst: false,
    onChoose: (chosen, typed) => add(chosen?.value ?? typed),
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
            { type: "button", "aria-label": say("removeTag", tag), onclick: () => drop(tag) },
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
  function add(text: string): void {
    const tag = text.trim();
    box.input.value = "";
    if (tag !== "" && !current.includes(tag)) set([...current, tag]);
  }
  function drop(tag: string): void {
    set(current.filter((each) => each !== tag));
    box.input.focus();
  }

  show();
  // What was typed and left is a tag, too.
  box.input.addEventListener("blur", () => add(box.input.value));
  return element(
    "div",
    { class: "field tags-edit" },
    element("label", { for: box.input.id }, say("tags")),
    chips,
    box.element,
  );
}
