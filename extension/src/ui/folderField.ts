import type { Folder } from "@satchel/contracts";
import { say } from "../texts/say.ts";
import { type Choice, choicesWith, comboBox } from "./comboBox.ts";
import { element } from "./dom.ts";

/** The value of "No folder": the API moves a link out of its folder with 0. */
const NONE = "0";

/** Folders, each followed by its subfolders, behind an entry for none of them. */
export const folderChoices = (folders: readonly Folder[], first: Choice): readonly Choice[] => [
  first,
  ...folders.flatMap(({ id, name, children }) => [
    { value: String(id), label: name },
    ...children.map((child) => ({ value: String(child.id), label: `${name} / ${child.name}` })),
  ]),
];

/** The folder of a link, found by typing a part of its name. @param onChange receives its id, 0 for none */
export function folderField(
  folders: readonly Folder[],
  folder: number | null,
  onChange: (id: number) => void,
): HTMLElement {
  const choices = folderChoices(folders, { value: NONE, label: say("noFolder") });
  let current = choices.find(({ value }) => value === String(folder)) ?? choices[0];
  const box = comboBox({
    id: "folder",
    label: say("folder"),
    choices: () => choices,
    isOpenFirst: true,
    onChoose: (chosen, typed) => {
      const next = chosen ?? (typed.trim() === "" ? undefined : choicesWith(choices, typed)[0]);
      const isOther = next !== undefined && next !== current;
      current = next ?? current;
      show();
      if (isOther) onChange(Number(next.value));
    },
  });
  function show(): void {
    box.input.value = current?.label ?? "";
  }

  // What was only typed is not chosen.
  box.input.addEventListener("blur", show);
  show();
  return element(
    "div",
    { class: "field tags-edit" },
    element("label", { for: box.input.id }, say("folder")),
    box.element,
  );
}
