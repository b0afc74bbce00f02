import { RotateCw } from "lucide-react";
import {
  type CSSProperties,
  Fragment,
  type RefObject,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Link, LinkCount } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import type { LinkList } from "./listChanges.ts";
import { DayHeading, useJump } from "./DayHeading.tsx";
import { LinkRow } from "./LinkRow.tsx";
import { ListKeys } from "./keys.ts";
import { firstRowInSight, ROW } from "./rowFocus.ts";
import { Skeleton, SkeletonRows } from "./ListStates.tsx";
import { columnsIn, drawnWindow, isSameWindow, itemsOf, type WindowOfItems } from "./windowOfItems.ts";
import { headingsByAge, useTimes } from "./times.ts";
import { useCount } from "./lists.api.ts";
import { part } from "../kit/parts/part.tsx";
import { rowsOf } from "../folders/tree.ts";
import { selectIsSelecting } from "./selection/selection.slice.ts";
import { type Display, isOfCards, listShown } from "./list.slice.ts";
import { useDisplay } from "./ViewSwitch.tsx";
import { type ListQuery, filtersIn, hasDays } from "./view.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { useDetail } from "./useDetail.ts";
import { useLoadMore } from "./useLoadMore.ts";
import { useRowMenu } from "./useRowMenu.ts";
import { useFolders } from "../folders/folders.api.ts";
import { useNow } from "../kit/hooks.ts";
import { useTabStop } from "../kit/tabStop.ts";
import "./days.css";
import "./link.css";
import "./link-meta.css";
import "./thumb.css";
import "./link-actions.css";
import "./list.css";
import "./cards.css";
import "./compact.css";
import "./phone.css";
import "./print.css";

/** The number of columns: for cards by the width, for rows one. */
function useColumns(frame: RefObject<HTMLElement | null>, display: Display): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isOfCards(display) || element === null) return;
    const measure = () => setColumns(columnsIn(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, display]);
  return isOfCards(display) ? columns : 1;
}

// A component of its own, so that scrolling does not render the list.
const ItemsInWindow = part(
  "links/ItemsInWindow",
  async () => memo((await import("./ItemsInWindow.ts")).ItemsInWindow),
  {
    isLater: true,
  },
);

const HoverPreview = part("links/HoverPreview", async () => (await import("./HoverPreview.tsx")).HoverPreview, {
  isLater: true,
});

/**
 * Marks the row with the keyboard focus, for the styles. Instead of `:has(:focus-visible)`, with which browsers recalculate
 * the styles of all rows for each new one.
 */
const markRow = (within: Element, is: boolean): void => void within.closest(".link")?.toggleAttribute("data-focus", is);

interface LinkRowsProps {
  readonly list: LinkList;
  readonly query: ListQuery;
}

/** The number of links in the view; -1 while unknown. */
const countOf = (count: LinkCount | undefined, list: LinkList): number =>
  count === undefined || count.at_least === true ? -1 : Math.max(count.count, list.links.length);

