import type { Link } from "@satchel/contracts";
import { Bell, CircleArrowDown, FolderInput, FolderOutput, Info, Star, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../kit/state.ts";
import { changeOf, deletionOf } from "./changes.api.ts";
import { focusNeighbour } from "./keys.ts";
import { useOfflineButton } from "./keepOffline.ts";
import { dialogOpened } from "./list.slice.ts";
import { titleOfLink } from "./linkText.ts";

/** The actions of a link, shown on hover and focus. */
export function LinkActions({ link, onDetails }: { link: Link; onDetails: () => void }) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const offline = useOfflineButton(link);

  return (
    <div className="link__acts" role="group" aria-label={t("actions", { title: titleOfLink(link, t) })}>
      <button
        type="button"
        className="icon-btn"
        aria-pressed={link.is_favorite}
        aria-label={t("favorite")}
        title={t("favorite")}
        onClick={() => dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite } }))}
      >
        <Star className="icon icon-m" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={t("move")}
        title={t("move")}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "move", link }))}
      >
        <FolderInput className="icon icon-m" />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-pressed={link.reminder !== undefined}
        aria-label={t("remind")}
        title={t("remind")}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "remind", link }))}
      >
        <Bell className="icon icon-m" />
      </button>
      {link.folder_id !== null && (
        <button
          type="button"
          className="icon-btn"
          aria-label={t("takeOut")}
          title={t("takeOut")}
          onClick={() => dispatch(changeOf({ link, change: { folder_id: 0 } }))}
        >
          <FolderOutput className="icon icon-m" />
        </button>
      )}
      {offline !== undefined && (
        <button {...offline}>
          <CircleArrowDown className="icon icon-m" />
        </button>
      )}
      <button type="button" className="icon-btn" aria-label={t("details")} title={t("details")} onClick={onDetails}>
        <Info className="icon icon-m" />
      </button>
      <button
        type="button"
        className="icon-btn icon-btn--danger"
        aria-label={t("delete")}
        title={t("delete")}
        onClick={(event) => {
          focusNeighbour(event.currentTarget);
          dispatch(deletionOf(link));
        }}
      >
        <Trash2 className="icon icon-m" />
      </button>
    </div>
  );
}
