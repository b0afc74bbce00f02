import { isItem, type LinkDetail } from "@satchel/contracts";
import { Bell, Ellipsis, FolderInput, Share2, Star, Tag, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/IconButton.tsx";
import { below } from "../../kit/menuPlace.ts";
import { useAppDispatch } from "../../kit/state.ts";
import type { ArticleKey } from "../../links/articleKeys.ts";
import { changeOf } from "../../links/changes.api.ts";
import { titleOfLink } from "../../links/linkText.ts";
import { dialogOpened } from "../../links/list.slice.ts";
import { sharingOf } from "../../links/sharing.ts";

export type LinkActs = Readonly<Record<ArticleKey, () => void>>;

/** What can be done with the link of an article, as with its row in a list. */
export function useLinkActs(link: LinkDetail, onDelete: () => void): LinkActs {
  const dispatch = useAppDispatch();
  const open = (kind: "tag" | "move" | "remind") => () => void dispatch(dialogOpened({ kind, link }));
  return {
    favorite: () => dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite }, isSaid: true })),
    tag: open("tag"),
    move: open("move"),
    remind: open("remind"),
    delete: onDelete,
  };
}

interface LinkButtonsProps {
  readonly link: LinkDetail;
  readonly acts: LinkActs;
}

/** The buttons for that; where the bar is narrow, the menu that rows have. */
export function LinkButtons({ link, acts }: LinkButtonsProps) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const title = titleOfLink(link, t);
  return (
    <>
      <div className="reader__link" role="group" aria-label={t("actions", { title })}>
        <IconButton label={t("favorite")} icon={Star} aria-pressed={link.is_favorite} onClick={acts.favorite} />
        <IconButton label={t("tags.title")} icon={Tag} aria-haspopup="dialog" onClick={acts.tag} />
        <IconButton label={t("move")} icon={FolderInput} aria-haspopup="dialog" onClick={acts.move} />
        <IconButton
          label={t("remind")}
          icon={Bell}
          aria-pressed={link.reminder !== undefined}
          aria-haspopup="dialog"
          onClick={acts.remind}
        />
        {!isItem(link.url) && (
          <IconButton
            label={t("share")}
            icon={Share2}
            aria-haspopup="dialog"
            onClick={() => dispatch(sharingOf(link, t))}
          />
        )}
        <IconButton label={t("delete")} icon={Trash2} isDanger onClick={acts.delete} />
      </div>
      <IconButton
        label={t("more", { title })}
        icon={Ellipsis}
        className="reader__more"
        aria-haspopup="menu"
        onClick={(event) => dispatch(dialogOpened({ kind: "menu", link, at: below(event.currentTarget) }))}
      />
    </>
  );
}
