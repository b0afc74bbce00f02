import type { Link, LinkFilters, LinkId } from "@satchel/contracts";
import {
  ChevronUp,
  Eye,
  EyeOff,
  FolderInput,
  type LucideIcon,
  Star,
  StarOff,
  Tag,
  Tags,
  Trash2,
  X,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BulkAction, useChangeLinksMutation } from "./bulk.api.ts";
import { dialogOpened } from "../list.slice.ts";
import { pick, selected } from "./selected.ts";
import {
  narrowedTo,
  type SelectionState,
  selectSelection,
  selectionCleared,
  wholeSelected,
} from "./selection.slice.ts";
import { Menu, MenuItem } from "../../kit/Menu.tsx";
import { above, type MenuPoint } from "../../kit/menuPlace.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useKeys } from "../../kit/useKeys.ts";
import { isUnvisited } from "../view.ts";
import { selectShownLinks, useCount } from "../lists.api.ts";
import "./selection.css";

/** The link whose row was pressed; undefined for other targets. */
function pressed({ target, detail }: MouseEvent): LinkId | undefined {
  // A click without a pointer is Enter on a title, which visits. Checkboxes handle clicks themselves.
  if (detail === 0 || !(target instanceof Element) || target.closest("label, button") !== null) return undefined;
  return target.closest<HTMLElement>(".links [data-link]")?.dataset["link"] as LinkId | undefined;
}

/** In selection mode, a click anywhere on a row selects it; its anchors get no clicks then (`link-actions.css`). */
function usePickRows(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const id = pressed(event);
      if (id !== undefined) dispatch(pick(id, event.shiftKey));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [dispatch]);
}

/** A link that has left the list, such as one that was deleted in another tab, is not selected any more. */
function useNarrowing(ids: SelectionState["ids"]): void {
  const dispatch = useAppDispatch();
  const links = useAppSelector(selectShownLinks);
  useEffect(() => {
    const left = links.map(({ id }) => id).filter((id) => ids[id]);
    if (left.length < Object.keys(ids).length) dispatch(narrowedTo(left));
  }, [ids, links, dispatch]);
}

/** Links above which a deletion has to be confirmed, because the offer to undo may not last long enough. */
const ASKED_ABOVE = 25;

interface MenuButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isOff: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (at: MenuPoint) => void;
}

/** A button of the bar that opens a menu above it. */
function MenuButton({ icon: Icon, label, isOff, isOpen, onOpen }: MenuButtonProps) {
  return (
    <button
      type="button"
      disabled={isOff}
      title={label}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={(event) => onOpen(above(event.currentTarget))}
    >
      <Icon className="icon" />
      <span>{label}</span>
      <ChevronUp className="icon bulk__up" />
    </button>
  );
}

/** A text that is announced, also the first: a live region has to exist before its content, or that is not. */
function Count({ children }: { readonly children: string }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (region.current !== null) region.current.textContent = children;
  }, [children]);
  return <b ref={region} role="status" />;
}

/** Actions on the selected links, at the bottom of the window while there are any. */
export function BulkBar({ filters }: { filters: LinkFilters }) {
  const { t } = useTranslation("selection");
  const dispatch = useAppDispatch();
  const { ids, whole } = useAppSelector(selectSelection);
  const total = useCount(whole ?? filters)?.count;
  const [changeMany] = useChangeLinksMutation();
  const count = whole === null ? Object.keys(ids).length : (total ?? 0);
  const isAll = whole !== null || (total !== undefined && count >= total);
  const none = count === 0;
  const [menu, setMenu] = useState<{ readonly of: "mark" | "tag"; readonly at: MenuPoint }>();
  usePickRows();
  useNarrowing(ids);

  function change(action: BulkAction): void {
    void changeMany({ action, which: dispatch(selected()) });
    dispatch(selectionCleared());
  }

  function run(action: BulkAction): void {
    change(action);
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  /** Whether some of the links have it not; of a whole list that is unknown. */
  function some(lacks: (link: Link) => boolean): boolean {
    const which = dispatch(selected());
    return !("links" in which) || which.links.some(lacks);
  }

  const open = (kind: "move selected" | "tag selected" | "untag selected" | "delete selected") => () => {
    setMenu(undefined);
    dispatch(dialogOpened({ kind }));
  };
  const asksFirst = count > ASKED_ABOVE;
  const remove = asksFirst ? open("delete selected") : () => change({ action: "delete" });
  // What these keys do for a link without a selection, they do for all that are selected.
  const keys = {
    f: () => change({ action: "favorite", is_favorite: some((link) => !link.is_favorite) }),
    u: () => change({ action: "visited", is_visited: some(isUnvisited) }),
    m: open("move selected"),
    t: open("tag selected"),
    "#": remove,
    delete: remove,
  };
  useKeys(none ? {} : keys, document);

  const mark = (action: BulkAction) => () => {
    setMenu(undefined);
    run(action);
  };

  return (
    <>
      <div className="bulk" role="toolbar" aria-label={t("label")}>
        <Count>{t("count", { count })}</Count>
        {!isAll && total !== undefined && (
          <button type="button" className="bulk__all" onClick={() => dispatch(wholeSelected(filters))}>
            {t("all", { count: total })}
          </button>
        )}
        <MenuButton
          icon={Star}
          label={t("mark")}
          isOff={none}
          isOpen={menu?.of === "mark"}
          onOpen={(at) => setMenu({ of: "mark", at })}
        />
        <button
          type="button"
          disabled={none}
          title={t("move")}
          aria-label={t("move")}
          aria-haspopup="dialog"
          onClick={open("move selected")}
        >
          <FolderInput className="icon" />
          <span>{t("move")}</span>
        </button>
        <MenuButton
          icon={Tag}
          label={t("tag")}
          isOff={none}
          isOpen={menu?.of === "tag"}
          onOpen={(at) => setMenu({ of: "tag", at })}
        />
        <button
          type="button"
          disabled={none}
          title={t("delete")}
          aria-label={t("delete")}
          aria-haspopup={asksFirst ? "dialog" : undefined}
          onClick={asksFirst ? remove : () => run({ action: "delete" })}
        >
          <Trash2 className="icon" />
          <span>{t("delete")}</span>
        </button>
        <button
          type="button"
          className="bulk__small bulk__clear"
          title={t("clear")}
          aria-label={t("clear")}
          onClick={() => {
            dispatch(selectionCleared());
            document.getElementById("main")?.focus({ preventScroll: true });
          }}
        >
          <X className="icon" />
        </button>
      </div>
      {menu !== undefined && (
        <Menu label={t(menu.of)} at={menu.at} onClose={() => setMenu(undefined)}>
          {menu.of === "mark" ? (
            <>
              <MenuItem icon={Star} label={t("menu.star")} onChoose={mark({ action: "favorite", is_favorite: true })} />
              <MenuItem
                icon={StarOff}
                label={t("menu.unstar")}
                onChoose={mark({ action: "favorite", is_favorite: false })}
              />
              <MenuItem icon={Eye} label={t("menu.visited")} onChoose={mark({ action: "visited", is_visited: true })} />
              <MenuItem
                icon={EyeOff}
                label={t("menu.unvisited")}
                onChoose={mark({ action: "visited", is_visited: false })}
              />
            </>
          ) : (
            <>
              <MenuItem icon={Tag} label={t("menu.tag")} onChoose={open("tag selected")} />
              <MenuItem icon={Tags} label={t("menu.untag")} onChoose={open("untag selected")} />
            </>
          )}
        </Menu>
      )}
    </>
  );
}
