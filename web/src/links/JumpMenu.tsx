import type { Link } from "@satchel/contracts";
import { CalendarSearch } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Menu, MenuChoice, MenuItem } from "../kit/Menu.tsx";
import type { MenuPoint } from "../kit/menuPlace.ts";
import { useQuery } from "../kit/hooks.ts";
import { useAppDispatch } from "../kit/state.ts";
import { readStretch } from "./lists.api.ts";
import { withSearch } from "./search/syntax.ts";
import type { ListQuery } from "./view.ts";
import type { Item } from "./windowOfItems.ts";
import { yearsBeyond } from "./yearsBeyond.ts";

interface JumpMenuProps {
  readonly at: MenuPoint;
  readonly items: readonly Item[];
  /** The number of the item whose heading the menu is opened at. */
  readonly from: number;
  readonly query: ListQuery;
  /** The last link that is loaded of a list that goes on; undefined of one that is loaded to its end. */
  readonly last: Link | undefined;
  readonly onJump: (heading: number) => void;
  readonly onClose: () => void;
}

/** The years of the links that are not loaded yet. */
function useFurtherYears(query: ListQuery, last: Link | undefined): readonly number[] {
  const dispatch = useAppDispatch();
  const [end, setEnd] = useState<string>();
  const hasMore = last !== undefined;
  useEffect(() => {
    if (!hasMore) return;
    const { sort, ...filters } = query;
    const reversed: ListQuery = sort === "oldest" ? filters : { ...filters, sort: "oldest" };
    dispatch(readStretch({ query: reversed, cursor: null, size: 1 })).then(
      ({ links: [link] }) => setEnd(link?.saved_at),
      // Then the menu has the loaded headings alone.
      () => undefined,
    );
  }, [dispatch, hasMore, query]);
  return last === undefined || end === undefined ? [] : yearsBeyond(last.saved_at, end);
}

/** Leads to the headings of a list. A year that is not loaded is searched for: a list is loaded from its top on alone. */
export function JumpMenu({ at, items, from, query, last, onJump, onClose }: JumpMenuProps) {
  const { t } = useTranslation("links", { keyPrefix: "jump" });
  const [, navigate] = useLocation();
  const params = useQuery();
  const years = useFurtherYears(query, last);

  return (
    <Menu label={t("label")} at={at} onClose={onClose}>
      {items.map(
        (item, index) =>
          item.kind === "day" && (
            <MenuChoice
              key={item.key}
              label={item.heading}
              isChosen={index === from}
              onChoose={() => {
                onClose();
                onJump(index);
              }}
            />
          ),
      )}
      {years.map((year) => (
        <MenuItem
          key={year}
          icon={CalendarSearch}
          label={t("year", { year })}
          onChoose={() => {
            onClose();
            navigate(`/links${withSearch(params, `saved:${year}`)}`);
          }}
        />
      ))}
    </Menu>
  );
}
