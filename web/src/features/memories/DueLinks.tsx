import type { Link as SavedLink } from "@satchel/contracts";
import { Bell, Check, Clock } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { changeOf } from "../../links/changes.api.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { dialogOpened } from "../../links/list.slice.ts";
import { useLinkListQuery } from "../../links/lists.api.ts";
import { siteNameOf, titleOfLink } from "../../links/linkText.ts";
import { pathOfSearch } from "../../links/search/syntax.ts";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import "./due.css";

/** Links that are shown; a further line leads to all. */
const SHOWN = 3;

const DUE = "is:due";

function DueLink({ link }: { link: SavedLink }) {
  const { t } = useTranslation("memories", { keyPrefix: "reminder" });
  const { t: ofLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  return (
    <li>
      <VisitAnchor link={link}>
        <Favicon link={link} />
        <b className="one-line">
          <bdi>{titleOfLink(link, ofLinks)}</bdi>
        </b>
        <small className="one-line">
          <bdi>{siteNameOf(link)}</bdi>
        </small>
      </VisitAnchor>
      <IconButton
        label={t("later")}
        icon={Clock}
        size="m"
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "remind", link }))}
      />
      <IconButton
        label={t("done")}
        icon={Check}
        size="m"
        onClick={() => dispatch(changeOf({ link, change: { remind_at: null } }))}
      />
    </li>
  );
}

/** The links whose reminder's time has come; nothing if there are none, or if they can't be loaded. */
export function DueLinks() {
  const { t } = useTranslation("memories", { keyPrefix: "reminder" });
  const { data } = useLinkListQuery({ q: DUE, sort: "newest" });
  const id = useId();
  // Those that were just answered are still in the list.
  const due = (data?.links ?? []).filter(({ reminder }) => reminder?.is_due === true);
  if (due.length === 0) return null;
  return (
    <section className="due" aria-labelledby={id}>
      <h2 id={id}>
        <Bell className="icon icon-m" aria-hidden="true" />
        {t("due")}
      </h2>
      <ul>
        {due.slice(0, SHOWN).map((link) => (
          <DueLink key={link.id} link={link} />
        ))}
      </ul>
      {due.length > SHOWN && (
        <Link className="text-link" to={pathOfSearch(DUE)}>
          {t("all", { count: due.length })}
        </Link>
      )}
    </section>
  );
}
