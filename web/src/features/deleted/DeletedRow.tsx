import { type DeletedLink, isItem } from "@satchel/contracts";
import { RotateCcw, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Favicon } from "../../links/LinkImages.tsx";
import { siteNameOf, titleOfLink } from "../../links/linkText.ts";
import { useExact } from "../../links/times.ts";

const DAY_MS = 24 * 3600 * 1000;

/** Days for which a link can still be restored, rounded up. */
export const daysLeft = ({ erased_at }: Pick<DeletedLink, "erased_at">, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(erased_at) - now.getTime()) / DAY_MS));

/** Days left from which they are shown in amber. */
const FEW_DAYS = 3;

interface DeletedRowProps {
  readonly link: DeletedLink;
  readonly now: Date;
  readonly isSelected: boolean;
  readonly onSelect: (range: boolean) => void;
  readonly onRestore: () => void;
  readonly onErase: () => void;
}

/** A deleted link with its remaining days, and buttons to restore and erase it. */
export function DeletedRow({ link, now, isSelected, onSelect, onRestore, onErase }: DeletedRowProps) {
  const { t } = useTranslation("archive", { keyPrefix: "deleted" });
  const { t: ofLinks } = useTranslation("links");
  const exact = useExact();
  const title = titleOfLink(link, ofLinks);
  const days = daysLeft(link, now);

  return (
    <li className={isSelected ? "deleted__row is-picked" : "deleted__row"} data-deleted={link.id}>
      <label className="deleted__pick">
        <input
          className="box"
          type="checkbox"
          aria-label={t("select", { title })}
          checked={isSelected}
          // Handled by `onClick`, which knows the Shift key and is also triggered by the space bar.
          onChange={() => undefined}
          onClick={(event) => onSelect(event.shiftKey)}
        />
      </label>
      <Favicon link={link} />
      <div className="deleted__text">
        {isItem(link.url) ? (
          <bdi title={title}>{title}</bdi>
        ) : (
          <a href={link.url} target="_blank" rel="noopener noreferrer" title={title}>
            <bdi>{title}</bdi>
          </a>
        )}
        <p>
          <bdi>{siteNameOf(link)}</bdi>
          <time dateTime={link.deleted_at}>{t("deletedAt", { when: exact(link.deleted_at) })}</time>
          <span className={days <= FEW_DAYS ? "badge badge--warn" : undefined}>{t("daysLeft", { count: days })}</span>
        </p>
      </div>
      <button
        type="button"
        className="btn btn--plain deleted__back"
        aria-label={t("restoreOne", { title })}
        onClick={onRestore}
      >
        <RotateCcw className="icon icon-m" />
        <span>{t("restore")}</span>
      </button>
      <button
        type="button"
        className="icon-btn icon-btn--danger"
        aria-label={t("eraseOne", { title })}
        title={t("erase")}
        aria-haspopup="dialog"
        onClick={onErase}
      >
        <Trash2 className="icon icon-m" />
      </button>
    </li>
  );
}
