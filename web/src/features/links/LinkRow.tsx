import type { Link } from "@satchel/contracts";
import { Ellipsis, Star } from "lucide-react";
import { memo, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { useLinkDrag } from "../../dnd/useLinkDrag.ts";
import { selectIsSelected } from "../selection/selection.slice.ts";
import { useAlong } from "../selection/useAlong.ts";
import { Description } from "./Description.tsx";
import { Favicon } from "./Favicon.tsx";
import { LinkActions } from "./LinkActions.tsx";
import { dialogOpened } from "./linkDialog.slice.ts";
import { titleOfLink } from "./linkText.ts";
import { Meta } from "./Meta.tsx";
import { PickBox } from "./PickBox.tsx";
import { Pieces } from "./Pieces.tsx";
import { Thumb } from "./Thumb.tsx";
import { isUnvisited } from "./view.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkRowProps {
  readonly link: Link;
  /** The name of its folder, where it is in one. */
  readonly folder: string | undefined;
  /** When it was saved, in words. */
  readonly when: string;
  /** Its place in the list, from 1; and how many there are, -1 while that is not known. */
  readonly place: number;
  readonly of: number;
  /** Whether its details are shown. */
  readonly isOpen: boolean;
  readonly onDetails: (id: Link["id"]) => void;
  /** Takes the element's height, where each row is measured by itself; `item` is then its number. */
  readonly measure?: (element: HTMLElement | null) => void;
  readonly item?: number;
}

/** One link of a list, as a row or a card. All of it leads to the page; the actions lie above that. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, folder, when, place, of, isOpen, onDetails, measure, item } = props;
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const isSelected = useAppSelector((state) => selectIsSelected(state, link.id));
  const { ref: drag, isDragged } = useLinkDrag(link, useAlong(link.id));
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
    >
      <div className="link__mark">
        <Favicon link={link} />
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
        <Description link={link} />
        <Meta link={link} folder={folder} when={when} />
      </div>
      <Thumb link={link} />
      <button
        type="button"
        className="icon-btn link__more"
        aria-label={t("more", { title })}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "menu", link }))}
      >
        <Ellipsis className="icon" />
      </button>
      <LinkActions link={link} onDetails={details} />
    </article>
  );
});
