import { type Import, isItem, type Link as SavedLink } from "@satchel/contracts";
import { AppWindow, Import as ImportIcon, Link2, type LucideIcon, Mail, Puzzle, Rss } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Favicon } from "../../links/LinkImages.tsx";
import { titleOfLink } from "../../links/linkText.ts";

const savedSigns: Partial<Record<SavedLink["saved_by"], LucideIcon>> = {
  extension: Puzzle,
  token: AppWindow,
  feed: Rss,
  letter: Mail,
};

/** A link that was saved by its owner: on the page, by the extension, or by an app. */
export function SavedItem({ link, when }: { link: SavedLink; when: string }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const { t: ofLinks } = useTranslation("links");
  const { id, url, saved_at, saved_by } = link;
  const title = titleOfLink(link, ofLinks);
  const Sign = savedSigns[saved_by] ?? Link2;
  return (
    <article className="cap" data-tone="ok">
      <div className="cap__sign">
        <Sign className="icon" />
      </div>
      <h3>
        <a
          className="cap__link"
          href={isItem(url) ? `/read/${id}` : url}
          target={isItem(url) ? undefined : "_blank"}
          rel="noopener noreferrer"
        >
          <Favicon link={link} />
          <bdi>{title}</bdi>
        </a>
      </h3>
      <time dateTime={saved_at}>{when}</time>
      <p className="cap__who">
        {t(`by.${saved_by}`)}{" "}
        <Link className="text-link" to={`/links?link=${id}`} aria-label={t("showLink", { url: title })}>
          {t("inArchive")}
        </Link>
      </p>
    </article>
  );
}

/** An imported file and its outcome. */
export function ImportItem({ of, when }: { of: Import; when: string }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const inLanguage = useCatalogue();
  const { name, status, saved, known, skipped, error, started_at } = of;
  return (
    <article className="cap" data-tone={status === "failed" ? "warn" : "ok"}>
      <div className="cap__sign">
        <ImportIcon className="icon" />
      </div>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <time dateTime={started_at}>{when}</time>
      <p className="cap__who">{t("by.import")}</p>
      <div className="cap__what">
        <p>
          {status === "running" && <span className="badge badge--quiet">{t("pending")}</span>}
          {status === "failed" && <span className="badge badge--warn">{t("refused")}</span>}
          {saved > 0 && <span className="badge badge--ok">{t("saved", { count: saved })}</span>}
          {known > 0 && <span className="badge badge--quiet">{t("known", { count: known })}</span>}
          {skipped > 0 && <span className="badge badge--quiet">{t("skipped", { count: skipped })}</span>}
          {error !== null && inLanguage(error)}
        </p>
      </div>
    </article>
  );
}
