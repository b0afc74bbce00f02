import type { Link } from "@satchel/contracts";
import { useId } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useNow } from "../../kit/hooks.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { siteNameOf, titleOfLink } from "../../links/linkText.ts";
import { useLinkListQuery } from "../../links/lists.api.ts";
import { filtersOfSearch, type ListQuery } from "../../links/view.ts";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import "./memories.css";

/** Years before today: as many as fit into one search. */
const YEARS = 10;

/** Links that are shown. */
const SHOWN = 3;

/** The search for links saved on this day in earlier years. */
export function searchOfDay(now: Date): string {
  const day = `${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
  const years = Array.from({ length: YEARS }, (_, n) => now.getFullYear() - 1 - n);
  const isLeap = (year: number): boolean => new Date(year, 1, 29).getDate() === 29;
  const those = day === "02-29" ? years.filter(isLeap) : years;
  return those.map((year) => `saved:${year}-${day}`).join(" or ");
}

interface RemindersProps {
  readonly title: string;
  readonly links: readonly Link[];
}

/** A few links under a title, with how long ago each was saved; nothing if there are none. */
function Reminders({ title, links }: RemindersProps) {
  const { t } = useTranslation("memories");
  const { t: ofLinks } = useTranslation("links");
  const now = useNow();
  const id = useId();
  if (links.length === 0) return null;
  return (
    <section className="memories" aria-labelledby={id}>
      <h2 className="label" id={id}>
        {title}
      </h2>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <VisitAnchor link={link}>
              <Favicon link={link} />
              <b className="one-line">
                <bdi>{titleOfLink(link, ofLinks)}</bdi>
              </b>
              <small>
                {ago(new Date(link.saved_at), now, t)}
                {" · "}
                <bdi>{siteNameOf(link)}</bdi>
              </small>
            </VisitAnchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How long ago that was, in whole years of the calendar; in months where it is less than one. */
function ago(then: Date, now: Date, t: TFunction<"memories">): string {
  const months = (now.getFullYear() - then.getFullYear()) * 12 + now.getMonth() - then.getMonth();
  return months < 12 ? t("months", { count: Math.max(1, months) }) : t("years", { count: Math.floor(months / 12) });
}

/** Links saved on this day in earlier years; nothing if there are none, or if they can't be loaded. */
export function OnThisDay() {
  const { t } = useTranslation("memories");
  const { data } = useLinkListQuery({ ...filtersOfSearch(searchOfDay(useNow())), sort: "newest" });
  return <Reminders title={t("onThisDay")} links={data?.links.slice(0, SHOWN) ?? []} />;
}

/** Days after which a link that nobody opened is no longer one that waits its turn. */
const FORGOTTEN_DAYS = 30;

/** Which links are shown as never opened: the oldest that are old enough, and not in the list above. */
export function forgottenOf(unvisited: readonly Link[], above: readonly Link[], now: Date): Link[] {
  const since = new Date(now.getTime() - FORGOTTEN_DAYS * 86_400_000).toISOString();
  const shown = new Set(above.map(({ id }) => id));
  return unvisited.filter((link) => link.saved_at < since && !shown.has(link.id)).slice(0, SHOWN);
}

const UNVISITED: ListQuery = { unvisited_only: true, sort: "oldest" };

/** Links that were saved long ago and never opened. They stand at the end of a folder or of the favorites. */
export function NeverOpened({ above }: { above: readonly Link[] }) {
  const { t } = useTranslation("memories");
  const now = useNow();
  const { data } = useLinkListQuery(UNVISITED);
  return <Reminders title={t("neverOpened")} links={forgottenOf(data?.links ?? [], above, now)} />;
}
