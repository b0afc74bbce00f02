import { isItem, type Link as SavedLink } from "@satchel/contracts";
import { Link } from "wouter";
import {
  Bell,
  BookOpen,
  CircleAlert,
  CircleArrowDown,
  Ellipsis,
  ExternalLink,
  Folder as FolderIcon,
  type LucideIcon,
  Star,
  Unlink,
} from "lucide-react";
import { type MouseEvent, memo, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { listPart, pathOfReading } from "./addressedList.ts";
import { selectIsKept } from "./kept.slice.ts";
import { dialogOpened, type Display, isOfCards } from "./list.slice.ts";
import type { Times } from "./times.ts";
import { Description, Pieces, saysFailure } from "./Description.tsx";
import { below } from "../kit/menuPlace.ts";
import { part } from "../kit/parts/part.tsx";
import { Favicon, Thumb } from "./LinkImages.tsx";
import { TagLink } from "./TagChip.tsx";
import { VisitAnchor } from "./VisitAnchor.tsx";
import { filterText, pathOfSearch } from "./search/syntax.ts";
import { isUnvisited, pathOfView } from "./view.ts";
import { isReadable, reasonKey, siteNameOf, siteOf, titleOfLink, visitsText } from "./linkText.ts";
import { pick, useAlong } from "./selection/selected.ts";
import { selectIsSelected } from "./selection/selection.slice.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { useAtRest, useQuery } from "../kit/hooks.ts";
import { useLinkDrag } from "./useLinkDrag.ts";
import { IconButton } from "../kit/IconButton.tsx";

const Passage = part("search/Passage", async () => (await import("./search/Passage.tsx")).Passage, {
  texts: ["search"],
  isQuiet: true,
});

interface MetaProps {
  readonly link: SavedLink;
  readonly display: Display;
  readonly folder: string | undefined;
  readonly when: string;
  /** When its reminder shows it again. */
  readonly back: string | undefined;
}

/** An icon for why the page of a link could not be read, where there is no space for the sentence. */
function Unread({ link }: { link: SavedLink }) {
  const { t } = useTranslation("links");
  const reason = t(`reasons.${reasonKey(link.enrichment.reason)}`);
  return (
    <span className="gone" title={reason}>
      <CircleAlert className="icon icon-s" aria-hidden="true" />
      <span className="sr">{reason}</span>
    </span>
  );
}

/** An icon that says something of the link, with its words for screen readers and on hover. */
function Sign({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <span className="link__sign" title={text}>
      <Icon className="icon icon-s" aria-hidden="true" />
      <span className="sr">{text}</span>
    </span>
  );
}

/** The way to the reading view, how far the article was read, and whether it is kept offline. */
function Read({ link, read }: { link: SavedLink; read: number }) {
  const { t } = useTranslation("links");
  const list = listPart(useQuery());
  const isKept = useAppSelector((state) => selectIsKept(state, link.id));
  return (
    <>
      <Link className="link__read" to={pathOfReading(link.id, list)} title={t("read")} aria-label={t("read")}>
        <BookOpen className="icon icon-s" aria-hidden="true" />
        {read > 0 && <span>{t("readPart", { part: Math.round(read * 100) })}</span>}
      </Link>
      {isKept && <Sign Icon={CircleArrowDown} text={t("kept")} />}
    </>
  );
}

/** A line with a link's site, folder, time and state. */
function Meta({ link, display, folder, when, back }: MetaProps) {
  const { t } = useTranslation("links");
  const visits = visitsText(link.visit_count, t);
  const site = siteOf(link.url);
  const hasTags = link.tags.length > 0 && display !== "compact";
  const sorts = (folder !== undefined || hasTags) && (
    <>
      {folder !== undefined && link.folder_id !== null && (
        <Link className="where" to={pathOfView({ kind: "folder", id: link.folder_id })}>
          <FolderIcon className="icon icon-s" />
          <bdi>{folder}</bdi>
        </Link>
      )}
      {hasTags && (
        <span className="tagset">
          {link.tags.map((tag) => (
            <TagLink key={tag} name={tag} />
          ))}
        </span>
      )}
    </>
  );
  return (
    <p className="link__meta">
      {display !== "compact" && <Favicon link={link} />}
      <Link className="domain" to={pathOfSearch(filterText("site", site))}>
        <bdi>{siteNameOf(link)}</bdi>
      </Link>
      {link.health.state === "gone" && (
        <span className="gone" title={t("gone")}>
          <Unlink className="icon icon-s" aria-hidden="true" />
          <span className="sr">{t("gone")}</span>
        </span>
      )}
      {display === "compact" && saysFailure(link) && <Unread link={link} />}
      {isOfCards(display) ? sorts && <span className="link__sorts">{sorts}</span> : sorts}
      {visits !== undefined && display !== "compact" && <span className="visits">{visits}</span>}
      <time className="when" dateTime={link.saved_at}>
        {when}
      </time>
      {back !== undefined && <Sign Icon={Bell} text={t("reminder", { when: back })} />}
      {link.copy !== undefined && (isReadable(link.copy.kind) || link.health.state === "gone") && (
        <Read link={link} read={link.copy.read} />
      )}
      {display !== "compact" && (
        <VisitAnchor className="link__visit" link={link}>
          {t(isItem(link.url) ? "read" : "visit")} {!isItem(link.url) && <ExternalLink className="icon icon-s" />}
        </VisitAnchor>
      )}
    </p>
  );
}

/** Selects a link; with Shift, the range from the last selected one. */
function PickBox({ link, isSelected }: { link: SavedLink; isSelected: boolean }) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();

  function toggle(event: MouseEvent): void {
    dispatch(pick(link.id, event.shiftKey));
  }

  return (
    <label className="link__pick">
      <input
        className="box"
        type="checkbox"
        aria-label={t("select", { title: titleOfLink(link, t) })}
        checked={isSelected}
        // Handled by `onClick`, which knows the Shift key and is also triggered by the space bar.
        onChange={() => undefined}
        onClick={toggle}
      />
    </label>
  );
}

