import { FolderInput, Star, StarOff, Tag, Tags, Trash2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { LinkFilters } from "@satchel/contracts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { dialogOpened } from "../linkDialog.slice.ts";
import { useCount } from "../lists.api.ts";
import { useChangeLinksMutation } from "./bulk.api.ts";
import type { BulkAction } from "./bulkAction.ts";
import { selected } from "./pick.ts";
import { selectionCleared, selectSelection, wholeSelected } from "./selection.slice.ts";
import { usePickRows } from "./usePickRows.ts";
import "./selection.css";

/** What can be done with the links that are selected; at the foot of the window while any are. */
export function BulkBar({ filters }: { filters: LinkFilters }) {
  const { t } = useTranslation("selection");
  const dispatch = useAppDispatch();
  const { ids, whole } = useAppSelector(selectSelection);
  const total = useCount(whole ?? filters)?.count;
  const [changeMany] = useChangeLinksMutation();
  const count = whole === null ? Object.keys(ids).length : (total ?? 0);
  const isAll = whole !== null || (total !== undefined && count >= total);
  const none = count === 0;
  usePickRows();

  function run(action: BulkAction): void {
    void changeMany({ action, which: dispatch(selected()) });
    dispatch(selectionCleared());
    document.getElementById("main")?.focus({ preventScroll: true });
  }

  return (
    <div className="bulk" role="toolbar" aria-label={t("label")}>
      <b role="status">{t("count", { count })}</b>
      {!isAll && total !== undefined && (
        <button type="button" className="bulk__all" onClick={() => dispatch(wholeSelected(filters))}>
          {t("all", { count: total })}
        </button>
      )}
      <button
        type="button"
        disabled={none}
        title={t("favorite")}
        aria-label={t("favorite")}
        onClick={() => run({ action: "favorite", is_favorite: true })}
      >
        <Star className="icon" />
        <span>{t("favorite")}</span>
      </button>
      <button
        type="button"
        className="bulk__small"
        disabled={none}
        title={t("unfavorite")}
        aria-label={t("unfavorite")}
        onClick={() => run({ action: "favorite", is_favorite: false })}
      >
        <StarOff className="icon" />
      </button>
      <button
        type="button"
        disabled={none}
        title={t("move")}
        aria-label={t("move")}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "move selected" }))}
      >
        <FolderInput className="icon" />
        <span>{t("move")}</span>
      </button>
      <button
        type="button"
        disabled={none}
        title={t("tag")}
        aria-label={t("tag")}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "tag selected" }))}
      >
        <Tag className="icon" />
        <span>{t("tag")}</span>
      </button>
      <button
        type="button"
        className="bulk__small"
        disabled={none}
        title={t("untag")}
        aria-label={t("untag")}
        aria-haspopup="dialog"
        onClick={() => dispatch(dialogOpened({ kind: "untag selected" }))}
      >
        <Tags className="icon" />
      </button>
      <button
        type="button"
        disabled={none}
        title={t("delete")}
        aria-label={t("delete")}
        onClick={() => run({ action: "delete" })}
      >
        <Trash2 className="icon" />
        <span>{t("delete")}</span>
      </button>
      <button
        type="button"
        className="bulk__small"
        title={t("clear")}
        aria-label={t("clear")}
        onClick={() => {
          dispatch(selectionCleared());
          document.getElementById("main")?.focus({ preventScroll: true });
        }}
      >
        <X className="icon" />
      </button>
    </div>
  );
}
