import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";

/** Opens the dialog that saves links by hand. */
export function AddButton() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={t("add")}
      title={t("add")}
      aria-haspopup="dialog"
      onClick={() => dispatch(overlayOpened({ kind: "add", text: "" }))}
    >
      <Plus className="icon" />
    </button>
  );
}
