import { Link } from "wouter";
import { Folder as FolderIcon, SearchX } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { FILTER_VALUES, SEARCH_FLAGS, SEARCH_ITEMS, searchFault, searchItems, texts } from "@satchel/contracts";
import { useEffect, useMemo, useRef, useState } from "react";
import { ALL, type ListQuery, type View, filtersIn, isSameView, pathOfView, titleOf } from "../../links/view.ts";
import { LinkRows } from "../../links/LinkRows.tsx";
import { LoadError, Skeletons } from "../../links/ListStates.tsx";
import { SearchHeading } from "./SearchHeading.tsx";
import { pathOfSearch } from "../../links/search/syntax.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { listsApi, useLinkListQuery } from "../../links/lists.api.ts";
import { dayOf, hasWords, meant } from "../../links/search/suggestions.ts";
import { rowsOf } from "../../folders/tree.ts";
import { TagChip } from "../../links/TagChip.tsx";
import { rememberSearch } from "./recent.ts";
import { useFolders, useFolderTree } from "../../folders/folders.api.ts";
import { FolderPicture } from "../../kit/pictures.tsx";
import { useTags } from "../../links/detail.api.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Empty } from "../../kit/Empty.tsx";

const DAYS_30 = 30 * 24 * 3600 * 1000;

/** Milliseconds for which the finds of a search are shown until it is remembered: then it was no word half typed. */
const SETTLED_MS = 2000;

/** Tags, and folders, that are offered if nothing was found. */
const CHIPS = 4;

/** The empty state of a search: other scopes and searches. */
function NothingFound({ view, q }: { view: View; q: string }) {
  const { t } = useTranslation("search");
  const tags = useTags();
  const folders = useFolders();
  const isNarrow = !isSameView(view, ALL);
  const items = searchItems(q);
  const shorter = q.slice(0, items.at(-1)?.start ?? 0).trim();
  const [monthAgo] = useState(() => dayOf(new Date(Date.now() - DAYS_30)));
  const names = rowsOf(folders).map(({ name }) => name);
  const other = meant(q, [...(tags ?? []).map(({ name }) => name), ...names]);
  const often = (tags ?? []).toSorted((a, b) => b.count - a.count).slice(0, CHIPS);

  return (
    <section className="empty">
      <SearchX className="empty__sign" />
      <h2 className="title-section">{t("empty.title")}</h2>
      {other === undefined ? (
        <p>{t(hasWords(q) ? "empty.text" : "empty.textFilters")}</p>
      ) : (
        <p>
          <Trans
            t={t}
            i18nKey="empty.meant"
            values={{ q: other }}
            components={{ other: <Link className="text-link" to={pathOfSearch(other)} replace /> }}
          />
        </p>
      )}
      <div className="actions">
        {isNarrow && (
          <Link className="btn btn--accent" to={pathOfSearch(q)} replace>
            {t("empty.everywhere")}
          </Link>
        )}
        {shorter !== "" && (
          <Link className="btn btn--plain" to={pathOfSearch(shorter)} replace>
            {t("empty.words")}
          </Link>
        )}
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          {t("empty.all")}
        </Link>
      </div>
      <div className="ideas">
        <p className="hint">{t("empty.ideas")}</p>
        <p className="ideas__chips">
          <Link className="chip" to={pathOfSearch("is:unvisited")}>
            {t("empty.unvisited")}
          </Link>
          <Link className="chip" to={pathOfSearch(`after:${monthAgo}`)}>
            {t("empty.lastMonth")}
          </Link>
          {often.map(({ name, count }) => (
            <TagChip key={name} name={name} count={count} />
          ))}
          {rowsOf(folders)
            .slice(0, CHIPS)
            .map(({ id, name }) => (
              <Link className="chip" key={id} to={pathOfView({ kind: "folder", id })}>
                <FolderIcon className="icon icon-s" /> <bdi>{name}</bdi>
              </Link>
            ))}
        </p>
      </div>
    </section>
  );
}

/** The empty state of a smart folder. */
function NothingYet() {
  const { t } = useTranslation("search");
  return (
    <Empty sign={<FolderPicture />} title={t("empty.smart")} text={t("empty.smartText")}>
      <Link className="btn btn--plain" to={pathOfView(ALL)}>
        {t("empty.all")}
      </Link>
    </Empty>
  );
}

/** Aborts the call for an outdated list, so that the server can stop it. */
const abandonList =
  (query: ListQuery): AppThunk =>
  (dispatch) =>
    dispatch(listsApi.util.getRunningQueryThunk("linkList", query))?.abort();

/** The fault of an invalid search. */
function Refused({ q }: { q: string }) {
  const { t } = useTranslation("search");
  const inLanguage = useCatalogue();
  const fault = searchFault(q);
  return (
    <section className="empty" role="alert">
      <SearchX className="empty__sign" />
      <h2 className="title-section">{t("refused.title")}</h2>
      <p>
        {fault === undefined && inLanguage(texts.links.search)}
        {fault?.kind === "date" && t("refused.date", { name: fault.name })}
        {fault?.kind === "flag" && t("refused.flag", { flags: SEARCH_FLAGS.join(", ") })}
        {fault?.kind === "value" &&
          t("refused.value", { name: fault.name, values: FILTER_VALUES[fault.name].join(", ") })}
        {fault?.kind === "language" && t("refused.language")}
        {fault?.kind === "tooMany" && t("refused.tooMany", { most: SEARCH_ITEMS })}
      </p>
    </section>
  );
}

interface SearchResultsProps {
  readonly view: View;
  readonly q: string;
  /** The query of the view with the search. */
  readonly query: ListQuery;
}

/** The results of a search in a view. */
export function SearchResults({ view, q, query }: SearchResultsProps) {
  const { t } = useTranslation("search");
  const dispatch = useAppDispatch();
  const { data, currentData, error, isFetching, refetch } = useLinkListQuery(query);

  // The former search is outdated.
  const before = useRef(query);
  useEffect(() => {
    if (before.current !== query) dispatch(abandonList(before.current));
    before.current = query;
  }, [query, dispatch]);
  const filters = useMemo(() => filtersIn(query), [query]);

  const name = titleOf(view, useFolderTree(), useTranslation("links").t);
  const isFolder = view.kind === "smart" && q.trim() === "";
  useEffect(() => {
    document.title = t("tab", { q: isFolder ? name : q.trim() });
  }, [q, isFolder, name, t]);

  const hasFound = (currentData?.links.length ?? 0) > 0;
  useEffect(() => {
    if (!hasFound) return;
    const timer = window.setTimeout(() => rememberSearch(q), SETTLED_MS);
    return () => window.clearTimeout(timer);
  }, [hasFound, q]);

  const isRefused = isProblem(error) && error.status === 422;
  if (error !== undefined && currentData === undefined) {
    return (
      <>
        <SearchHeading view={view} q={q} filters={undefined} />
        {isRefused ? (
          <Refused q={filters.q ?? q} />
        ) : (
          <LoadError text={texts.links.listFailed} isBusy={isFetching} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  // The former results stay until the new ones are loaded, so that nothing jumps during typing.
  const list = currentData ?? data;
  return (
    <>
      <SearchHeading view={view} q={q} filters={filters} />
      <div className="found" data-stale={currentData === undefined || undefined} aria-busy={currentData === undefined}>
        {list === undefined && <Skeletons />}
        {list?.links.length === 0 &&
          currentData !== undefined &&
          (isFolder ? <NothingYet /> : <NothingFound view={view} q={q} />)}
        {list !== undefined && list.links.length > 0 && <LinkRows list={list} query={query} />}
      </div>
    </>
  );
}
