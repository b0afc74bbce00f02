import { type Folder, texts } from "@satchel/contracts";
import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useAppDispatch } from "../../app/hooks.ts";
import { useFoldersQuery } from "../folders/folders.api.ts";
import { arrivalsSeen } from "../live/arrivals.slice.ts";
import { NewLinksPill } from "../live/NewLinksPill.tsx";
import { useLive } from "../live/useLive.ts";
import { Shell } from "../shell/Shell.tsx";
import { EmptyList } from "./EmptyList.tsx";
import { LinkRows } from "./LinkRows.tsx";
import { summaryOf } from "./linkText.ts";
import { useLinkCountQuery, useLinkListQuery } from "./lists.api.ts";
import { LoadError } from "./LoadError.tsx";
import { Skeletons } from "./Skeletons.tsx";
import { filtersOf, pathOfView, titleOf, type View, viewOf } from "./view.ts";

const none: readonly Folder[] = [];

function Heading({ view }: { view: View }) {
  const { data: folders = none } = useFoldersQuery();
  const count = useLinkCountQuery(filtersOf(view)).data?.count;
  const unvisited = useLinkCountQuery(view.kind === "all" ? filtersOf({ kind: "unvisited" }) : skipToken).data?.count;
  const title = titleOf(view, folders);
  const summary = summaryOf(view.kind, count, unvisited);

  useEffect(() => {
    document.title = title === "" ? "Satchel" : `${title} · Satchel`;
  }, [title]);

  return (
    <div className="page__head">
      <div>
        <h1 className="title-page">{title}</h1>
        {summary === undefined ? <i className="shimmer" aria-hidden="true" /> : <p className="num">{summary}</p>}
      </div>
    </div>
  );
}

/** The archive: the links of the view that the address names. */
export function LinksPage() {
  useLive();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = viewOf(search);
  const path = pathOfView(view);
  const filters = useMemo(() => filtersOf(viewOf(new URLSearchParams(path.split("?")[1]))), [path]);
  const {
    currentData: list,
    isError,
    isFetching,
    refetch,
  } = useLinkListQuery(filters, { refetchOnMountOrArgChange: true });
  const favorites = useLinkCountQuery(filtersOf({ kind: "favorites" })).data?.count;

  useEffect(() => {
    window.scrollTo(0, 0);
    dispatch(arrivalsSeen());
  }, [path, dispatch]);

  // The view of favorites has no entry without any.
  useEffect(() => {
    if (view.kind === "favorites" && favorites === 0) void navigate("/links", { replace: true });
  }, [view.kind, favorites, navigate]);

  return (
    <Shell view={view}>
      {isError && list === undefined && !isFetching ? (
        <LoadError text={texts.links.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <>
          <Heading view={view} />
          {list === undefined && <Skeletons />}
          {list?.links.length === 0 && <EmptyList view={view} />}
          {list !== undefined && list.links.length > 0 && <LinkRows list={list} filters={filters} />}
        </>
      )}
      <NewLinksPill />
    </Shell>
  );
}
