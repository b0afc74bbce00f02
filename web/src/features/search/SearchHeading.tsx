import { closedSearch, type LinkFilters, searchFlag, searchItems } from "@satchel/contracts";
import { useQuery } from "../../kit/hooks.ts";
import { skipToken } from "@reduxjs/toolkit/query";
import { CheckCheck, FolderSearch, Merge, Rss } from "lucide-react";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/language.ts";
import { Link } from "wouter";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useFolderTree } from "../../folders/folders.api.ts";
import { useLinkCountQuery } from "../../links/lists.api.ts";
import { ALL, isSameView, pathOfView, titleOf, type View } from "../../links/view.ts";
import { choosingStarted, selectIsSelecting } from "../../links/selection/selection.slice.ts";
import { Sorting } from "../../links/ViewSwitch.tsx";
import { filterText, withSearch } from "../../links/search/syntax.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";

/** The scope of the search: everywhere, or the view in which it was started. */
function Scope({ view, q }: { view: View; q: string }) {
  const { t } = useTranslation("search");
  const { t: ofLinks } = useTranslation("links");
  const folders = useFolderTree();
  const query = useQuery();
  // The view in which the search was started, to return to it.
  const [narrow, setNarrow] = useState(view);
  if (!isSameView(view, ALL) && !isSameView(view, narrow)) setNarrow(view);

  if (isSameView(narrow, ALL)) return null;
  const pathIn = (scope: View): string => {
    const [path, of] = pathOfView(scope).split("?");
    return `${path}${withSearch(new URLSearchParams(of), query.get("q") ?? q)}`;
  };
  return (
    <div className="page__tools" role="group" aria-label={t("scope")}>
      {[ALL, narrow].map((scope) => {
        const isOn = isSameView(scope, view);
        return (
          <Link
            key={scope.kind}
            className={isOn ? "chip chip--on" : "chip"}
            to={pathIn(scope)}
            replace
            aria-current={isOn ? "true" : undefined}
          >
            {scope === ALL ? t("everywhere") : <bdi>{titleOf(narrow, folders, ofLinks)}</bdi>}
          </Link>
        );
      })}
    </div>
  );
}

/** A search in a view as one that finds the same anywhere, to be saved; undefined for an invalid one. */
function useSavable(view: View, q: string | undefined): string | undefined {
  const { t } = useTranslation("links");
  const name = titleOf(view, useFolderTree(), t);
  const closed = q === undefined ? undefined : closedSearch(q);
  if (closed === undefined || view.kind === "all" || view.kind === "smart") return closed;
  const filters = { favorites: "is:fav", unvisited: "is:unvisited", folder: filterText("in", name) };
  return `(${closed}) ${filters[view.kind]}`;
}

/** Whether a search is for links that lead to the same page as others. */
const isOfDuplicates = (q: string): boolean =>
  searchItems(q).some(({ name, value, not }) => name === "is" && !not && searchFlag(value) === "duplicate");

interface SearchHeadingProps {
  readonly view: View;
  readonly q: string;
  /** Undefined for an invalid search, which is not counted. */
  readonly filters: LinkFilters | undefined;
}

/** The number of results, announced to screen readers, and the scope. */
export function SearchHeading({ view, q, filters }: SearchHeadingProps) {
  const { t, i18n } = useTranslation("search");
  const { t: ofShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const isSelecting = useAppSelector(selectIsSelecting);
  const { currentData: counted, data: last } = useLinkCountQuery(filters ?? skipToken);
  const shown = counted ?? last;
  const savable = useSavable(view, filters?.q);
  const folder = titleOf(view, useFolderTree(), useTranslation("links").t);
  // Nothing is typed in a smart folder: it is shown like any other folder.
  const isFolder = view.kind === "smart" && q.trim() === "";

  const plus = numberIn(i18n.language, shown?.count ?? 0) + (shown?.at_least === true ? "+" : "");

  return (
    <div className="page__head">
      <div>
        <h1 className="title-page">{isFolder ? <bdi>{folder}</bdi> : t("title")}</h1>
        <p className="found__count num" role="status">
          {filters !== undefined && shown === undefined && <i className="shimmer" aria-hidden="true" />}
          {isFolder && shown !== undefined && (
            <>
              {t("inSmart", { count: shown.count, shown: plus })} · <bdi>{filters?.q}</bdi>
            </>
          )}
          {!isFolder && filters !== undefined && shown?.count === 0 && t("none", { q: q.trim() })}
          {!isFolder && filters !== undefined && shown !== undefined && shown.count > 0 && (
            <Trans
              t={t}
              i18nKey="found"
              count={shown.count}
              values={{
                shown: plus,
                q: q.trim(),
              }}
              components={{ b: <b /> }}
            />
          )}
        </p>
      </div>
      {!isFolder && <Scope view={view} q={q} />}
      {!isFolder && savable !== undefined && (
        <button
          type="button"
          className="btn btn--ghost"
          title={t("save")}
          aria-label={t("save")}
          onClick={() => dispatch(overlayOpened({ kind: "smart", search: savable }))}
        >
          <FolderSearch className="icon icon-m" />
          <span className="page__say">{t("save")}</span>
        </button>
      )}
      {!isFolder && savable !== undefined && (
        <button
          type="button"
          className="btn btn--ghost"
          title={t("feed")}
          aria-label={t("feed")}
          onClick={() =>
            dispatch(overlayOpened({ kind: "feed", source: { kind: "search", q: savable }, name: q.trim() }))
          }
        >
          <Rss className="icon icon-m" />
          <span className="page__say">{t("feed")}</span>
        </button>
      )}
      {shown !== undefined && shown.count > 0 && !isSelecting && (
        <>
          {isOfDuplicates(filters?.q ?? "") && (
            <Link className="btn btn--ghost" to="/duplicates" title={t("merge")}>
              <Merge className="icon icon-m" />
              <span className="page__say">{t("merge")}</span>
            </Link>
          )}
          {!isFolder && <Sorting of="finds" list={{ filters: filters ?? {}, name: q.trim() }} />}
          <button type="button" className="btn btn--ghost" onClick={() => dispatch(choosingStarted())}>
            <CheckCheck className="icon icon-m" />
            <span className="page__say">{ofShell("choose")}</span>
          </button>
        </>
      )}
    </div>
  );
}
