import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** The head of a dialog: what it is about, and the button that closes it. */
export function DialogHead({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  const { t } = useTranslation("kit");
  return (
    <div className="dialog__head">
      <h2 className="title-card">{title}</h2>
      <button type="button" className="icon-btn" aria-label={t("close")} onClick={onClose}>
        <X className="icon" />
      </button>
    </div>
  );
}
