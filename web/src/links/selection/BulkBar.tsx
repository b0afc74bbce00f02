import type { LinkFilters, LinkId } from "@satchel/contracts";
import { FolderInput, Star, StarOff, Tag, Tags, Trash2, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type BulkAction, useChangeLinksMutation } from "./bulk.api.ts";
import { dialogOpened } from "../list.slice.ts";
import { pick, selected } from "./selected.ts";
import { selectSelection, selectionCleared, wholeSelected } from "./selection.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useCount } from "../lists.api.ts";
import "./selection.css";

/** The link that a press selects; undefined where it was for something else than a row. */
function pressed({ target, detail }: MouseEvent): LinkId | undefined {
  // Enter on a title makes a click too, which no pointer did: it visits. A box selects by itself.
  if (detail === 0 || !(target instanceof Element) || target.closest("label, button") !== null) return undefined;
  return target.closest<HTMLElement>(".links [data-link]")?.dataset["link"] as LinkId | undefined;
}

/** While links are being selected, a press anywhere on a row selects it; its anchors take none then (`link.css`). */
function usePickRows(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const id = pressed(event);
      if (id !== undefined) dispatch(pick(id, event.shiftKey));
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [dispatch]);
}

/** Links that are deleted without being asked: with more, a slip takes longer to notice than an offer to undo stands. */
const ASKED_ABOVE = 25;

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
        aria-haspopup={count > ASKED_ABOVE ? "dialog" : undefined}
        onClick={() =>
          count > ASKED_ABOVE ? dispatch(dialogOpened({ kind: "delete selected" })) : run({ action: "delete" })
        }
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
