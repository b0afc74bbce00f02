import type { LinkFilters } from "@satchel/contracts";
import { useQuery } from "../../kit/hooks.ts";
import { skipToken } from "@reduxjs/toolkit/query";
import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { numberIn } from "../../kit/i18n/language.ts";
import { Link } from "wouter";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { useLinkCountQuery } from "../../links/lists.api.ts";
import { ALL, isSameView, pathOfView, titleOf, type View } from "../../links/view.ts";
import { choosingStarted, selectIsSelecting } from "../../links/selection/selection.slice.ts";
import { Sorting } from "../../links/ViewSwitch.tsx";
import { withSearch } from "../../links/search/syntax.ts";

/** The scope of the search: everywhere, or the view in which it was started. */
function Scope({ view, q }: { view: View; q: string }) {
  const { t } = useTranslation("search");
  const { t: ofLinks } = useTranslation("links");
  const folders = useFolders();
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

  return (
    <div className="page__head">
      <div>
        <h1 className="title-page">{t("title")}</h1>
        <p className="found__count num" role="status">
          {filters !== undefined && shown === undefined && <i className="shimmer" aria-hidden="true" />}
          {filters !== undefined && shown?.count === 0 && t("none", { q: q.trim() })}
          {filters !== undefined && shown !== undefined && shown.count > 0 && (
            <Trans
              t={t}
              i18nKey="found"
              count={shown.count}
              values={{
                shown: numberIn(i18n.language, shown.count) + (shown.at_least === true ? "+" : ""),
                q: q.trim(),
              }}
              components={{ b: <b /> }}
            />
          )}
        </p>
      </div>
      <Scope view={view} q={q} />
      {shown !== undefined && shown.count > 0 && !isSelecting && (
        <>
          <Sorting of="finds" />
          <button type="button" className="btn btn--ghost" onClick={() => dispatch(choosingStarted())}>
            <CheckCheck className="icon icon-m" />
            <span className="page__say">{ofShell("choose")}</span>
          </button>
        </>
      )}
    </div>
  );
}
