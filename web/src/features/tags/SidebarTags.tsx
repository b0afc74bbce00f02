import { Tags } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Link } from "wouter";
import { useTags } from "../../links/detail.api.ts";
import { numberIn } from "../../kit/i18n/language.ts";
import { TagChip } from "../../links/TagChip.tsx";
import "./tags.css";

/** Tags in the sidebar: the most used ones. */
const MOST = 6;

/** The most used tags, and a link to all tags; nothing without tags. */
export function SidebarTags() {
  const { t, i18n } = useTranslation(["links", "kit"]);
  const [pathname] = useLocation();
  const tags = useTags();
  const isCurrent = pathname === "/tags";
  if (tags === undefined || (tags.length === 0 && !isCurrent)) return null;
  const top = tags.toSorted((a, b) => b.count - a.count).slice(0, MOST);
  return (
    <>
      <div className="side__label">
        <span>{t("tags.title")}</span>
      </div>
      <div className="tags">
        {top.map((tag) => (
          <TagChip key={tag.name} {...tag} />
        ))}
      </div>
      <Link
        className={isCurrent ? "nav is-current" : "nav"}
        to="/tags"
        title={t("tags.all")}
        aria-label={t("kit:counted", { label: t("tags.all"), count: tags.length })}
        aria-current={isCurrent ? "page" : undefined}
      >
        <Tags className="icon" />
        <span>{t("tags.all")}</span> <small>{numberIn(i18n.language, tags.length)}</small>
      </Link>
    </>
  );
}
