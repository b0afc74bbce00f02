import type { LinkFilters } from "@satchel/contracts";
import { BookOpen, CircleArrowDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Menu, MenuChoice, MenuItem } from "../kit/Menu.tsx";
import type { MenuPoint } from "../kit/menuPlace.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { overlayOpened } from "../session/overlay.slice.ts";
import { selectCanKeep } from "./kept.slice.ts";
import { selectSort, type Sort, type SortScope, SORTS } from "./list.slice.ts";

interface SortMenuProps {
  readonly of: SortScope;
  /** The list, of which a book can be made. */
  readonly list: { readonly filters: LinkFilters; readonly name: string } | undefined;
  readonly at: MenuPoint;
  readonly onSort: (sort: Sort) => void;
  readonly onClose: () => void;
}

/** Orders of links or tags, and what is made of a list as a whole. */
export function SortMenu({ of, list, at, onSort, onClose }: SortMenuProps) {
  const { t } = useTranslation("links", { keyPrefix: "sorting" });
  const { t: ofList } = useTranslation("selection", { keyPrefix: "list" });
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => selectSort(state, of));
  const canKeep = useAppSelector(selectCanKeep);
  const closing = (action: () => unknown) => () => {
    onClose();
    action();
  };
  return (
    <Menu label={t("label")} at={at} onClose={onClose}>
      {SORTS[of].map((sort) => (
        <MenuChoice
          key={sort}
          label={t(`by.${sort}`)}
          isChosen={sort === chosen}
          onChoose={closing(() => onSort(sort))}
        />
      ))}
      {list !== undefined && canKeep && (
        <MenuItem
          icon={CircleArrowDown}
          label={ofList("keep")}
          onChoose={closing(() => dispatch(overlayOpened({ kind: "kept", list })))}
        />
      )}
      {list !== undefined && (
        <MenuItem
          icon={BookOpen}
          label={ofList("book")}
          onChoose={closing(() => dispatch(overlayOpened({ kind: "book", ...list })))}
        />
      )}
    </Menu>
  );
}
