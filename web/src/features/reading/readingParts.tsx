import { type Article, isItem, type LinkDetail } from "@satchel/contracts";
import { Check, ChevronLeft, ChevronRight, CircleArrowDown, Copy, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { pathOfReading } from "../../links/addressedList.ts";
import { useOfflineButton } from "../../links/keepOffline.ts";
import { Thumb } from "../../links/LinkImages.tsx";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import type { Neighbours } from "./useNeighbours.ts";

/** What is no article: its card, and the way to its copy. */
export function Card({ link, article, onRead }: { link: LinkDetail; article: Article; onRead: () => void }) {
  const { t } = useTranslation("reading");
  return (
    <div className="reader__card">
      <Thumb link={link} size="large" />
      <h1>{link.title ?? article.title}</h1>
      {link.description !== null && <p>{link.description}</p>}
      <p className="hint">{t("noArticle.text")}</p>
      <div className="buttons">
        <a className="btn btn--accent" href={article.open_url} target="_blank" rel="noreferrer">
          <Copy className="icon icon-m" />
          {t("copy")}
        </a>
        <button type="button" className="btn btn--plain" onClick={onRead}>
          {t("noArticle.readAnyway")}
        </button>
      </div>
    </div>
  );
}

interface FootProps extends Neighbours {
  /** The list that the article was opened from, in an address. */
  readonly list: string;
  readonly onDone: () => void;
}

/** The way to the articles before and behind, and the end of this one. */
export function Foot({ previous, next, list, onDone }: FootProps) {
  const { t } = useTranslation("reading");
  return (
    <footer className="reader__foot">
      {previous === undefined ? (
        <span />
      ) : (
        <Link className="btn btn--plain" to={pathOfReading(previous, list)}>
          <ChevronLeft className="icon icon-m" />
          {t("previous")}
        </Link>
      )}
      <button type="button" className="btn btn--accent" onClick={onDone}>
        <Check className="icon icon-m" />
        {t("finish")}
      </button>
      {next === undefined ? (
        <span />
      ) : (
        <Link className="btn btn--plain" to={pathOfReading(next, list)}>
          {t("next")}
          <ChevronRight className="icon icon-m" />
        </Link>
      )}
    </footer>
  );
}

/** Keeps the article on this device, or no longer; nothing where that is not possible. */
export function OfflineButton({ link }: { link: LinkDetail }) {
  const offline = useOfflineButton(link);
  if (offline === undefined) return null;
  return (
    <button {...offline}>
      <CircleArrowDown className="icon" />
    </button>
  );
}

interface NoArticleProps {
  readonly link: LinkDetail | undefined;
  /** `away`: the server did not answer, and this device does not have the article; `gone`: there is no such link. */
  readonly why: "none" | "away" | "gone";
}

/** What has no article: the way to its copy where it came by mail and is nowhere else, or to its page. */
export function NoArticle({ link, why }: NoArticleProps) {
  const { t } = useTranslation("reading");
  return (
    <div className="reader__card">
      <h1>{t(`${why}.title`)}</h1>
      <p role="alert">{t(`${why}.text`)}</p>
      {link?.copy !== undefined && isItem(link.url) && (
        <a
          className="btn btn--accent"
          href={`/api/links/${link.id}/copies/${link.copy.version}`}
          target="_blank"
          rel="noreferrer"
        >
          {t("copy")} <Copy className="icon icon-m" />
        </a>
      )}
      {link !== undefined && !isItem(link.url) && (
        <VisitAnchor className="btn btn--accent" link={link}>
          {t("original")} <ExternalLink className="icon icon-m" />
        </VisitAnchor>
      )}
    </div>
  );
}
