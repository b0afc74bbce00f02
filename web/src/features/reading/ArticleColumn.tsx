import { type Article, isItem, type LinkDetail } from "@satchel/contracts";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia, useQuery } from "../../kit/hooks.ts";
import { part } from "../../kit/parts/part.tsx";
import { TagLink } from "../../links/TagChip.tsx";
import { publishedDay, useExact } from "../../links/times.ts";
import { siteOf } from "../../links/linkText.ts";
import { ArticleText, type Heading } from "./ArticleText.tsx";
import { Contents } from "./Contents.tsx";
import { BESIDE } from "./looks.ts";
import "./article.css";

/** Words that an adult reads in a minute, for texts whose time was not counted when the page was described. */
const WORDS_A_MINUTE = 230;

const Marks = part("highlights/Marks", async () => (await import("./highlights/Marks.tsx")).Marks, {
  texts: ["highlights"],
  isQuiet: true,
});

const FoundPlace = part("reading/FoundPlace", async () => (await import("./FoundPlace.tsx")).FoundPlace, {
  isQuiet: true,
});

const PdfPages = part("reading/PdfPages", async () => (await import("./PdfPages.tsx")).PdfPages);

interface ArticleColumnProps {
  readonly link: LinkDetail;
  readonly article: Article;
  readonly place: number;
  readonly hasMarks: boolean;
  readonly onMarks: (isOpen: boolean) => void;
}

/** Title, where it is from, and how long it takes; then the text. */
export function ArticleColumn({ link, article, place, hasMarks, onMarks }: ArticleColumnProps) {
  const { t, i18n } = useTranslation("reading");
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  // The pictures of a PDF's pages in the place of its text.
  const [hasPages, setPages] = useState(false);
  const when = useExact()(article.kept_at);
  const site = <bdi>{link.site_name ?? link.unicode_host ?? siteOf(article.url)}</bdi>;
  const minutes = link.reading_minutes ?? Math.max(1, Math.round(article.words / WORDS_A_MINUTE));
  const left = Math.max(1, Math.round(minutes * (1 - place)));
  const [shown, setShown] = useState<{ readonly root: HTMLElement; readonly html: string }>();
  const isBeside = useMedia(BESIDE);
  const find = useQuery().get("find");
  const onShown = useCallback((root: HTMLElement, html: string) => setShown({ root, html }), []);
  const onHeadings = useCallback((found: readonly Heading[]) => setHeadings(found), []);
  // That of the link is cleaned of labels; the copy has what the page said.
  const author = link.author ?? article.byline;
  return (
    <div className="reader__frame">
      <Contents headings={hasPages ? [] : headings} />
      <article className="article" aria-label={t("label")}>
        <header lang={article.language ?? undefined} dir={article.direction}>
          <p className="article__site">
            {isItem(link.url) ? (
              site
            ) : (
              <a href={link.url} target="_blank" rel="noreferrer">
                {site}
              </a>
            )}
          </p>
          <h1>{link.title ?? article.title}</h1>
          <p className="article__about">
            {author !== null && <bdi>{author}</bdi>}
            {link.published_at !== null && <bdi>{publishedDay(link.published_at, i18n.language)}</bdi>}
            <bdi>
              <time dateTime={article.kept_at}>{t("keptAt", { when })}</time>
            </bdi>
            {/* A picture has nothing to be read. */}
            {article.words > 0 && (
              <bdi>
                {place >= 1 ? t("done") : place > 0 ? t("left", { count: left }) : t("minutes", { count: minutes })}
              </bdi>
            )}
            {link.tags.length > 0 && (
              <span className="article__tags">
                {link.tags.map((tag) => (
                  <TagLink key={tag} name={tag} />
                ))}
              </span>
            )}
          </p>
        </header>
        {article.pages.length > 0 && (
          <div className="seg seg--text article__switch" role="group" aria-label={t("pages.label")}>
            <button type="button" aria-pressed={!hasPages} onClick={() => setPages(false)}>
              {t("pages.text")}
            </button>
            <button type="button" aria-pressed={hasPages} onClick={() => setPages(true)}>
              {t("pages.pages")}
            </button>
          </div>
        )}
        {hasPages ? (
          <PdfPages article={article} />
        ) : (
          <ArticleText
            article={article}
            title={link.title ?? article.title ?? ""}
            onHeadings={onHeadings}
            onShown={onShown}
          />
        )}
      </article>
      {!hasPages && shown?.html === article.html && find !== null && <FoundPlace root={shown.root} text={find} />}
      {!hasPages && shown?.html === article.html && article.words > 0 && (
        <Marks
          key={article.version}
          id={link.id}
          article={article}
          root={shown.root}
          isBeside={isBeside}
          isOpen={hasMarks}
          onOpen={onMarks}
        />
      )}
    </div>
  );
}
