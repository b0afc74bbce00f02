import { type Article, isLetter, type LinkDetail, type LinkId } from "@satchel/contracts";
import { ArrowLeft, Copy, ExternalLink, Highlighter } from "lucide-react";
import { type CSSProperties, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useMedia, useNow, useQuery } from "../../kit/hooks.ts";
import { part } from "../../kit/parts/part.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { listPart, pathOfReading } from "../../links/addressedList.ts";
import { dropOffline } from "../../links/keepOffline.ts";
import { visitOf } from "../../links/changes.api.ts";
import { useLinkDetailQuery } from "../../links/detail.api.ts";
import { isReadable } from "../../links/linkText.ts";
import { publishedDay, useTimes } from "../../links/times.ts";
import { Related } from "../../links/Related.tsx";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { ArticleText, type Heading, siteOfArticle } from "./ArticleText.tsx";
import { BookButton } from "./BookButton.tsx";
import { Contents } from "./Contents.tsx";
import { BESIDE, SIZES, useLooks, WIDTHS } from "./looks.ts";
import { LooksMenu } from "./LooksMenu.tsx";
import { useArticleQuery, useMoveReadingMutation } from "./reading.api.ts";
import { Card, Foot, NoArticle, OfflineButton } from "./readingParts.tsx";
import { useNeighbours } from "./useNeighbours.ts";
import { useProgress } from "./useProgress.ts";
import { useReadingKeys } from "./useReadingKeys.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./article.css";
import "./reading.css";

/** Words that an adult reads in a minute. */
const WORDS_A_MINUTE = 230;

const Marks = part("highlights/Marks", async () => (await import("./highlights/Marks.tsx")).Marks, {
  texts: ["highlights"],
  isQuiet: true,
});

const FoundPlace = part("reading/FoundPlace", async () => (await import("./FoundPlace.tsx")).FoundPlace, {
  isQuiet: true,
});

const PdfPages = part("reading/PdfPages", async () => (await import("./PdfPages.tsx")).PdfPages);

const PATH = "/read/";

interface TextProps {
  readonly link: LinkDetail;
  readonly article: Article;
  readonly place: number;
  readonly hasMarks: boolean;
  readonly onMarks: (isOpen: boolean) => void;
}

