import { SearchX } from "lucide-react";
import { texts } from "@satchel/contracts";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LinkRows } from "../../links/LinkRows.tsx";
import { LoadError } from "../../links/LoadError.tsx";
import { NothingFound } from "./NothingFound.tsx";
import { SearchHeading } from "./SearchHeading.tsx";
import { Skeletons } from "../../links/Skeletons.tsx";
import { faultOf } from "../../links/search/syntax.ts";
import { isProblem } from "../../kit/transport/problem.ts";
import { listsApi, useLinkListQuery } from "../../links/lists.api.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { type ListQuery, type View, filtersIn } from "../../links/view.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

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