const LinkActions = part("links/LinkActions", async () => (await import("./LinkActions.tsx")).LinkActions, {
  isLater: true,
  texts: ["offline"],
});

const thumbSizes = { list: "row", compact: "row", cards: "large", masonry: "whole" } as const;

interface LinkRowProps {
  readonly link: SavedLink;
  /** How the list is shown; hidden parts are not rendered. */
  readonly display: Display;
  /** The name of its folder, if any. */
  readonly folder: string | undefined;
  /** Formats the time of saving, relative to now. */
  readonly times: Times;
  readonly now: Date;
  /** Its position in the list, from 1; and the length of the list, -1 while unknown. */
  readonly place: number;
  readonly of: number;
  /** Whether its details are shown. */
  readonly isOpen: boolean;
  readonly onDetails: (id: SavedLink["id"]) => void;
  /** The index of its item in the list; undefined if the item has several links. */
  readonly item: number | undefined;
  /** Measures the element, if it is an item by itself. */
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
}

/** A link of a list, as a row or a card. All of it is the link to the page, with the actions on top. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, display, folder, times, now, place, of, isOpen, onDetails, item, measure } = props;
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const isSelected = useAppSelector((state) => selectIsSelected(state, link.id));
  const { ref: drag, isDragged } = useLinkDrag(link, useAlong(link.id));
  // While a list is scrolled, rows are rendered without the actions shown on hover and focus, which are half of a row.
  const [hasActions, uncover] = useAtRest();
  const title = titleOfLink(link, t);
  const details = () => onDetails(link.id);

  const ref = useCallback(
    (element: HTMLElement | null) => {
      const leave = drag(element);
      measure?.(element);
      return () => {
        if (typeof leave === "function") leave();
        measure?.(null);
      };
    },
    [drag, measure],
  );

  const classes = [
    "link",
    isUnvisited(link) && "is-unread",
    isSelected && "is-picked",
    isOpen && "is-open",
    saysFailure(link) && "is-failed",
    isDragged && "is-dragged",
  ];

  return (
    <article
      ref={ref}
      className={classes.filter(Boolean).join(" ")}
      data-link={link.id}
      data-index={item}
      aria-posinset={place}
      aria-setsize={of}
      onFocus={uncover}
    >
      <div className="link__mark">
        {!isOfCards(display) && <Favicon link={link} />}
        <PickBox link={link} isSelected={isSelected} />
      </div>
      <div className="link__text">
        <h3 className="link__title">
          <VisitAnchor link={link} title={title}>
            <bdi>
              {link.match !== undefined && link.match.title.length > 0 ? <Pieces pieces={link.match.title} /> : title}
            </bdi>
          </VisitAnchor>
          {link.is_favorite && (
            <Star className="link__star" role="img" aria-label={t("favorite")} aria-hidden={false} />
          )}
          {isUnvisited(link) && <span className="badge">{t("new")}</span>}
        </h3>
        {display !== "compact" && <Description link={link} />}
        {link.match?.passage !== undefined && <Passage link={link} />}
        <Meta
          link={link}
          display={display}
          folder={folder}
          when={times.short(new Date(link.saved_at), now)}
          back={link.reminder && times.exact(new Date(link.reminder.at), now)}
        />
      </div>
      {display !== "compact" && <Thumb link={link} size={thumbSizes[display]} />}
      <IconButton
        label={t("more", { title })}
        icon={Ellipsis}
        className="link__more"
        aria-haspopup="menu"
        onClick={(event) => dispatch(dialogOpened({ kind: "menu", link, at: below(event.currentTarget) }))}
      />
      {hasActions && <LinkActions link={link} onDetails={details} />}
    </article>
  );
});
