import type { Link } from "@satchel/contracts";
import { Bell, CircleArrowDown, FolderInput, FolderOutput, Info, Star, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../kit/state.ts";
import { changeOf, deletionOf } from "./changes.api.ts";
import { useOfflineButton } from "./keepOffline.ts";
import { dialogOpened } from "./list.slice.ts";
import { titleOfLink } from "./linkText.ts";
import { IconButton } from "../kit/IconButton.tsx";

/** The actions of a link, shown on hover and focus. */
export function LinkActions({ link, onDetails }: { link: Link; onDetails: () => void }) {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  const offline = useOfflineButton(link);

  return (
    <div className="link__acts" role="group" aria-label={t("actions", { title: titleOfLink(link, t) })}>
      <IconButton
        label={t("favorite")}
        icon={Star}
        size="m"
        aria-pressed={link.is_favorite}
        onClick={() => dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite } }))}
      />
      <IconButton
        label={t("move")}
        icon={FolderInput}
        size="m"
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "move", link }))}
      />
      <IconButton
        label={t("remind")}
        icon={Bell}
        size="m"
        aria-pressed={link.reminder !== undefined}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "remind", link }))}
      />
      {link.folder_id !== null && (
        <IconButton
          label={t("takeOut")}
          icon={FolderOutput}
          size="m"
          onClick={() => dispatch(changeOf({ link, change: { folder_id: 0 } }))}
        />
      )}
      {offline !== undefined && (
        <button {...offline}>
          <CircleArrowDown className="icon icon-m" />
        </button>
      )}
      <IconButton label={t("details")} icon={Info} size="m" onClick={onDetails} />
      <IconButton label={t("delete")} icon={Trash2} size="m" isDanger onClick={() => dispatch(deletionOf(link))} />
    </div>
  );
}
