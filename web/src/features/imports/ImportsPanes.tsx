import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DropZone } from "./DropZone.tsx";
import { Exports } from "./Exports.tsx";
import { ImportList } from "./ImportList.tsx";
import "./imports.css";

/** The inside of the dialog: bringing bookmarks in, and taking everything out. */
export function ImportsPanes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("imports");
  return (
    <>
      <div className="dialog__head">
        <h2 className="title-card">{t("title")}</h2>
        <button type="button" className="icon-btn" aria-label={t("close")} onClick={onClose}>
          <X className="icon" />
        </button>
      </div>
      <div className="dialog__body ask transfer__body">
        <section className="stack">
          <h3>{t("import")}</h3>
          <p>{t("lead")}</p>
          <DropZone />
          <ImportList />
        </section>
        <Exports />
      </div>
    </>
  );
}
