import { SEARCH_CHARS } from "@satchel/contracts";
import { ArrowRight, Folder, type LucideIcon, Search, Tag, Zap } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/Dialog.tsx";
import { keyCap } from "../keys.ts";
import type { Command } from "./commands.ts";
import "./palette.css";
import { type Doable, useCommands } from "./useCommands.ts";

const icons: Record<Command["group"], LucideIcon> = {
  go: ArrowRight,
  folder: Folder,
  tag: Tag,
  do: Zap,
  search: Search,
};

const LIST = "palette-results";

/** Leads to every view, folder and tag, does what the page can do, and searches: by a few letters and Enter. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("palette");
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const commands = useCommands(typed);
  const chosen = commands[Math.min(active, commands.length - 1)];

  function run(command: Doable): void {
    onClose();
    // Once the dialog is gone and the focus is back.
    window.setTimeout(command.run);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + commands.length) % commands.length);
    } else if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      run(chosen);
    }
  }

  return (
    <Dialog className="dialog" label={t("title")} onClose={onClose}>
      <div className="palette">
        <input
          className="palette__input"
          role="combobox"
          aria-label={t("label")}
          aria-expanded="true"
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : `${LIST}-${commands.indexOf(chosen)}`}
          placeholder={t("label")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_CHARS}
          value={typed}
          // The dialog was opened for it.
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ul id={LIST} role="listbox" aria-label={t("results")}>
          {commands.map((command, index) => {
            const Icon = icons[command.group];
            return (
              <li
                key={command.id}
                id={`${LIST}-${index}`}
                role="option"
                aria-selected={command === chosen}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => setActive(index)}
                onClick={() => run(command)}
              >
                <Icon className="icon icon-m" />
                <bdi>{command.label}</bdi>
                <small>{command.keys === undefined && t(`group.${command.group}`)}</small>
                {command.keys?.map((key) => (
                  <kbd key={key} aria-hidden="true">
                    {keyCap(key)}
                  </kbd>
                ))}
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
