import { type Article, isItem, type LinkDetail, type LinkId } from "@satchel/contracts";
import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { useMedia } from "../../kit/hooks.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { type ListState, pathOfReading } from "../../links/addressedList.ts";
import { articleKeys } from "../../links/articleKeys.ts";
import { deletionOf, visitOf } from "../../links/changes.api.ts";
import { isReadable } from "../../links/linkText.ts";
import { OpenLinkDialog } from "../../links/OpenLinkDialog.tsx";
import { Related } from "../../links/Related.tsx";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { ArticleColumn } from "./ArticleColumn.tsx";
import { useLinkActs } from "./LinkButtons.tsx";
import { BESIDE, SIZES, useLooks, WIDTHS } from "./looks.ts";
import { useMoveReadingMutation } from "./reading.api.ts";
import { ReadingBar } from "./ReadingBar.tsx";
import { Card, Foot } from "./readingParts.tsx";
import type { Neighbours } from "./useNeighbours.ts";
import { useProgress } from "./useProgress.ts";
import { useKeys } from "../../kit/useKeys.ts";

interface ReadingProps {
  readonly link: LinkDetail;
  readonly article: Article;
  /** The list that it was opened from, in an address. */
  readonly list: string;
  readonly neighbours: Neighbours;
}

/** An article with its bar, its keys, and the way to the next. */
export function Reading({ link, article, list, neighbours }: ReadingProps) {
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
  const { previous, next } = neighbours;
  const isText = isReadable(article.kind) || isRead;
  const place = useProgress(link.id, article.read, isText);

  const state: ListState = { link: link.id };
  const onward = next === undefined ? `/links${list}` : pathOfReading(next, list);
  const acts = useLinkActs(link, remove);

  async function done(): Promise<void> {
    await move({ id: link.id, read: 1 });
    dispatch(visitOf(link));
    navigate(onward, { state });
  }

  function remove(): void {
    dispatch(deletionOf(link));
    // The way back does not lead to what is deleted.
    navigate(onward, { replace: true });
  }

  // What opened the article is gone: so a screen reader says where the reader is now, and Tab goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, []);

  const goTo = (id: LinkId | undefined) => (id === undefined ? undefined : () => navigate(pathOfReading(id, list)));
  const open = (url: string) => () => void window.open(url, "_blank", "noreferrer");
  useKeys({
    j: goTo(next),
    k: goTo(previous),
    o: () => {
      // A mail is nowhere but here.
      if (isItem(link.url)) return;
      dispatch(visitOf(link));
      open(link.url)();
    },
    v: open(article.open_url),
    e: () => void done(),
    escape: () => navigate(`/links${list}`, { state }),
    ...Object.fromEntries(articleKeys.flatMap(({ id, keys }) => keys.map((key) => [key, acts[id]]))),
  });

  const style = { "--size": `${(SIZES[looks.size] ?? 19) / 16}rem`, "--measure": WIDTHS[looks.width] ?? 68 };
  return (
    <div className="reader" data-paper={looks.paper} data-face={looks.face} style={style as CSSProperties}>
      <ReadingBar
        link={link}
        article={article}
        list={list}
        place={place}
        acts={acts}
        looks={looks}
        onLooks={change}
        hasMarks={isText && article.words > 0 ? hasMarks : undefined}
        onMarks={setMarks}
      />
      <main id="main" tabIndex={-1} aria-label={link.title ?? article.title ?? undefined}>
        {isText ? (
          <ArticleColumn link={link} article={article} place={place} hasMarks={hasMarks} onMarks={setMarks} />
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
      <OpenLinkDialog onDelete={remove} />
    </div>
  );
}
