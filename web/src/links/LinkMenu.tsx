import { isItem, type Link } from "@satchel/contracts";
import {
  Bell,
  BookOpen,
  CheckCheck,
  CircleArrowDown,
  ExternalLink,
  Eye,
  EyeOff,
  FolderInput,
  FolderOutput,
  Info,
  Pencil,
  Share2,
  Star,
  Tag,
  Trash2,
} from "lucide-react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Link as RouteLink } from "wouter";
import { Menu, MenuItem } from "../kit/Menu.tsx";
import type { MenuPoint } from "../kit/menuPlace.ts";
import { useQuery } from "../kit/hooks.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { listPart, pathOfReading } from "./addressedList.ts";
import { changeOf } from "./changes.api.ts";
import { hasArticle, toggleOffline } from "./keepOffline.ts";
import { selectCanKeep, selectIsKept } from "./kept.slice.ts";
import { Favicon } from "./LinkImages.tsx";
import { siteNameOf, titleOfLink } from "./linkText.ts";
import { dialogOpened } from "./list.slice.ts";
import { editorOf, isEditable } from "./noteEditor.ts";
import { sharingOf } from "./sharing.ts";
import { visitedToggled } from "./selection/selected.ts";
import { linkToggled } from "./selection/selection.slice.ts";
import { isUnvisited } from "./view.ts";
import { VisitAnchor } from "./VisitAnchor.tsx";

interface LinkMenuProps {
  readonly link: Link;
  readonly at: MenuPoint;
  /** Shows its details; undefined in the reading view, which has none of what belongs to a list. */
  readonly onDetails: (() => void) | undefined;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The actions of a link: of a row or card, also by a right click, and of the reading view where it is narrow. */
export function LinkMenu({ link, at, onDetails, onDelete, onClose }: LinkMenuProps) {
  const { t } = useTranslation("links");
  const { t: ofSelection } = useTranslation("selection");
  const { t: tShell } = useTranslation("kit");
  const { t: ofOffline } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const canKeep = useAppSelector(selectCanKeep);
  const isKept = useAppSelector((state) => selectIsKept(state, link.id));
  const list = listPart(useQuery());
  const title = titleOfLink(link, t);
  const opensHere = isItem(link.url);
  const isNew = isUnvisited(link);

  const closing = (action: () => unknown) => () => {
    // At once: what the action gives the focus to is not behind the menu any more.
    flushSync(onClose);
    action();
  };
  const open = (kind: "tag" | "move" | "remind") => () => dispatch(dialogOpened({ kind, link }));

  const head = (
    <>
      <Favicon link={link} />
      <b>
        <bdi>{title}</bdi>
      </b>
      <small>
        <bdi>{siteNameOf(link)}</bdi>
      </small>
    </>
  );
  return (
    <Menu label={title} at={at} head={head} onClose={onClose}>
      {/* In the reading view an item is where it would lead to. */}
      {(onDetails !== undefined || !opensHere) && (
        <VisitAnchor className="choose" role="menuitem" link={link} onVisited={onClose}>
          {opensHere ? <BookOpen className="icon icon-m" /> : <ExternalLink className="icon icon-m" />}
          {t(opensHere ? "read" : "visit")}
        </VisitAnchor>
      )}
      {onDetails !== undefined && !opensHere && hasArticle(link) && (
        <RouteLink className="choose" role="menuitem" to={pathOfReading(link.id, list)} onClick={onClose}>
          <BookOpen className="icon icon-m" />
          {t("read")}
        </RouteLink>
      )}
      <MenuItem
        icon={Star}
        label={ofSelection(link.is_favorite ? "menu.unstar" : "menu.star")}
        onChoose={closing(() => dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite }, isSaid: true })))}
      />
      <MenuItem
        icon={isNew ? Eye : EyeOff}
        label={ofSelection(isNew ? "menu.visited" : "menu.unvisited")}
        onChoose={closing(() => dispatch(visitedToggled(link)))}
      />
      <MenuItem icon={Tag} label={ofSelection("menu.tags")} onChoose={open("tag")} />
      <MenuItem icon={FolderInput} label={t("move")} onChoose={open("move")} />
      {link.folder_id !== null && (
        <MenuItem
          icon={FolderOutput}
          label={t("takeOut")}
          onChoose={closing(() => dispatch(changeOf({ link, change: { folder_id: 0 } })))}
        />
      )}
      {isEditable(link) && (
        <MenuItem icon={Pencil} label={ofSelection("menu.edit")} onChoose={closing(() => dispatch(editorOf(link)))} />
      )}
      <MenuItem icon={Bell} label={t("remind")} onChoose={open("remind")} />
      {canKeep && hasArticle(link) && (
        <MenuItem
          icon={CircleArrowDown}
          label={ofOffline(isKept ? "drop" : "keep")}
          onChoose={closing(() => dispatch(toggleOffline(link)))}
        />
      )}
      {!opensHere && (
        <MenuItem icon={Share2} label={t("share")} onChoose={closing(() => dispatch(sharingOf(link, t)))} />
      )}
      {onDetails !== undefined && (
        <>
          <MenuItem
            icon={CheckCheck}
            label={tShell("choose")}
            onChoose={closing(() => dispatch(linkToggled(link.id)))}
          />
          <MenuItem icon={Info} label={t("details")} onChoose={closing(onDetails)} />
        </>
      )}
      <MenuItem icon={Trash2} label={t("delete")} isBad onChoose={closing(onDelete)} />
    </Menu>
  );
}
