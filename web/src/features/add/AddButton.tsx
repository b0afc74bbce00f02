import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { IconButton } from "../../kit/IconButton.tsx";

/** Opens the dialog that saves links by hand. */
export function AddButton() {
  const { t } = useTranslation("links");
  const dispatch = useAppDispatch();
  return (
    <IconButton
      label={t("add")}
      icon={Plus}
      aria-haspopup="dialog"
      onClick={() => dispatch(overlayOpened({ kind: "add", text: "" }))}
    />
  );
}
