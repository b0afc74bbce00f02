import { SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "wouter";
import { ALL, isSameView, pathOfView, type View } from "../../links/view.ts";
import { pathOfSearch } from "../../links/search/address.ts";
import { hasWords, itemsOf } from "../../links/search/syntax.ts";

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
