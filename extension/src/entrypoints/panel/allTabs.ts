import type { Folder } from "@satchel/contracts";
import type { Answer } from "../../api/client.ts";
import { requestAllTabs, tabsFolderName } from "../../background/tabs.ts";
import type { Place } from "../../core/queue.ts";
import { say } from "../../texts/say.ts";
import { element, field } from "../../ui/dom.ts";
import { folderChoices } from "../../ui/folderField.ts";

/** Saves all tabs of the window into an existing or a new folder. */
export function allTabs(windowId: number | undefined, folders: Promise<Answer<Folder[]>>): HTMLElement {
  const body = element("div", { class: "stack" });
  void folders.then((answer) => {
    const name = tabsFolderName(new Date());
    const known = answer.kind === "answered" ? answer.body : [];
    const select = element(
      "select",
      { class: "input" },
      ...folderChoices(known, { value: "", label: say("newFolder", name) }).map(({ value, label }) =>
        element("option", { value }, label),
      ),
    );
    const placeOf = (): Place => (select.value === "" ? { name } : { id: Number(select.value) });
    const save = element(
      "button",
      {
        class: "btn btn--plain",
        type: "button",
        onclick: () => {
          if (windowId === undefined) return;
          save.disabled = true;
          void requestAllTabs(windowId, placeOf()).finally(() => (save.disabled = false));
        },
      },
      say("saveTabs"),
    );
    body.append(element("p", { class: "hint" }, say("allTabsWhy")), field(say("intoFolder"), select), save);
  });
  return element("details", { class: "all-tabs" }, element("summary", {}, say("allTabs")), body);
}
