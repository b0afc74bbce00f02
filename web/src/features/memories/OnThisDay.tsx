import { useTranslation } from "react-i18next";
import { useNow } from "../../kit/hooks.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { siteOf, titleOfLink } from "../../links/linkText.ts";
import { useLinkListQuery } from "../../links/lists.api.ts";
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

/** Links saved on this day in earlier years; nothing if there are none, or if they can't be loaded. */
export function OnThisDay() {
  const { t } = useTranslation("memories");
  const { t: ofLinks } = useTranslation("links");
  const now = useNow();
  const { data } = useLinkListQuery({ q: searchOfDay(now), sort: "newest" });
  const links = data?.links.slice(0, SHOWN) ?? [];
  if (links.length === 0) return null;
  return (
    <section className="memories" aria-labelledby="on-this-day">
      <h2 className="label" id="on-this-day">
        {t("onThisDay")}
      </h2>
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <VisitAnchor link={link}>
              <Favicon link={link} />
              <b>
                <bdi>{titleOfLink(link, ofLinks)}</bdi>
              </b>
              <small>
                {t("years", { count: now.getFullYear() - new Date(link.saved_at).getFullYear() })}
                {" · "}
                <bdi>{siteOf(link.url)}</bdi>
              </small>
            </VisitAnchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
