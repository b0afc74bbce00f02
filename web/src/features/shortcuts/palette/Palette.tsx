import { SEARCH_CHARS } from "@satchel/contracts";
import {
  ArrowRight,
  ExternalLink,
  Folder,
  FolderInput,
  Info,
  type LucideIcon,
  Search,
  Star,
  Tag,
  Trash2,
  Zap,
} from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../kit/hooks.ts";
import { Modal } from "../../../kit/Dialog.tsx";
import { loadPart } from "../../../kit/parts/loadPart.ts";
import { useAppDispatch, useAppSelector } from "../../../kit/state.ts";
import { Favicon } from "../../../links/LinkImages.tsx";
import { commandUsed, selectRecent } from "../../../session/overlay.slice.ts";
import { keyCap } from "../keys.ts";
import { type Command, fitting, type Section, sectionsOf } from "./commands.ts";
import "../shortcuts.css";
import { type RunnableCommand, useCommands, useSearchCommand } from "./useCommands.ts";
import { useFoundLinks, useRecentLinks, useThisLink } from "./useLinkCommands.ts";

const icons: Record<Command["group"], LucideIcon> = {
  this: Info,
  link: ExternalLink,
  go: ArrowRight,
  folder: Folder,
  tag: Tag,
  do: Zap,
  search: Search,
};

/** Icons of the actions on the focused link, by the ids of commands. */
const iconsOfThis: Readonly<Record<string, LucideIcon>> = {
  "this open": ExternalLink,
  "this star": Star,
  "this unstar": Star,
  "this move": FolderInput,
  "this tag": Tag,
  "this delete": Trash2,
};

const LIST = "palette-results";

/** Links and commands under "recent" at most. */
const RECENT = 5;

/** Other words for the commands, once they are loaded. Without them commands are found by their names alone. */
function useOtherWords(): Readonly<Record<string, string>> {
  const [words, setWords] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    loadPart("palette/otherWords", () => import("./otherWords.ts")).then(
      ({ otherWords }) => setWords(otherWords),
      () => undefined,
    );
  }, []);
  return words;
}

/** The shown commands: in sections without input, else the matching ones. */
function useOffers(typed: string): { sections: readonly Section<RunnableCommand>[]; title: string } {
  const used = useAppSelector(selectRecent);
  const { title, commands: ofThis } = useThisLink();
  const all = useCommands();
  const search = useSearchCommand(typed);
  const found = useFoundLinks(typed);
  const recentLinks = useRecentLinks(used, RECENT);
  const words = useOtherWords();
  if (typed.trim() === "") {
    const known = [...all, ...recentLinks];
    const again = used.flatMap((id) => known.find((each) => each.id === id) ?? []);
    const recent = [...again, ...recentLinks.filter((each) => !again.includes(each))].slice(0, RECENT);
    return { sections: sectionsOf([...ofThis, ...all], recent), title };
  }
  const commands = fitting([...ofThis, ...all], found, typed, search, words);
  return { sections: [{ name: "do", commands }], title };
}

interface OfferProps {
  readonly id: string;
  readonly command: RunnableCommand;
  readonly isChosen: boolean;
  /** Whether a heading already shows its kind. */
  readonly isUnderHeading: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Offer({ id, command, isChosen, isUnderHeading, onPoint, onRun }: OfferProps) {
  const { t } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const { group, label, link, site, folder, keys } = command;
  const Icon = iconsOfThis[command.id] ?? icons[group];
  const kind =
    link === undefined ? (isUnderHeading && group !== "folder" && group !== "tag" ? "" : t(`group.${group}`)) : "";
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(element) => {
        if (isChosen) element?.scrollIntoView({ block: "nearest" });
      }}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {link === undefined ? <Icon className="icon icon-m" /> : <Favicon link={link} />}
      <bdi>{label}</bdi>
      {link !== undefined && (
        <small>
          <bdi>{site}</bdi>
          {folder !== undefined && (
            <>
              {" · "}
              <bdi>{folder}</bdi>
            </>
          )}
        </small>
      )}
      {keys === undefined && kind !== "" && <small>{kind}</small>}
      {keys?.map((key) => (
        <kbd key={key} aria-hidden="true">
          {keyCap(key)}
        </kbd>
      ))}
    </li>
  );
}

/** The command palette: links, views, folders, tags, actions and search. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const { sections, title } = useOffers(typed);
  const commands = sections.flatMap((section) => section.commands);
  const chosen = commands[Math.min(active, commands.length - 1)];
  const isTyped = typed.trim() !== "";

  function run(command: RunnableCommand, does: () => void = command.run): void {
    onClose();
    if (command.group !== "search" && command.group !== "this") dispatch(commandUsed(command.id));
    // After the dialog has closed and the focus has returned.
    window.setTimeout(does);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + commands.length) % commands.length);
    } else if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      run(chosen, event.shiftKey ? chosen.details : undefined);
    }
  }

  return (
    <Modal className="dialog" label={t("title")} onClose={onClose}>
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
          // The dialog exists for this field.
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <ul id={LIST} role="listbox" aria-label={t("results")}>
          {sections.map((section) => (
            <Fragment key={section.name}>
              {!isTyped && (
                <li className="palette__section" role="presentation">
                  <bdi>{t(`section.${section.name}`, { title })}</bdi>
                </li>
              )}
              {section.commands.map((command) => {
                const index = commands.indexOf(command);
                return (
                  <Offer
                    key={command.id}
                    id={`${LIST}-${index}`}
                    command={command}
                    isChosen={command === chosen}
                    isUnderHeading={!isTyped}
                    onPoint={() => setActive(index)}
                    onRun={() => run(command)}
                  />
                );
              })}
            </Fragment>
          ))}
        </ul>
        <p className="palette__foot" aria-hidden="true">
          <kbd>↵</kbd> {t(chosen?.link === undefined ? "choose" : "this.open")}
          {chosen?.link !== undefined && (
            <>
              <kbd>⇧ ↵</kbd> {t("this.details")}
            </>
          )}
        </p>
      </div>
    </Modal>
  );
}
