import type { Tag } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAppDispatch } from "../../../kit/state.ts";
import { ACCOUNT_TABS, accountOpened } from "../../../session/account.slice.ts";
import { useTags } from "../../../links/detail.api.ts";
import { useFolders } from "../../../folders/folders.api.ts";
import { rowsOf } from "../../../folders/tree.ts";
import { importsOpened } from "../../../session/imports.slice.ts";
import { SORTS } from "../../../links/display.slice.ts";
import { pathOfSearch } from "../../../links/search/address.ts";
import { signOut } from "../../../session/session.api.ts";
import { chooseSort } from "../../../links/sorting/Sorting.tsx";
import { type Deed, SHORTCUTS } from "../keys.ts";
import { useDeeds } from "../useShortcuts.ts";
import { pathOfTag } from "../../../links/TagChip.tsx";
import { type Command, fitting } from "./commands.ts";

/** A command and how it is done. */
export interface Doable extends Command {
  readonly run: () => void;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
}

const noTags: readonly Tag[] = [];
const isPlace = (deed: Deed): boolean => SHORTCUTS.some((each) => each.deed === deed && each.first === "g");

/** The commands that fit to what is typed. */
export function useCommands(typed: string): Doable[] {
  const { t } = useTranslation("palette");
  const { t: ofKeys } = useTranslation("shortcuts");
  const { t: ofShell } = useTranslation("kit");
  const { t: ofAccount } = useTranslation("account");
  const { t: ofImports } = useTranslation("imports");
  const { t: ofSorting } = useTranslation("sorting");
  const folders = useFolders();
  const tags = useTags() ?? noTags;
  const [, navigate] = useLocation();
  const dispatch = useAppDispatch();
  const does = useDeeds();
  const goTo = (path: string) => (): void => navigate(path);

  const deeds = SHORTCUTS.filter(({ deed }) => deed !== "palette").map(
    ({ deed, first, key }): Doable => ({
      id: deed,
      group: isPlace(deed) ? "go" : "do",
      label: deed === "help" ? ofKeys("title") : ofKeys(`deed.${deed}`),
      run: () => does(deed),
      keys: first === undefined ? [key] : [first, key],
    }),
  );
  const all: Doable[] = [
    ...deeds.filter(({ group }) => group === "go"),
    ...deeds.filter(({ group }) => group === "do"),
    { id: "settings", group: "do", label: ofShell("settings"), run: () => void dispatch(accountOpened("general")) },
    { id: "imports", group: "do", label: ofImports("title"), run: () => void dispatch(importsOpened()) },
    { id: "sign-out", group: "do", label: t("signOut"), run: () => void dispatch(signOut()) },
    ...ACCOUNT_TABS.filter((tab) => tab !== "general").map(
      (tab): Doable => ({
        id: `settings ${tab}`,
        group: "do",
        label: ofAccount(`tabs.${tab}`),
        run: () => void dispatch(accountOpened(tab)),
      }),
    ),
    ...SORTS.lists.map(
      (sort): Doable => ({
        id: `sort ${sort}`,
        group: "do",
        label: ofSorting("command", { by: ofSorting(`by.${sort}`) }),
        run: () => dispatch(chooseSort("lists", sort)),
      }),
    ),
    ...rowsOf(folders).map(
      ({ id, name }): Doable => ({
        id: `folder ${id}`,
        group: "folder",
        label: name,
        run: goTo(`/links?folder=${id}`),
      }),
    ),
    ...tags.map(({ name }): Doable => ({ id: `tag ${name}`, group: "tag", label: name, run: goTo(pathOfTag(name)) })),
  ];
  const text = typed.trim();
  const search: Doable = {
    id: "search for",
    group: "search",
    label: t("search", { text }),
    run: goTo(pathOfSearch(text)),
  };
  return fitting(all, typed, search);
}