/** Title, where it is from, and how long it takes; then the text. */
function Text({ link, article, place, hasMarks, onMarks }: TextProps) {
  const { t, i18n } = useTranslation("reading");
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  // The pictures of a PDF's pages in the place of its text.
  const [hasPages, setPages] = useState(false);
  const now = useNow();
  const when = useTimes().exact(new Date(article.kept_at), now);
  const minutes = Math.max(1, Math.round(article.words / WORDS_A_MINUTE));
  const left = Math.max(1, Math.round(minutes * (1 - place)));
  const [shown, setShown] = useState<{ readonly root: HTMLElement; readonly html: string }>();
  const isBeside = useMedia(BESIDE);
  const find = useQuery().get("find");
  const onShown = useCallback((root: HTMLElement, html: string) => setShown({ root, html }), []);
  const onHeadings = useCallback((found: readonly Heading[]) => setHeadings(found), []);
  return (
    <div className="reader__frame">
      <Contents headings={hasPages ? [] : headings} />
      <article className="article" aria-label={t("label")}>
        <header lang={article.language ?? undefined} dir={article.direction}>
          <p className="article__site">
            {isLetter(link.url) ? (
              <bdi>{link.site_name ?? siteOfArticle(article.url)}</bdi>
            ) : (
              <a href={link.url} target="_blank" rel="noreferrer">
                <bdi>{link.site_name ?? siteOfArticle(article.url)}</bdi>
              </a>
            )}
          </p>
          <h1>{link.title ?? article.title}</h1>
          <p className="article__about">
            {article.byline !== null && <bdi>{article.byline}</bdi>}
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

interface ReadingProps {
  readonly link: LinkDetail;
  readonly article: Article;
  /** The list that it was opened from, in an address. */
  readonly list: string;
}

function Reading({ link, article, list }: ReadingProps) {
  const { t } = useTranslation("reading");
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  const [looks, change] = useLooks();
  const [isRead, setRead] = useState(false);
  const isBeside = useMedia(BESIDE);
  const [wasBeside, setWasBeside] = useState(isBeside);
  const [hasMarks, setMarks] = useState(isBeside);
  if (isBeside !== wasBeside) setWasBeside(isBeside);
  // They would cover the text of a window that got narrower, or of a tablet that was turned.
  if (wasBeside && !isBeside) setMarks(false);
  const [move] = useMoveReadingMutation();
  const { previous, next } = useNeighbours(link.id);
  const isText = isReadable(article.kind) || isRead;
  const place = useProgress(link.id, article.read, isText);

  async function done(): Promise<void> {
    await move({ id: link.id, read: 1 });
    dispatch(visitOf(link));
    navigate(next === undefined ? `/links${list}` : pathOfReading(next, list));
  }

  const goTo = (id: LinkId | undefined) => (id === undefined ? undefined : () => navigate(pathOfReading(id, list)));
  const open = (url: string) => () => void window.open(url, "_blank", "noreferrer");
  useReadingKeys({
    j: goTo(next),
    k: goTo(previous),
    o: () => {
      // A mail is nowhere but here.
      if (isLetter(link.url)) return;
      dispatch(visitOf(link));
      open(link.url)();
    },
    v: open(article.open_url),
    e: () => void done(),
    Escape: () => navigate(`/links${list}`),
  });

  const style = { "--size": `${SIZES[looks.size] ?? 19}px`, "--measure": WIDTHS[looks.width] ?? 68 };
  return (
    <div className="reader" data-paper={looks.paper} data-face={looks.face} style={style as CSSProperties}>
      <header className="reader__bar">
        <progress className="reader__progress" aria-label={t("progress")} value={place} />
        <Link className="icon-btn" to={`/links${list}`} aria-label={t("back")} title={t("back")}>
          <ArrowLeft className="icon" />
        </Link>
        <span className="reader__where">
          <bdi>{link.title ?? article.title}</bdi>
        </span>
        {isText && article.words > 0 && (
          <IconButton
            label={t("highlights")}
            icon={Highlighter}
            aria-expanded={hasMarks}
            onClick={() => setMarks(!hasMarks)}
          />
        )}
        <LooksMenu looks={looks} onChange={change} />
        <OfflineButton link={link} />
        <BookButton id={link.id} />
        <a
          className="icon-btn"
          href={article.open_url}
          target="_blank"
          rel="noreferrer"
          aria-label={t("copy")}
          title={t("copy")}
        >
          <Copy className="icon" />
        </a>
        {!isLetter(link.url) && (
          <VisitAnchor className="icon-btn" link={link} title={t("original")}>
            <ExternalLink className="icon" />
            <span className="sr">{t("original")}</span>
          </VisitAnchor>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {isText ? (
          <Text link={link} article={article} place={place} hasMarks={hasMarks} onMarks={setMarks} />
        ) : (
          <Card link={link} article={article} onRead={() => setRead(true)} />
        )}
        <Related
          id={link.id}
          title={t("related")}
          level={2}
          opening={(related, content) =>
            isReadable(related.copy?.kind) ? (
              <Link to={pathOfReading(related.id, "")}>{content}</Link>
            ) : (
              <VisitAnchor link={related}>{content}</VisitAnchor>
            )
          }
        />
        <Foot previous={previous} next={next} list={list} onDone={() => void done()} />
      </main>
    </div>
  );
}

/** The reading view of a link: the article of its newest copy. */
export function ReadPage() {
  const { t } = useTranslation("reading");
  const [path] = useLocation();
  const list = listPart(useQuery());
  const id = path.slice(PATH.length) as LinkId;
  const dispatch = useAppDispatch();
  const { data: link, error: fault } = useLinkDetailQuery(id);
  const hasNoLink = fault !== undefined;
  const isGone = isProblem(fault) && fault.status === 404;
  const { currentData: article, isError, refetch } = useArticleQuery(id);
  // What came by mail may be opened before its copy is made.
  const version = link?.copy?.version;
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!isError || version === undefined || asked.current === version) return;
    asked.current = version;
    void refetch();
  }, [isError, version, refetch]);
  const isComing = link !== undefined && isLetter(link.url) && link.enrichment.state === "pending";
  const title = link?.title ?? article?.title ?? "";
  useEffect(() => {
    document.title = title === "" ? "Satchel" : t("tab", { title });
  }, [title, t]);

  // What is gone on the server is not kept here either.
  useEffect(() => {
    if (isGone) void dispatch(dropOffline(id));
  }, [isGone, id, dispatch]);

  if (link !== undefined && article !== undefined)
    return <Reading key={id} link={link} article={article} list={list} />;
  return (
    <div className="reader">
      <header className="reader__bar">
        <Link className="icon-btn" to={`/links${list}`} aria-label={t("back")} title={t("back")}>
          <ArrowLeft className="icon" />
        </Link>
      </header>
      <main id="main" tabIndex={-1}>
        {(isError && !isComing) || hasNoLink ? (
          <NoArticle link={link} />
        ) : (
          <div className="reader__frame" role="status" aria-label={t("loading")}>
            <div className="article article--waiting" aria-hidden="true">
              {["42%", "88%", "100%", "96%", "100%", "71%"].map((width, index) => (
                <i key={index} className="shimmer" style={{ width }} />
              ))}
            </div>
          </div>
        )}
      </main>
    </div>
  );
}