/** The links by day of saving, as rows or cards, with infinite scrolling. */
export function LinkRows({ list, query }: LinkRowsProps) {
  const { t } = useTranslation("links");
  const { t: ofKit } = useTranslation("kit");
  const folders = useFolders();
  const count = useCount(useMemo(() => filtersIn(query), [query]));
  const chosen = useDisplay();
  const isSelecting = useAppSelector(selectIsSelecting);
  const { end, failed, retry } = useLoadMore(query, list.next);
  const now = useNow();
  const times = useTimes();
  const detail = useDetail();
  const frame = useRef<HTMLDivElement>(null);
  useRowMenu(frame, list.links);
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(listShown(query)), [dispatch, query]);
  const [inWindow, setInWindow] = useState<WindowOfItems>();
  const display = inWindow?.display ?? chosen;
  // On paper "yesterday" would soon be wrong.
  const timesInRows = inWindow?.display === undefined ? times : { ...times, short: times.day };
  const columns = useColumns(frame, display);
  const names = useMemo(() => new Map(rowsOf(folders).map((row) => [row.id, row.name])), [folders]);
  const isUnderDays = hasDays(query) && !isOfCards(display);
  const items = useMemo(() => {
    const inRow = display === "masonry" ? 1 : columns;
    return itemsOf(list.links, inRow, isUnderDays ? headingsByAge(times, now) : undefined);
  }, [list.links, columns, display, isUnderDays, times, now]);
  const kept = useRef(-1);
  const tabStop = useTabStop({
    frame,
    end,
    item: ROW,
    main: ".link__title a",
    first: firstRowInSight,
  });
  const isTold = inWindow !== undefined;
  const onWindow = useCallback(
    (next: WindowOfItems) => {
      const tell = () => setInWindow((before) => (before !== undefined && isSameWindow(before, next) ? before : next));
      // The first result moves nothing, but renders every row again to measure it: in a transition.
      if (isTold) tell();
      else startTransition(tell);
    },
    [isTold],
  );
  const { shown, gaps, below, spots, height, measure, show } = drawnWindow(items, display, inWindow);
  const jump = useJump({ frame, items, list, query, show });
  const of = list.next === null ? list.links.length : countOf(count, list);

  const rowOf = (link: Link, index: number, item?: number) => (
    <LinkRow
      key={link.id}
      link={link}
      display={display}
      // Not in the folder's own list.
      folder={link.folder_id === null || link.folder_id === query.folder_id ? undefined : names.get(link.folder_id)}
      times={timesInRows}
      now={now}
      place={index + 1}
      of={of}
      isOpen={detail.openId === link.id}
      onDetails={detail.open}
      item={item}
      measure={item === undefined ? undefined : measure}
    />
  );

  const drawn = shown.map((index, nth) => {
    const item = items[index];
    const gap = gaps[nth] ?? 0;
    // An item was removed; the window is updated before the next paint.
    if (item === undefined) return null;
    const spot = spots?.[nth];
    if (spot !== undefined && item.kind === "links") {
      const style = { "--column": spot.column, insetBlockStart: spot.top } as CSSProperties;
      return (
        <div key={item.key} className="links__spot" ref={measure} data-index={index} style={style}>
          {item.links.map((link) => rowOf(link, item.from))}
        </div>
      );
    }
    return (
      <Fragment key={item.key}>
        {gap > 0 && <div className="links__gap" style={{ blockSize: gap }} />}
        {item.kind === "day" && (
          <DayHeading heading={item.heading} index={index} measure={measure} onJump={jump.open} />
        )}
        {item.kind === "links" &&
          (display === "cards" ? (
            <div className="links__grid" ref={measure} data-index={index}>
              {item.links.map((link, column) => rowOf(link, item.from + column))}
            </div>
          ) : (
            item.links.map((link) => rowOf(link, item.from, index))
          ))}
      </Fragment>
    );
  });

  return (
    <div
      ref={frame}
      tabIndex={-1}
      className={isSelecting ? "links is-picking" : "links"}
      data-view={isOfCards(display) ? "cards" : display}
      data-masonry={display === "masonry" || undefined}
      data-days={isUnderDays || undefined}
      // For the gaps of cards that are not in the DOM.
      style={{ "--columns": columns } as CSSProperties}
      onKeyDown={tabStop.onKeyDown}
      onFocus={(event) => {
        tabStop.onFocus(event);
        const index = event.target.closest<HTMLElement>("[data-index]")?.dataset["index"];
        kept.current = index === undefined ? -1 : Number(index);
        markRow(event.target, event.target.matches(":focus-visible"));
      }}
      onBlur={(event) => markRow(event.target, false)}
    >
      <ListKeys
        // Of another list, no row takes the place of the one that had the focus.
        key={JSON.stringify(query)}
        links={list.links}
        items={items}
        columns={columns}
        isMasonry={display === "masonry"}
        show={show}
        frame={frame}
        detail={detail}
        onJump={jump.openInSight}
      />
      {!isUnderDays && <h2 className="sr">{t("heading")}</h2>}
      {display === "masonry" ? (
        <div className="links__wall" style={{ blockSize: height }}>
          {spots === undefined ? (
            <div className="links__grid">
              <SkeletonRows />
            </div>
          ) : (
            drawn
          )}
        </div>
      ) : (
        drawn
      )}
      {below > 0 && <div className="links__gap" style={{ blockSize: below }} />}
      {/* Behind the items, so that they are measured before its effects run. */}
      <ItemsInWindow items={items} display={display} columns={columns} frame={frame} kept={kept} onWindow={onWindow} />
      {/* On paper the end of what is loaded says how much of the list that is. */}
      <div ref={end} tabIndex={-1} data-part={list.next && list.links.length}>
        {list.next !== null && !failed && (
          <div className={isOfCards(display) ? "links__grid" : undefined}>
            <Skeleton />
          </div>
        )}
        {failed && (
          <div className="links__more">
            <button type="button" className="btn btn--plain" onClick={retry}>
              <RotateCw className="icon icon-m" />
              {ofKit("tryAgain")}
            </button>
          </div>
        )}
      </div>
      {jump.menu}
      {/* Compact rows have no picture and description of their own. */}
      {display === "compact" && <HoverPreview frame={frame} links={list.links} />}
    </div>
  );
}
