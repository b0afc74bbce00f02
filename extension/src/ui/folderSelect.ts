import type { Folder } from "@satchel/contracts";
import { element } from "./dom.ts";

/** A select of folders, each followed by its subfolders. @param first the option above them */
export function folderSelect(
  folders: readonly Folder[],
  chosen: number | null,
  first: { readonly value: string; readonly label: string },
): HTMLSelectElement {
  const option = (id: number, label: string): HTMLOptionElement =>
    element("option", { value: String(id), selected: id === chosen }, label);
  return element(
    "select",
    { class: "input" },
    element("option", { value: first.value, selected: chosen === null }, first.label),
    ...folders.flatMap(({ id, name, children }) => [
      option(id, name),
      ...children.map((child) => option(child.id, `${name} / ${child.name}`)),
    ]),
  );
}
