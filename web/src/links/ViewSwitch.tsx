import { ArrowUpDown, LayoutDashboard, LayoutGrid, List, type LucideIcon, Rows3 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FolderId, LinkFilters } from "@satchel/contracts";
import { useQuery } from "../kit/hooks.ts";
import { viewOf } from "./view.ts";
import { type MenuPoint, below } from "../kit/menuPlace.ts";
import { part } from "../kit/parts/part.tsx";
import { type AppThunk, useAppDispatch, useAppSelector } from "../kit/state.ts";
import {
  type Display,
  displayChosen,
  DISPLAYS,
  selectDisplay,
  selectSort,
  type Sort,
  sortChosen,
  type SortScope,
  storeDisplay,
  storeFolders,
} from "./list.slice.ts";
import { IconButton } from "../kit/IconButton.tsx";

const icons: Record<Display, LucideIcon> = { list: List, cards: LayoutGrid, compact: Rows3, masonry: LayoutDashboard };

/** The folder in the address; null: none. */
function folderIn(query: URLSearchParams): FolderId | null {
  const view = viewOf(query);
  return "id" in view ? view.id : null;
}

/** How the current list is displayed: a folder as it was chosen for that, if it was. */
export function useDisplay(): Display {
  const folder = folderIn(useQuery());
  return useAppSelector((state) => selectDisplay(state, folder));
}

/** Displays the current list in another way: a folder alone, any other list with all that have no choice of their own. */
export const chooseDisplay =
  (chosen: Display): AppThunk =>
  (dispatch, getState) => {
    dispatch(displayChosen({ display: chosen, folder: folderIn(new URLSearchParams(window.location.search)) }));
    const { as, folders } = getState().display;
    storeDisplay("as", as);
    storeFolders(folders);
  };

/** The switch of the display of links. */
export function ViewSwitch() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const chosen = useDisplay();

  return (
    <div className="seg" role="group" aria-label={t("view.label")}>
      {DISPLAYS.map((display) => {
        const Icon = icons[display];
        return (
          <button
            key={display}
            type="button"
            aria-pressed={display === chosen}
            aria-label={t(`view.${display}`)}
            title={t(`view.${display}`)}
            onClick={() => dispatch(chooseDisplay(display))}
          >
            <Icon className="icon icon-m" />
          </button>
        );
      })}
    </div>
  );
}

/** Switches to the next display: one button, where there is no space for one for each. */
export function DockView() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const chosen = useDisplay();
  const Icon = icons[chosen];
  const next = DISPLAYS[(DISPLAYS.indexOf(chosen) + 1) % DISPLAYS.length] ?? "list";

  return (
    <IconButton
      label={`${t("view.label")}: ${t(`view.${chosen}`)}`}
      icon={Icon}
      onClick={() => dispatch(chooseDisplay(next))}
    />
  );
}

/** Sorts links or tags. The order is stored, except that of a search. */
export const chooseSort =
  (of: SortScope, sort: Sort): AppThunk =>
  (dispatch) => {
    if (of !== "finds") storeDisplay(of, sort);
    dispatch(sortChosen({ [of]: sort }));
  };

interface SortingProps {
  readonly of: SortScope;
  /** The list, of which a book can be made. */
  readonly list?: { readonly filters: LinkFilters; readonly name: string };
}

const SortMenu = part("links/SortMenu", async () => (await import("./SortMenu.tsx")).SortMenu, {
  texts: ["selection"],
});

/** The menu of a list: orders of links or tags, under a button with the current one. */
export function Sorting({ of, list }: SortingProps) {
  const { t } = useTranslation("links", { keyPrefix: "sorting" });
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => selectSort(state, of));
  const [at, setAt] = useState<MenuPoint>();

  return (
    <>
      <button
        type="button"
        className="btn btn--ghost"
        aria-label={`${t("label")}: ${t(`by.${chosen}`)}`}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(below(event.currentTarget))}
      >
        <ArrowUpDown className="icon icon-m" />
        <span className="page__say">{t(`by.${chosen}`)}</span>
      </button>
      {at !== undefined && (
        <SortMenu
          of={of}
          list={list}
          at={at}
          onSort={(sort) => dispatch(chooseSort(of, sort))}
          onClose={() => setAt(undefined)}
        />
      )}
    </>
  );
}
