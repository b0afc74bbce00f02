import type { Link } from "@satchel/contracts";
import { ExternalLink, Folder as FolderIcon, Unlink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { TagLink } from "./TagChip.tsx";
import type { Display } from "./display.slice.ts";
import { Favicon } from "./Favicon.tsx";
import { visitsText } from "./linkText.ts";
import { siteOf } from "./site.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface MetaProps {
  readonly link: Link;
  readonly display: Display;
  readonly folder: string | undefined;
  readonly when: string;
}

/** Where a link leads, where it lies, and what became of it, on one line. */
export function Meta({ link, display, folder, when }: MetaProps) {
  const { t } = useTranslation("links");
  const visits = visitsText(link.visit_count, t);
  return (
    <p className="link__meta">
      {display !== "compact" && <Favicon link={link} />}
      <bdi className="domain">{siteOf(link.url)}</bdi>
      {link.health.state === "gone" && (
        <span className="gone" title={t("gone")}>
          <Unlink className="icon icon-s" aria-hidden="true" />
          <span className="sr">{t("gone")}</span>
        </span>
      )}
      {folder !== undefined && display !== "cards" && (
        <span className="where">
          <FolderIcon className="icon icon-s" />
          <bdi>{folder}</bdi>
        </span>
      )}
      {link.tags.length > 0 && display === "list" && (
        <span className="tagset">
          {link.tags.map((tag) => (
            <TagLink key={tag} name={tag} />
          ))}
        </span>
      )}
      {visits !== undefined && display !== "compact" && <span className="visits">{visits}</span>}
      <time className="when" dateTime={link.saved_at}>
        {when}
      </time>
      {display !== "compact" && (
        <VisitAnchor className="link__visit" link={link}>
          {t("visit")} <ExternalLink className="icon icon-s" />
        </VisitAnchor>
      )}
    </p>
  );
}
