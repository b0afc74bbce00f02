import { type Article, isItem, type LinkDetail, type LinkId } from "@satchel/contracts";
import { ArrowLeft, Copy, ExternalLink, Highlighter, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { IconButton } from "../../kit/IconButton.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import type { ListState } from "../../links/addressedList.ts";
import { editorOf, isEditable } from "../../links/noteEditor.ts";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { BookButton } from "./BookButton.tsx";
import { type LinkActs, LinkButtons } from "./LinkButtons.tsx";
import type { Looks } from "./looks.ts";
import { LooksMenu } from "./LooksMenu.tsx";
import { OfflineButton } from "./readingParts.tsx";

interface BackToListProps {
  /** The list that the article was opened from, in an address. */
  readonly list: string;
  /** The link of the article. */
  readonly id: LinkId;
}

/** The way back to the list that the article was opened from. */
export function BackToList({ list, id }: BackToListProps) {
  const { t } = useTranslation("reading");
  const state: ListState = { link: id };
  return (
    <Link className="icon-btn" to={`/links${list}`} state={state} aria-label={t("back")} title={t("back")}>
      <ArrowLeft className="icon" />
    </Link>
  );
}

interface ReadingBarProps {
  readonly link: LinkDetail;
  readonly article: Article;
  /** The list that it was opened from, in an address. */
  readonly list: string;
  /** How far it was read, from 0 to 1. */
  readonly place: number;
  readonly acts: LinkActs;
  readonly looks: Looks;
  readonly onLooks: (looks: Partial<Looks>) => void;
  /** Whether its highlights are shown; undefined where it can have none. */
  readonly hasMarks: boolean | undefined;
  readonly onMarks: (isOpen: boolean) => void;
}

/** What can be done with an article, above it. */
export function ReadingBar(props: ReadingBarProps) {
  const { link, article, list, place, acts, looks, onLooks, hasMarks, onMarks } = props;
  const { t } = useTranslation("reading");
  const dispatch = useAppDispatch();
  return (
    <header className="reader__bar">
      <progress className="reader__progress" aria-label={t("progress")} value={place} />
      <BackToList list={list} id={link.id} />
      <span className="reader__where">
        <bdi>{link.title ?? article.title}</bdi>
      </span>
      {hasMarks !== undefined && (
        <IconButton
          label={t("highlights")}
          icon={Highlighter}
          aria-expanded={hasMarks}
          onClick={() => onMarks(!hasMarks)}
        />
      )}
      <LooksMenu looks={looks} onChange={onLooks} />
      <OfflineButton link={link} />
      <BookButton id={link.id} />
      {isEditable(link) ? (
        <IconButton
          label={t("edit.title")}
          icon={Pencil}
          aria-haspopup="dialog"
          onClick={() => dispatch(editorOf(link))}
        />
      ) : (
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
      )}
      {!isItem(link.url) && (
        <VisitAnchor className="icon-btn reader__original" link={link} title={t("original")}>
          <ExternalLink className="icon" />
          <span className="sr">{t("original")}</span>
        </VisitAnchor>
      )}
      <LinkButtons link={link} acts={acts} />
    </header>
  );
}
