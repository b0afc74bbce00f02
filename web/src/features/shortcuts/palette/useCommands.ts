import { type Link, type Tag, texts } from "@satchel/contracts";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useFolderTree } from "../../../folders/folders.api.ts";
import { NEW_FOLDER, rowsOf } from "../../../folders/tree.ts";
import { useIsPhone } from "../../../kit/hooks.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../../kit/i18n/language.ts";
import { speak } from "../../../kit/i18n/loadTexts.ts";
import { drawerOpened } from "../../../kit/sidebar.slice.ts";
import { type AppThunk, useAppDispatch, useAppSelector } from "../../../kit/state.ts";
import { showTheme, THEMES } from "../../../kit/theme.ts";
import { errorShown, noteShown } from "../../../kit/toasts.slice.ts";
import { useTags } from "../../../links/detail.api.ts";
import { selectCanKeep } from "../../../links/kept.slice.ts";
import { DISPLAYS, SORTS } from "../../../links/list.slice.ts";
import { pathOfSearch } from "../../../links/search/syntax.ts";
import { pathOfView, viewOfFolder } from "../../../links/view.ts";
import { chooseDisplay, chooseSort } from "../../../links/ViewSwitch.tsx";
import { pathOfTag } from "../../../links/TagChip.tsx";
import { ACCOUNT_TABS, accountOpened, overlayOpened } from "../../../session/overlay.slice.ts";
import { selectConfig } from "../../../session/config.slice.ts";
import { importsOpened } from "../../../session/imports.slice.ts";
import { signOut } from "../../../session/session.api.ts";
import { type Action, SHORTCUTS } from "../keys.ts";
import { useActions } from "../useShortcuts.ts";
import type { Command } from "./commands.ts";

/** A command with its function. */
export interface RunnableCommand extends Command {
  readonly run: () => void;
  /** Its shortcut. */
  readonly keys?: readonly string[];
  /** The link that it visits, with its site and folder, and what shows its details instead. */
  readonly link?: Link;
  readonly site?: string;
  readonly folder?: string | undefined;
  readonly details?: () => void;
}

const noTags: readonly Tag[] = [];
const isPlace = (action: Action): boolean => SHORTCUTS.some((each) => each.action === action && each.first === "g");

const copyAddress =
  (address: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      await navigator.clipboard.writeText(address);
      dispatch(noteShown(i18next.getFixedT(null, "kit")("copied")));
    } catch {
      dispatch(errorShown(texts.unexpected));
    }
  };

/** Opens the form for a new folder, on a phone in the drawer. */
const askNewFolder =
  (isPhone: boolean): AppThunk =>
  (dispatch) => {
    if (isPhone) dispatch(drawerOpened());
    document.getElementById(NEW_FOLDER)?.click();
  };

/** Commands for theme, language, display and order. */
function useLooks(): RunnableCommand[] {
  const { t, i18n } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const { t: ofLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const looks: readonly (readonly [id: string, label: string, run: () => void])[] = [
    ...DISPLAYS.map(
      (each) =>
        [`view ${each}`, t("view", { name: ofLinks(`view.${each}`) }), () => dispatch(chooseDisplay(each))] as const,
    ),
    ...SORTS.lists.map(
      (sort) =>
        [
          `sort ${sort}`,
          t("sort", { by: ofLinks(`sorting.by.${sort}`) }),
          () => dispatch(chooseSort("lists", sort)),
        ] as const,
    ),
    ...THEMES.map((theme) => [`theme ${theme}`, t(`theme.${theme}`), () => showTheme(theme)] as const),
    ...LANGUAGES.filter((language) => language !== i18n.language).map(
      (language) =>
        [
          `language ${language}`,
          t("language", { name: LANGUAGE_NAMES[language] }),
          () => void speak(language).catch(() => dispatch(errorShown(texts.unexpected))),
        ] as const,
    ),
  ];
  return looks.map(([id, label, run]) => ({ id, group: "do", label, run }));
}

/** All commands except those for links. */
export function useCommands(): RunnableCommand[] {
  const { t } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const { t: ofKeys } = useTranslation("shortcuts");
  const { t: ofKit } = useTranslation("kit");
  const { t: ofAdd } = useTranslation("add");
  const folders = useFolderTree();
  const tags = useTags() ?? noTags;
  const [, navigate] = useLocation();
  const dispatch = useAppDispatch();
  const does = useActions();
  const isPhone = useIsPhone();
  const looks = useLooks();
  const canKeep = useAppSelector(selectCanKeep);
  const address = useAppSelector(selectConfig)?.save_address;
  const goTo = (path: string) => (): void => navigate(path);
  const act = (id: string, label: string, run: () => void): RunnableCommand => ({ id, group: "do", label, run });

  const actions = SHORTCUTS.filter(({ action }) => action !== "palette").map(
    ({ action, first, key }): RunnableCommand => ({
      id: action,
      group: isPlace(action) ? "go" : "do",
      label: action === "help" ? ofKeys("title") : ofKeys(`action.${action}`),
      run: () => does(action),
      keys: first === undefined ? [key] : [first, key],
    }),
  );
  return [
    ...actions,
    ...(canKeep ? [act("kept", t("kept"), () => dispatch(overlayOpened({ kind: "kept" })))] : []),
    { id: "duplicates", group: "go", label: t("duplicates"), run: goTo("/duplicates") },
    { id: "rules", group: "go", label: t("rules"), run: goTo("/rules") },
    act("new folder", t("newFolder"), () => dispatch(askNewFolder(isPhone))),
    act("new smart folder", t("newSmartFolder"), () => dispatch(overlayOpened({ kind: "smart", search: "" }))),
    act("follow", ofAdd("follow"), () => dispatch(overlayOpened({ kind: "follow", folderId: null }))),
    ...(address === undefined ? [] : [act("copy", t("copyAddress"), () => void dispatch(copyAddress(address)))]),
    act("settings", ofKit("settings"), () => void dispatch(accountOpened("general"))),
    act("imports", ofKit("importAndExport"), () => void dispatch(importsOpened())),
    ...ACCOUNT_TABS.filter((tab) => tab !== "general").map((tab) =>
      act(`settings ${tab}`, ofKit(`settingsTabs.${tab}`), () => void dispatch(accountOpened(tab))),
    ),
    ...looks,
    act("sign-out", t("signOut"), () => void dispatch(signOut())),
    ...rowsOf(folders).map(
      (row): RunnableCommand => ({
        id: `folder ${row.id}`,
        group: "folder",
        label: row.name,
        run: goTo(pathOfView(viewOfFolder(row))),
      }),
    ),
    ...tags.map(
      ({ name }): RunnableCommand => ({ id: `tag ${name}`, group: "tag", label: name, run: goTo(pathOfTag(name)) }),
    ),
  ];
}

/** The command that searches the whole archive for the input. */
export function useSearchCommand(typed: string): RunnableCommand {
  const { t } = useTranslation("shortcuts", { keyPrefix: "palette" });
  const [, navigate] = useLocation();
  const text = typed.trim();
  return {
    id: "search for",
    group: "search",
    label: t("search", { text }),
    run: () => navigate(pathOfSearch(text)),
  };
}
