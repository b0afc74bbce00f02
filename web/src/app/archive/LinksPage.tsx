import { type LinkFilters, texts } from "@satchel/contracts";
import { skipToken } from "@reduxjs/toolkit/query";
import { CheckCheck } from "lucide-react";
import { useDeferredValue, useEffect, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useBodyClass } from "../../kit/hooks.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { firstViewShown } from "../../kit/parts/firstView.ts";
import { part } from "../../kit/parts/part.tsx";
import { useFoldersQuery, useFolderTree } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { arrivalsSeen } from "../../links/list.slice.ts";
import { choosingStarted, selectionCleared, selectIsSelecting } from "../../links/selection/selection.slice.ts";
import { useAddressedList } from "../../links/addressedList.ts";
import { Shell } from "../shell/Shell.tsx";
import { Sorting } from "../../links/ViewSwitch.tsx";
import { LinkRows } from "../../links/LinkRows.tsx";
import { useCount, useLinkListQuery } from "../../links/lists.api.ts";
import { LoadError, Skeletons } from "../../links/ListStates.tsx";
import { filtersOf, summaryOf, titleOf, type View } from "../../links/view.ts";
import { PanelSkeleton } from "../../features/detail/PanelSkeleton.tsx";
import { OpenLinkDialog } from "../../links/OpenLinkDialog.tsx";
import { useDetail } from "../../links/useDetail.ts";

export { askFirst } from "../../links/firstAnswers.ts";

const Welcome = part("add/Welcome", async () => (await import("../../features/add/Welcome.tsx")).Welcome, {
  texts: ["share"],
});
const SearchResults = part(
  "search/SearchResults",
  async () => (await import("../../features/search/SearchResults.tsx")).SearchResults,
  {
    texts: ["search"],
    fallback: <Skeletons />,
  },
);
const EmptyList = part("archive/EmptyList", async () => (await import("./EmptyList.tsx")).EmptyList, {
  texts: ["archive", "memories"],
});
const NeverOpened = part(
  "memories/Memories",
  async () => (await import("../../features/memories/Memories.tsx")).NeverOpened,
  { texts: ["memories"], isLater: true },
);
const DueLinks = part(
  "memories/DueLinks",
  async () => (await import("../../features/memories/DueLinks.tsx")).DueLinks,
  { texts: ["memories"], isLater: true },
);
const Live = part("live/Live", async () => (await import("../../features/live/Live.tsx")).Live, { isLater: true });

function Heading({ view }: { view: View }) {
  const { t } = useTranslation("links");
  const { t: tShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const isSelecting = useAppSelector(selectIsSelecting);
  const folders = useFolderTree();
  const count = useCount(filtersOf(view))?.count;
  const unvisited = useCount(view.kind === "all" ? filtersOf({ kind: "unvisited" }) : skipToken)?.count;
  const title = titleOf(view, folders, t);
  const summary = summaryOf(view.kind, count, unvisited, t);

  useEffect(() => {
    document.title = title === "" ? "Satchel" : t("title.tab", { title });
  }, [title, t]);

  return (
    <div className="page__head">
      <div>
        <h1 className="title-page">
          <bdi>{title}</bdi>
        </h1>
        {summary === undefined ? <i className="shimmer" aria-hidden="true" /> : <p className="num">{summary}</p>}
      </div>
      {count !== undefined && count > 0 && !isSelecting && (
        <>
          <Sorting of="lists" list={{ filters: filtersOf(view), name: title }} />
          <button type="button" className="btn btn--ghost" onClick={() => dispatch(choosingStarted())}>
            <CheckCheck className="icon icon-m" />
            <span className="page__say">{tShell("choose")}</span>
          </button>
        </>
      )}
    </div>
  );
}

/** The archive: the links of the view in the address. */
export function LinksPage() {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const { view, path, q, smart, isSearch, sort, filters, query } = useAddressedList();
  const isSmart = view.kind === "smart";
  const { isGone } = useFoldersQuery(undefined, {
    selectFromResult: ({ data }) => ({
      isGone: data !== undefined && "id" in view && findFolder(data, view.id) === undefined,
    }),
  });
  const { list, isMissing, isFetching, refetch } = useLinkListQuery(isSearch ? skipToken : query, {
    selectFromResult: ({ currentData, error, isFetching }) => {
      const isMissing = currentData === undefined && error !== undefined;
      // Only what is shown causes a render.
      return { list: currentData, isMissing, isFetching: isMissing && isFetching };
    },
  });
  // Deferred, so that the first render of the rows does not block input; later changes are rendered at once.
  const canDraw = useDeferredValue(list !== undefined);
  const drawn = canDraw ? list : undefined;
  const count = useCount(isSearch ? skipToken : filters)?.count;
  const isEmpty = (drawn?.links.length ?? count) === 0;
  const favorites = useCount(filtersOf({ kind: "favorites" }))?.count;

  useEffect(() => {
    if (drawn !== undefined || isMissing || isSearch) firstViewShown();
  }, [drawn, isMissing, isSearch]);

  // Before a row gets the focus, and is scrolled to.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    dispatch(arrivalsSeen());
    dispatch(selectionCleared());
  }, [path, q, sort, dispatch]);

  // Without favorites, the sidebar has no entry for them.
  useEffect(() => {
    if (view.kind === "favorites" && favorites === 0) navigate("/links", { replace: true });
  }, [view.kind, favorites, navigate]);

  return (
    <Shell view={view}>
      {isGone ? (
        <EmptyList view={view} isGone />
      ) : isSmart && typeof smart !== "string" ? (
        <Skeletons />
      ) : isSearch ? (
        <SearchResults view={view} query={query} q={q} />
      ) : isMissing ? (
        <LoadError text={texts.links.loadFailed} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Heading view={view} />
          {view.kind === "all" && <DueLinks />}
          {drawn === undefined && !isEmpty && <Skeletons />}
          {isEmpty && (view.kind === "all" || view.kind === "favorites" ? <Welcome /> : <EmptyList view={view} />)}
          {drawn !== undefined && drawn.links.length > 0 && <LinkRows list={drawn} query={query} />}
          {drawn?.next === null && drawn.links.length > 0 && (view.kind === "folder" || view.kind === "favorites") && (
            <NeverOpened above={drawn.links} />
          )}
        </>
      )}
      <Live />
      <OverList filters={filters} />
    </Shell>
  );
}

const LinkPanel = part(
  "detail/LinkPanel",
  async () => (await import("../../features/detail/LinkPanel.tsx")).LinkPanel,
  {
    texts: ["detail", "selection"],
    fallback: <PanelSkeleton />,
  },
);
const Copies = part("copies/Copies", async () => (await import("../../features/copies/Copies.tsx")).Copies, {
  texts: ["copies"],
  isQuiet: true,
});
const BulkBar = part("selection/BulkBar", async () => (await import("../../links/selection/BulkBar.tsx")).BulkBar, {
  texts: ["selection"],
});

/** What is shown over a list: the details of a link, the bar for selected links, and their dialogs. */
function OverList({ filters }: { filters: LinkFilters }) {
  const { openId, close } = useDetail();
  const isSelecting = useAppSelector(selectIsSelecting);
  useBodyClass("has-panel", openId !== null);
  useBodyClass("has-bulk", isSelecting);
  return (
    <>
      {openId !== null && (
        <LinkPanel key={openId} id={openId} onClose={close}>
          <Copies id={openId} />
        </LinkPanel>
      )}
      {isSelecting && <BulkBar filters={filters} />}
      <OpenLinkDialog />
    </>
  );
}
