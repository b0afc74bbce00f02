import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { texts } from "@satchel/contracts";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ALL, type ListQuery, type View, filtersIn, isSameView, pathOfView } from "../../links/view.ts";
import { LinkRows } from "../../links/LinkRows.tsx";
import { LoadError } from "../../links/LoadError.tsx";
import { SearchHeading } from "./SearchHeading.tsx";
import { Skeletons } from "../../links/Skeletons.tsx";
import { faultOf, hasWords, itemsOf } from "../../links/search/syntax.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { listsApi, useLinkListQuery } from "../../links/lists.api.ts";
import { pathOfSearch } from "../../links/search/address.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

const DAYS_30 = 30 * 24 * 3600 * 1000;

/** An example that searches when it is chosen. */
function Idea({ q, children }: { q: string; children: ReactNode }) {
  return (
    <li>
      <Link to={pathOfSearch(q)}>{children}</Link>
    </li>
  );
}

/** Instead of results, when there are none: where else to look, and what a search can be. */
export function NothingFound({ view, q }: { view: View; q: string }) {
  const { t } = useTranslation("search");
  const isNarrow = !isSameView(view, ALL);
  const items = itemsOf(q);
  const shorter = q.slice(0, items.at(-1)?.start ?? 0).trim();
  const [monthAgo] = useState(() => new Date(Date.now() - DAYS_30).toISOString().slice(0, 10));

  return (
    <section className="empty">
      <SearchX className="empty__sign" />
      <h2 className="title-section">{t("empty.title")}</h2>
      <p>{t(hasWords(q) ? "empty.text" : "empty.textFilters")}</p>
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
        <ul>
          <Idea q="is:unvisited">
            <Trans t={t} i18nKey="empty.is" components={{ code: <code /> }} />
          </Idea>
          <Idea q={`after:${monthAgo}`}>
            <Trans t={t} i18nKey="empty.after" values={{ date: monthAgo }} components={{ code: <code /> }} />
          </Idea>
          <li>
            <Trans t={t} i18nKey="empty.tag" components={{ code: <code /> }} />
          </li>
          <li>
            <Trans t={t} i18nKey="empty.site" components={{ code: <code /> }} />
          </li>
        </ul>
      </div>
    </section>
  );
}

/** Ends the call for a list that nobody waits for any more, so that the server need not finish it. */
export const abandonList =
  (query: ListQuery): AppThunk =>
  (dispatch) =>
    dispatch(listsApi.util.getRunningQueryThunk("linkList", query))?.abort();

/** What the server did not take, said so that it can be mended. */
function Refused({ q }: { q: string }) {
  const { t } = useTranslation("search");
  const inLanguage = useCatalogue();
  const fault = faultOf(q);
  return (
    <section className="empty" role="alert">
      <SearchX className="empty__sign" />
      <h2 className="title-section">{t("refused.title")}</h2>
      <p>
        {fault === undefined && inLanguage(texts.links.search)}
        {fault?.kind === "date" && t("refused.date", { name: fault.name })}
        {fault?.kind === "tooMany" && t("refused.tooMany", { most: fault.most })}
      </p>
    </section>
  );
}

interface SearchResultsProps {
  readonly view: View;
  readonly q: string;
  /** That of the view, with the search. */
  readonly query: ListQuery;
}

/** What a search found in a view, while it is typed. */
export function SearchResults({ view, q, query }: SearchResultsProps) {
  const { t } = useTranslation("search");
  const dispatch = useAppDispatch();
  const { data, currentData, error, isFetching, refetch } = useLinkListQuery(query, {
    refetchOnMountOrArgChange: true,
  });

  // Nobody waits for what was searched before.
  const before = useRef(query);
  useEffect(() => {
    if (before.current !== query) dispatch(abandonList(before.current));
    before.current = query;
  }, [query, dispatch]);
  const filters = useMemo(() => filtersIn(query), [query]);

  useEffect(() => {
    document.title = t("tab", { q: q.trim() });
  }, [q, t]);

  const isRefused = isProblem(error) && error.status === 422;
  if (error !== undefined && currentData === undefined && !isFetching) {
    return (
      <>
        <SearchHeading view={view} q={q} filters={undefined} />
        {isRefused ? <Refused q={q} /> : <LoadError text={texts.links.listFailed} onRetry={() => void refetch()} />}
      </>
    );
  }
  // Until the new ones are there, the last ones stay: nothing jumps while one types.
  const list = currentData ?? data;
  return (
    <>
      <SearchHeading view={view} q={q} filters={filters} />
      <div className="found" data-stale={currentData === undefined || undefined} aria-busy={currentData === undefined}>
        {list === undefined && <Skeletons />}
        {list?.links.length === 0 && currentData !== undefined && <NothingFound view={view} q={q} />}
        {list !== undefined && list.links.length > 0 && <LinkRows list={list} query={query} />}
      </div>
    </>
  );
}
